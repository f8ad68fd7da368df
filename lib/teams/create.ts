import { eq } from 'drizzle-orm';
import { users } from '@/db/schema';
import { createTeam } from '../auth/teams';
import { requireAccount } from './authorize';
import type { TeamsContext } from './context';
import { TeamError } from './errors';
import { parseTeamName } from './name';

/** Makes another team, owned by the user who asks. Returns its id. Throws `invalid_name`, `account_required`. */
export async function create(
  { database, clock }: TeamsContext,
  { userId, name }: { userId: string; name: string },
): Promise<string> {
  const parsed = parseTeamName(name);
  const [user] = await database.select({ isAnonymous: users.isAnonymous }).from(users).where(eq(users.id, userId));
  if (!user) throw TeamError.notAllowed();
  requireAccount(user);
  return createTeam(database, { userId, name: parsed, at: clock.now() });
}
