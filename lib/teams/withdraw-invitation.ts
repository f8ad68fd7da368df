import { lockTeamFor } from './authorize';
import type { Actor, TeamsContext } from './context';
import { TeamError } from './errors';
import { lockInvitation, markInvitation } from './invitations';

/** Takes back an open invitation of the team. Throws `invitation_not_found`, also for another team's, `not_allowed`. */
export async function withdrawInvitation(
  { database }: TeamsContext,
  actor: Actor,
  invitationId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockTeamFor(tx, actor, { permission: 'members.manage' });
    const invitation = await lockInvitation(tx, invitationId);
    if (invitation?.teamId !== actor.teamId || invitation.status !== 'pending') throw TeamError.invitationNotFound();
    await markInvitation(tx, invitationId, 'canceled');
  });
}
