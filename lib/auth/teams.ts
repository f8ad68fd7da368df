import { and, eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Database } from '@/db/client';
import { teamMembers, teams, users } from '@/db/schema';

export interface Membership {
  teamId: string;
  userId: string;
  teamName: string;
  role: (typeof teamMembers.$inferSelect)['role'];
}

/** Makes a team with one anonymous owner. An account can claim it later. */
export async function createDemoTeam(database: Database, at: Date): Promise<Membership> {
  const teamId = `team_${uuidv7()}`;
  const userId = `usr_${uuidv7()}`;
  const teamName = `Demo team ${teamId.slice(-4)}`;
  await database.transaction(async (tx) => {
    await tx.insert(teams).values({ id: teamId, name: teamName, createdAt: at });
    await tx.insert(users).values({ id: userId, name: 'Demo visitor', isAnonymous: true, createdAt: at });
    await tx.insert(teamMembers).values({ id: uuidv7(), teamId, userId, role: 'owner', createdAt: at });
  });
  return { teamId, userId, teamName, role: 'owner' };
}

/** Null unless the user is in the team now. */
export async function findMembership(
  database: Database,
  { userId, teamId }: { userId: string; teamId: string },
): Promise<Membership | null> {
  const [row] = await database
    .select({ teamId: teams.id, userId: teamMembers.userId, teamName: teams.name, role: teamMembers.role })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .where(and(eq(teamMembers.userId, userId), eq(teamMembers.teamId, teamId)));
  return row ?? null;
}
