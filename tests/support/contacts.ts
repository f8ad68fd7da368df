import { randomUUID } from 'node:crypto';
import type { Database } from '@/db/client';
import { teamMembers, users } from '@/db/schema';
import { createTeam } from './billing';

type Role = (typeof teamMembers.$inferInsert)['role'];

/** Somebody in a team, with an address of their own unless told. Returns it. */
export async function addMember(
  database: Database,
  teamId: string,
  { role = 'owner', email = `${role}.${randomUUID()}@team.example` }: { role?: Role; email?: string | null } = {},
): Promise<string> {
  const userId = `usr_${randomUUID()}`;
  await database.insert(users).values({ id: userId, name: 'Member', email });
  await database.insert(teamMembers).values({ id: randomUUID(), teamId, userId, role });
  return email ?? '';
}

/** A team whose owner can be written to. */
export async function createReachableTeam(database: Database): Promise<{ teamId: string; email: string }> {
  const teamId = await createTeam(database);
  return { teamId, email: await addMember(database, teamId) };
}
