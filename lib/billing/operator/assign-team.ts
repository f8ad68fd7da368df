import { eq } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { teams } from '@/db/schema';
import type { BillingContext } from '../context';
import { findCustomerTeams, rememberCustomer } from '../customers/store';
import { BillingError } from '../errors';
import type { BillingEvent } from '../events';
import { type EventKey, isSettled, markReceipt, wakeWaiting } from '../webhooks/inbox';
import { keysOf } from '../webhooks/keys-of';
import { lockKeys } from '../webhooks/locks';
import { keys } from '../webhooks/outcome';
import { attemptRow, inBoundedTransaction, readMessage } from '../webhooks/stored';
import { type Operator, recordAction, requireReason, subjects } from './actions';
import { OperatorError } from './errors';
import { attemptWoken, lockForOperator, type Replayed } from './replay';

/**
 * Says whom an event is for, links its customer to that team where no team has the customer, and replays it. A
 * checkout of ours and a known subscription stay with their team. Throws `reason_required`, `event_not_found`,
 * `event_busy`, `event_settled`, `delivery_not_kept`, `unknown_team`, `event_of_another_team`.
 */
export async function assignTeam(
  context: BillingContext,
  { key, teamId, by }: { key: EventKey; teamId: string; by: Operator },
): Promise<Replayed> {
  requireReason(by);
  const { replayed, woken } = await inBoundedTransaction(context, async (tx) => {
    const at = context.clock.now();
    const row = await lockForOperator(tx, key);
    if (isSettled(row.state)) throw OperatorError.eventSettled(key.eventId, row.state);
    if (row.rawBody === null) throw BillingError.deliveryNotKept(key.eventId);
    await requireTeam(tx, teamId);
    const { content } = readMessage(key, row);
    const events = content.kind === 'events' ? content.events : [];
    // Nobody may look for the customer while it is being linked.
    await lockKeys(tx, keysOf(key.provider, events));
    await markReceipt(tx, key, { assignedTeamId: teamId });
    const attempted = await attemptRow(tx, context, { key, row: { ...row, assignedTeamId: teamId } });
    const { outcome, code, state: after } = attempted;
    if (code === 'team_mismatch') throw OperatorError.eventOfAnotherTeam(key.eventId, attempted.teamId ?? 'another');
    const linked = await linkCustomers(tx, { key, events, teamId });
    const woken = await wakeWaiting(tx, linked, at);
    const replayed = { outcome, before: row.state, after, code };
    await recordAction(tx, {
      ...{ by, action: 'event_assigned', subject: subjects.event(key), teamId, at },
      details: { ...replayed, teamId, linked },
    });
    return { replayed, woken: [...attempted.woken, ...woken] };
  });
  await attemptWoken(context, woken);
  return replayed;
}

async function requireTeam(tx: Transaction, teamId: string): Promise<void> {
  const [team] = await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId));
  if (!team) throw BillingError.unknownTeam(teamId);
}

/** The keys of the customers that were nobody's and are this team's now. */
async function linkCustomers(
  tx: Transaction,
  { key, events, teamId }: { key: EventKey; events: readonly BillingEvent[]; teamId: string },
): Promise<string[]> {
  const { provider } = key;
  const told = events.map((event) => ('buyer' in event ? event.buyer.providerCustomerId : null));
  const linked: string[] = [];
  for (const providerCustomerId of new Set(told.filter((id) => id !== null))) {
    if ((await findCustomerTeams(tx, provider, providerCustomerId)).length > 0) continue;
    await rememberCustomer(tx, { provider, providerCustomerId, teamId });
    linked.push(keys.customer(provider, providerCustomerId));
  }
  return linked;
}
