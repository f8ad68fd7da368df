import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { type SandboxDelivery, sandboxRuns } from '@/db/schema';
import type { BillingContext } from '../context';
import { type HistoryEntry, listEntries } from '../credits/queries';
import { isSandboxOn } from './context';
import type { RecordedRun } from './queries';
import { listSold, type SoldSubscription } from './sold';
import { isPossible, isSubscriptionAction, type SubscriptionAction, subscriptionActions } from './subscription-actions';
import { describeBurst } from './subscription-sentence';

/** A subscription as the sandbox knows it; what we made of what it told is the billing's to say. */
export interface SandboxSubscriptionView {
  /** `sbx_sub_…`, which is the provider's id of the subscription. */
  sandboxSubscriptionId: string;
  item: string;
  name: string;
  quantity: number;
  status: SoldSubscription['status'];
  periodStart: Date;
  /** When the next cycle falls due, in the sandbox's time. */
  periodEnd: Date;
  trialEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  endedAt: Date | null;
  nextCard: SoldSubscription['nextCard'];
  /** The sandbox's time for this subscription: `advance` moves it ahead of ours. */
  sandboxNow: Date;
  /** What can be refunded, in minor units. */
  lastPayment: { amountMinor: number; currency: string } | null;
  /** The types of the messages that are held back. */
  delayed: string[];
  possibleActions: SubscriptionAction[];
}

/** The team's sandbox subscriptions, newest first; none where the sandbox is off. */
export async function listSandboxSubscriptions(
  context: BillingContext,
  teamId: string,
): Promise<SandboxSubscriptionView[]> {
  if (!isSandboxOn(context)) return [];
  return (await listSold(context.database, teamId)).map((sold) => viewOf(context, sold));
}

function viewOf({ settings, clock }: BillingContext, sold: SoldSubscription): SandboxSubscriptionView {
  const { id, item, quantity, status, trialEnd, endedAt, cancelAtPeriodEnd, nextCard, lastPayment, delayed } = sold;
  return {
    ...{ sandboxSubscriptionId: id, item, quantity, status, cancelAtPeriodEnd, nextCard },
    name: settings.catalog.findItem(item)?.name ?? item,
    periodStart: new Date(sold.periodStart),
    periodEnd: new Date(sold.periodEnd),
    trialEnd: trialEnd === null ? null : new Date(trialEnd),
    endedAt: endedAt === null ? null : new Date(endedAt),
    sandboxNow: new Date(clock.now().getTime() + sold.clockAheadMs),
    lastPayment: lastPayment && { amountMinor: lastPayment.amountMinor, currency: lastPayment.currency },
    delayed: delayed.map(({ label }) => label),
    possibleActions: subscriptionActions.filter((action) => isPossible(action, sold)),
  };
}

/** One run on a subscription and what it showed. Balances are whole credits. */
export interface SubscriptionRun {
  id: string;
  at: Date;
  sandboxSubscriptionId: string;
  action: SubscriptionAction;
  /** In the order in which they were sent; behind them, with status `dropped` or `delayed`, what was not. */
  deliveries: SandboxDelivery[];
  balanceBefore: number;
  balanceAfter: number;
  /** The lines of the ledger that appeared meanwhile, oldest first. */
  entries: HistoryEntry[];
  sentence: string;
}

/** The team's newest runs on subscriptions, newest first. */
export async function listSubscriptionRuns(
  context: BillingContext,
  teamId: string,
  limit: number,
): Promise<SubscriptionRun[]> {
  const rows = await context.database
    .select()
    .from(sandboxRuns)
    .where(and(eq(sandboxRuns.teamId, teamId), isNotNull(sandboxRuns.sandboxSubscriptionId)))
    .orderBy(desc(sandboxRuns.createdAt), desc(sandboxRuns.id))
    .limit(limit);
  const lines = await listEntries(context, { teamId, ids: rows.flatMap(({ entryIds }) => entryIds) });
  return rows.flatMap(({ action, sandboxSubscriptionId, ...row }) => {
    if (!isSubscriptionAction(action) || sandboxSubscriptionId === null) return [];
    const entries = lines.filter(({ id }) => row.entryIds.includes(id));
    return [subscriptionRun({ ...row, action, sandboxSubscriptionId }, entries)];
  });
}

type RunRow = Omit<RecordedRun, 'purchaseId' | 'sandboxSubscriptionId' | 'action'> &
  Pick<SubscriptionRun, 'sandboxSubscriptionId' | 'action'>;

/** A run with its lines of the ledger and its sentence. */
export function subscriptionRun(row: RunRow, entries: HistoryEntry[]): SubscriptionRun {
  const { id, createdAt: at, sandboxSubscriptionId, action, deliveries, balanceBefore, balanceAfter } = row;
  const sentence = describeBurst({ deliveries, deltas: entries.map(({ delta }) => delta) });
  return { id, at, sandboxSubscriptionId, action, deliveries, balanceBefore, balanceAfter, entries, sentence };
}
