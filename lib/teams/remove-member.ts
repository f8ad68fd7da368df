import { deleteMember, findMembership } from '../auth/teams';
import { lockTeamFor } from './authorize';
import type { Actor, TeamsContext } from './context';
import { TeamError } from './errors';
import { withdrawInvitationsOf } from './invitations';
import { keepAnOwner } from './owners';

/** Takes somebody out of the team, and back what they invited to it. Throws `last_owner`, `member_not_found`, `not_allowed`. */
export async function removeMember({ database }: TeamsContext, actor: Actor, userId: string): Promise<void> {
  await database.transaction(async (tx) => {
    await lockTeamFor(tx, actor, { permission: 'members.manage' });
    const member = await findMembership(tx, { teamId: actor.teamId, userId });
    if (!member) throw TeamError.memberNotFound();
    await keepAnOwner(tx, member);
    await deleteMember(tx, member);
    await withdrawInvitationsOf(tx, member);
  });
}
