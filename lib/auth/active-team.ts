import { eq } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { users } from '@/db/schema';
import { createTeam, listTeams, type Membership } from './teams';

interface Member {
  /** `usr_…`, who is signed in. */
  userId: string;
  /** The team that the browser worked in last. */
  activeTeamId: string | null;
  at: Date;
  /** Until when a visitor's team is kept; null: for keeps. */
  demoUntil: Date | null;
}

export interface ActiveTeam {
  active: Membership;
  /** All that the user is in, the one joined first first. */
  all: Membership[];
}

/**
 * The team that a user works in: the active one, else the one that they joined first, else a fresh one. Null: there is no
 * such user any more.
 */
export async function ensureTeam(database: Database, member: Member): Promise<ActiveTeam | null> {
  const found = activeOf(await listTeams(database, member.userId), member);
  if (found) return found;
  await createFirstTeam(database, member);
  return activeOf(await listTeams(database, member.userId), member);
}

function activeOf(all: Membership[], { activeTeamId }: Member): ActiveTeam | null {
  const active = all.find(({ teamId }) => teamId === activeTeamId) ?? all[0];
  return active ? { active, all } : null;
}

async function createFirstTeam(database: Database, { userId, at, demoUntil }: Member): Promise<void> {
  await database.transaction(async (tx) => {
    // Several requests of one page may come first: only one of them makes a team.
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
    if (!user || (await listTeams(tx, userId)).length > 0) return;
    if (user.isAnonymous) await createTeam(tx, { userId, name: `Demo team ${userId.slice(-4)}`, at, demoUntil });
    else await createTeam(tx, { userId, name: teamNameOf(user), at });
  });
}

/** What a user's first team is called. */
export function teamNameOf({ name }: { name: string }): string {
  const own = name.trim().slice(0, 60);
  return own === '' ? 'My team' : `${own}’s team`;
}
