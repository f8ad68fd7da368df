import { and, eq, or, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Database } from '@/db/client';
import { teamMembers, teams, users } from '@/db/schema';

export interface Membership {
  teamId: string;
  userId: string;
  teamName: string;
  role: (typeof teamMembers.$inferSelect)['role'];
  userName: string;
  isAnonymous: boolean;
  /** May see every team's billing and mend it. */
  isOperator: boolean;
}

/** Makes a team with one anonymous owner. An account can claim it later. */
export async function createDemoTeam(database: Database, at: Date, userName = 'Demo visitor'): Promise<Membership> {
  const teamId = `team_${uuidv7()}`;
  const userId = `usr_${uuidv7()}`;
  const teamName = `Demo team ${teamId.slice(-4)}`;
  await database.transaction(async (tx) => {
    await tx.insert(teams).values({ id: teamId, name: teamName, createdAt: at });
    await tx.insert(users).values({ id: userId, name: userName, isAnonymous: true, createdAt: at });
    await tx.insert(teamMembers).values({ id: uuidv7(), teamId, userId, role: 'owner', createdAt: at });
  });
  return { teamId, userId, teamName, role: 'owner', userName, isAnonymous: true, isOperator: false };
}

/** Null unless the user is in the team now. */
export async function findMembership(
  database: Database,
  { userId, teamId }: { userId: string; teamId: string },
): Promise<Membership | null> {
  const [row] = await database
    .select({
      teamId: teams.id,
      userId: users.id,
      teamName: teams.name,
      role: teamMembers.role,
      userName: users.name,
      isAnonymous: users.isAnonymous,
      isOperator: users.isOperator,
    })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .where(and(eq(teamMembers.userId, userId), eq(teamMembers.teamId, teamId)));
  return row ?? null;
}

/**
 * Makes a user an operator, or takes that away. Takes the user's id or e-mail address; returns the ids of those that it
 * found, and changes nothing where an address belongs to several.
 */
export async function markOperator(database: Database, user: string, isOperator: boolean): Promise<string[]> {
  const found = await database
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.id, user), eq(sql`lower(${users.email})`, user.toLowerCase())));
  const [only, another] = found;
  if (only && !another) await database.update(users).set({ isOperator }).where(eq(users.id, only.id));
  return found.map(({ id }) => id);
}
