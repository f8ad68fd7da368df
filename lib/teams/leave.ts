import { deleteMember } from '../auth/teams';
import { lockTeamFor, requireAccount } from './authorize';
import type { Actor, TeamsContext } from './context';
import { withdrawInvitationsOf } from './invitations';
import { keepAnOwner } from './owners';

/** Takes oneself out of a team. Throws `last_owner`, `account_required`, `team_not_found`. */
export async function leave({ database }: TeamsContext, actor: Actor): Promise<void> {
  await database.transaction(async (tx) => {
    const member = await lockTeamFor(tx, actor, { permission: 'team.view' });
    requireAccount(member);
    await keepAnOwner(tx, member);
    await deleteMember(tx, member);
    await withdrawInvitationsOf(tx, member);
  });
}
