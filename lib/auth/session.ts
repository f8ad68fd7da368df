import { ensureTeam } from './active-team';
import type { AuthContext } from './context';
import type { Role } from './permissions';
import type { AuthServer } from './server';
import type { Membership } from './teams';

export interface Session extends Membership {
  sessionId: string;
  /** Null for a visitor without an account. */
  email: string | null;
  /** The teams that the user is in, the one joined first first. */
  teams: { teamId: string; teamName: string; role: Role }[];
}

/**
 * Who a request is for, by its cookie, in the team that this browser works in; where that is gone, in another one of
 * theirs, or in a fresh one. Null when nobody is signed in.
 */
export async function readSession(
  { database, settings, clock }: AuthContext,
  auth: AuthServer,
  headers: Headers,
): Promise<Session | null> {
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (!found) return null;
  const { session, user } = found;
  const at = clock.now();
  const demoUntil = settings.demoKeptForMs === null ? null : new Date(at.getTime() + settings.demoKeptForMs);
  const member = { userId: user.id, activeTeamId: session.activeTeamId ?? null, at, demoUntil };
  const team = await ensureTeam(database, member);
  if (!team) return null;
  const { active, all } = team;
  return {
    ...active,
    sessionId: session.id,
    email: active.isAnonymous ? null : user.email,
    teams: all.map(({ teamId, teamName, role }) => ({ teamId, teamName, role })),
    isOperator: active.isOperator || (active.isAnonymous && settings.demoIsOperator),
  };
}
