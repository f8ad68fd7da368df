import { updateTeamName } from '../auth/teams';
import { lockTeamFor } from './authorize';
import type { Actor, TeamsContext } from './context';
import { parseTeamName } from './name';

/** Throws `invalid_name`, `not_allowed`, `team_not_found`. */
export async function rename({ database }: TeamsContext, actor: Actor, name: string): Promise<void> {
  const parsed = parseTeamName(name);
  await database.transaction(async (tx) => {
    await lockTeamFor(tx, actor, { permission: 'team.manage' });
    await updateTeamName(tx, actor.teamId, parsed);
  });
}
