import { findMembership, updateRole } from '../auth/teams';
import { lockTeamFor } from './authorize';
import type { Actor, TeamsContext } from './context';
import { TeamError } from './errors';
import { withdrawInvitationsOf } from './invitations';

/**
 * Makes another member an owner and oneself a member, in one step. Throws `member_not_found`, also for oneself, and
 * `not_allowed`.
 */
export async function transfer({ database }: TeamsContext, actor: Actor, userId: string): Promise<void> {
  await database.transaction(async (tx) => {
    await lockTeamFor(tx, actor, { permission: 'team.manage' });
    const heir = await findMembership(tx, { teamId: actor.teamId, userId });
    if (!heir || userId === actor.userId) throw TeamError.memberNotFound();
    await updateRole(tx, { teamId: actor.teamId, userId, role: 'owner' });
    await updateRole(tx, { ...actor, role: 'member' });
    await withdrawInvitationsOf(tx, actor);
  });
}
