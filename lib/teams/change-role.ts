import { can, type Role } from '../auth/permissions';
import { findMembership, updateRole } from '../auth/teams';
import { lockTeamFor } from './authorize';
import type { Actor, TeamsContext } from './context';
import { TeamError } from './errors';
import { withdrawInvitationsOf } from './invitations';
import { keepAnOwner } from './owners';

/** Gives a member of the team another role. Throws `last_owner`, `member_not_found`, `not_allowed`. */
export async function changeRole(
  { database }: TeamsContext,
  actor: Actor,
  { userId, role }: { userId: string; role: Role },
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockTeamFor(tx, actor, { permission: 'members.manage' });
    const member = await findMembership(tx, { teamId: actor.teamId, userId });
    if (!member) throw TeamError.memberNotFound();
    if (role !== 'owner') await keepAnOwner(tx, member);
    await updateRole(tx, { teamId: actor.teamId, userId, role });
    if (!can(role, 'members.manage')) await withdrawInvitationsOf(tx, member);
  });
}
