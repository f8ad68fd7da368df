import { deleteMember, listTeams } from '../auth/teams';
import { lockTeamFor, requireAccount } from './authorize';
import type { Actor, TeamsContext } from './context';
import { TeamError } from './errors';
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

/** Takes a user out of every team, one after the other: an account that ends leaves like anybody else. Throws `last_owner`. */
export async function leaveAll(context: TeamsContext, userId: string): Promise<void> {
  for (const { teamId } of await listTeams(context.database, userId))
    await leave(context, { teamId, userId }).catch((error: unknown) => {
      // Somebody else took them out meanwhile.
      if (!(error instanceof TeamError && error.code === 'team_not_found')) throw error;
    });
}
