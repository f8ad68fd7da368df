import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Database, Queryable, Transaction } from '@/db/client';
import { teamMembers, teams, users } from '@/db/schema';
import type { Role } from './permissions';

export interface Membership {
  teamId: string;
  userId: string;
  teamName: string;
  role: Role;
  userName: string;
  isAnonymous: boolean;
  /** May see every team's billing and mend it. */
  isOperator: boolean;
}

/** Makes a team whose only owner is a user that exists. */
export async function createTeam(
  on: Queryable,
  { userId, name, at, demoUntil = null }: { userId: string; name: string; at: Date; demoUntil?: Date | null },
): Promise<string> {
  const teamId = `team_${uuidv7()}`;
  await on.transaction(async (tx) => {
    await tx.insert(teams).values({ id: teamId, name, demoUntil, createdAt: at });
    await insertMember(tx, { teamId, userId, role: 'owner', at });
  });
  return teamId;
}

/** Makes a team with one anonymous owner. An account can claim it later. */
export async function createDemoTeam(database: Database, at: Date, userName = 'Demo visitor'): Promise<Membership> {
  const userId = `usr_${uuidv7()}`;
  const teamName = `Demo team ${userId.slice(-4)}`;
  const teamId = await database.transaction(async (tx) => {
    await tx.insert(users).values({ id: userId, name: userName, isAnonymous: true, createdAt: at });
    return createTeam(tx, { userId, name: teamName, at });
  });
  return { teamId, userId, teamName, role: 'owner', userName, isAnonymous: true, isOperator: false };
}

/**
 * Hands a visitor's demo team to the account that was made from it, for keeps. The id of that team; null where the
 * visitor had none, or the account is in a team already.
 */
export function claimDemoTeam(
  database: Database,
  { from, to, name }: { from: string; to: string; name: string },
): Promise<string | null> {
  return database.transaction(async (tx) => {
    const [already] = await listTeams(tx, to);
    const [demo] = already ? [] : await listTeams(tx, from);
    if (!demo) return null;
    await tx
      .update(teamMembers)
      .set({ userId: to })
      .where(and(eq(teamMembers.teamId, demo.teamId), eq(teamMembers.userId, from)));
    await tx.update(teams).set({ name, demoUntil: null }).where(eq(teams.id, demo.teamId));
    return demo.teamId;
  });
}

/** Null unless the user is in the team now, and the team is not deleted. */
export async function findMembership(
  on: Queryable,
  { userId, teamId }: { userId: string; teamId: string },
): Promise<Membership | null> {
  const [row] = await selectMemberships(on, and(eq(teamMembers.userId, userId), eq(teamMembers.teamId, teamId)));
  return row ?? null;
}

/** The teams that a user is in, the one that was joined first first. */
export function listTeams(on: Queryable, userId: string): Promise<Membership[]> {
  return selectMemberships(on, eq(teamMembers.userId, userId));
}

async function selectMemberships(on: Queryable, where: SQL | undefined): Promise<Membership[]> {
  return on
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
    .innerJoin(teams, and(eq(teams.id, teamMembers.teamId), isNull(teams.deletedAt)))
    .where(where)
    .orderBy(asc(teamMembers.createdAt), asc(teamMembers.id));
}

/**
 * Locks a team until the transaction ends, so that no two change its members at once. `update` also keeps out what only
 * refers to the team, as everything that is paid for does. Null: there is none, or it is deleted.
 */
export async function lockTeam(
  tx: Transaction,
  teamId: string,
  strength: 'no key update' | 'update',
): Promise<{ name: string; demoUntil: Date | null } | null> {
  const [row] = await tx
    .select({ name: teams.name, demoUntil: teams.demoUntil })
    .from(teams)
    .where(and(eq(teams.id, teamId), isNull(teams.deletedAt)))
    .for(strength);
  return row ?? null;
}

/** False where the user is in the team already. */
export async function insertMember(
  tx: Transaction,
  { teamId, userId, role, at }: { teamId: string; userId: string; role: Role; at: Date },
): Promise<boolean> {
  const rows = await tx
    .insert(teamMembers)
    .values({ id: uuidv7(), teamId, userId, role, createdAt: at })
    .onConflictDoNothing({ target: [teamMembers.teamId, teamMembers.userId] })
    .returning({ id: teamMembers.id });
  return rows.length > 0;
}

export async function updateRole(
  tx: Transaction,
  { teamId, userId, role }: { teamId: string; userId: string; role: Role },
): Promise<void> {
  await tx
    .update(teamMembers)
    .set({ role })
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId)));
}

export async function deleteMember(
  tx: Transaction,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<void> {
  await tx.delete(teamMembers).where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId)));
}

export async function updateTeamName(tx: Transaction, teamId: string, name: string): Promise<void> {
  await tx.update(teams).set({ name }).where(eq(teams.id, teamId));
}

/** Takes everybody out of a team and marks it deleted. Its row stays: what it paid for refers to it. */
export async function markTeamDeleted(tx: Transaction, teamId: string, at: Date): Promise<void> {
  await tx.delete(teamMembers).where(eq(teamMembers.teamId, teamId));
  await tx.update(teams).set({ deletedAt: at, slug: null }).where(eq(teams.id, teamId));
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
