import type { Queryable, Transaction } from '@/db/client';
import { can } from '../auth/permissions';
import { findMembership, markTeamDeleted } from '../auth/teams';
import { lockTeamFor, requireAccount } from './authorize';
import type { Actor, TeamsContext } from './context';
import { TeamError } from './errors';
import { deleteInvitations } from './invitations';

/** What a team is billed for, as far as deleting it must know. */
export interface TeamBilling {
  /** Ids of what could still charge the team beside what was canceled. None is added while the team is locked for update. */
  listLiveSubscriptions(on: Queryable, teamId: string, canceled: readonly string[]): Promise<string[]>;
  /** Ends all of them at their providers, now. Throws where that is not sure, with a sentence that says so. */
  cancelSubscription(teamId: string): Promise<{ canceled: string[] }>;
}

/**
 * Ends the team's subscriptions at their providers, then deletes the team: nobody is in it any more, its keys and
 * invitations are gone. What it bought, spent and owes stays on record. Throws `not_allowed`, `account_required`,
 * `live_subscription`, and what the provider's refusal throws: then the team is as it was.
 */
export async function deleteTeam(context: TeamsContext, actor: Actor): Promise<void> {
  const { database, clock, billing } = context;
  await requireOwner(context, actor);
  const { canceled } = await billing.cancelSubscription(actor.teamId);
  await database.transaction(async (tx) => {
    await lockTeamFor(tx, actor, { permission: 'team.manage', strength: 'update' });
    await refuseWhatCameMeanwhile(tx, context, { teamId: actor.teamId, canceled });
    await deleteInvitations(tx, actor.teamId);
    await markTeamDeleted(tx, actor.teamId, clock.now());
  });
}

/** Before anything is canceled. */
async function requireOwner({ database }: TeamsContext, actor: Actor): Promise<void> {
  const member = await findMembership(database, actor);
  if (!member) throw TeamError.teamNotFound();
  if (!can(member.role, 'team.manage')) throw TeamError.notAllowed();
  requireAccount(member);
}

/** What was bought meanwhile was not canceled; what was resumed meanwhile is not any more. */
async function refuseWhatCameMeanwhile(
  tx: Transaction,
  { billing }: TeamsContext,
  { teamId, canceled }: { teamId: string; canceled: readonly string[] },
): Promise<void> {
  const live = await billing.listLiveSubscriptions(tx, teamId, canceled);
  if (live.length > 0) throw TeamError.liveSubscription();
}
