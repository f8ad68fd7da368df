import type { Transaction } from '@/db/client';
import type { SubscriptionSnapshot, SubscriptionState } from '../events';
import { closeCase } from '../reconciliation/cases';
import { type Applying, type CaseFinding, keys, type Outcome } from '../webhooks/outcome';
import { insertAudits } from './audits';
import { settleCurrent } from './current';
import { tellEnding } from './ending';
import { findAfterEnd } from './findings';
import { readMemory, stickyChange } from './memory';
import { openSubscription, subjectOf } from './open';
import { linkFirstOrder, listPeriods } from './periods';
import { findPlan, type PlanFound } from './plan';
import { decideSnapshot } from './state';
import { type Subscription, type SubscriptionChange, updateSubscription, updateToSnapshot } from './store';
import { lateTransitions, transitionsOf } from './transitions';

/**
 * Applies how a subscription stood. The newer snapshot wins; an older one is recorded as stale, and leaves only what
 * no newer one can take back. It moves status, plan, quantity and cancellation, never what was paid for, and grants
 * nothing.
 */
export async function applySnapshot(
  tx: Transaction,
  applying: Applying,
  event: SubscriptionSnapshot,
): Promise<Outcome> {
  const opened = await openSubscription(tx, applying, event);
  if (opened.kind === 'refused') return opened.outcome;
  const { subscription, created } = opened;
  const found = findPlan(applying.catalog, applying.provider, event.items);
  if (found.kind === 'ambiguous') return ambiguous(subscription, event, found.plans);
  const memory = readMemory(subscription);
  const content = contentOf(event);
  const { occurredAt, succession, previous } = event;
  const order = decideSnapshot(
    { ...memory, occurredAt: subscription.snapshotOccurredAt, succession: subscription.snapshotSuccession },
    { occurredAt, succession, content, previous },
  );
  const telling = { subscription, event, found, content };
  switch (order.kind) {
    case 'tie':
      return {
        kind: 'waiting',
        code: 'needs_provider_lookup',
        waitingFor: [keys.subscription(applying.provider, event.providerSubscriptionId)],
        values: { local: { ...memory.content }, remote: { ...content } },
      };
    case 'newer':
      return applyNewer(tx, applying, { ...telling, earlier: order.earlier, created });
    case 'stale':
      return keepLate(tx, applying, { ...telling, earlier: order.earlier, created });
    case 'duplicate':
      return repeat(tx, applying, { ...telling, earlier: memory.earlier, isLinked: opened.isLinked, created });
    default:
      return order satisfies never;
  }
}

interface Telling {
  subscription: Subscription;
  event: SubscriptionSnapshot;
  found: Exclude<PlanFound, { kind: 'ambiguous' }>;
  content: SubscriptionState;
  earlier: readonly SubscriptionState[];
}

async function applyNewer(
  tx: Transaction,
  applying: Applying,
  telling: Telling & { created: readonly string[] },
): Promise<Outcome> {
  const { subscription: before, event, created } = telling;
  const after = await updateToSnapshot(tx, before.id, newerChange(telling), applying.now);
  if (!after) throw new Error(`Subscription ${before.id} moved under its lock.`);
  await insertAudits(tx, applying, transitionsOf({ before, after, event, eventId: applying.eventId }));
  await tellEnding(tx, applying, { before, after, occurredAt: event.occurredAt });
  const second = await settleCurrent(tx, applying, {
    before: isFresh(before) ? null : before,
    after,
    at: event.occurredAt,
  });
  await closeSettled(tx, applying, telling);
  const late = after.endedAt === null ? [] : findAfterEnd(after, await listPeriods(tx, after.id));
  return {
    kind: 'applied',
    teamId: after.teamId,
    created: [...created, ...(await linkOrder(tx, applying, after))],
    cases: [...second, ...unknownPrice(telling), ...late],
    details: { subscriptionId: after.id, status: after.status, plan: after.plan, told: event.occurredAt },
  };
}

function newerChange(telling: Telling): SubscriptionChange & { snapshotOccurredAt: string } {
  const { event, content } = telling;
  return {
    ...stickyChange(telling, 'newer'),
    status: content.status,
    providerPeriodStart: content.providerPeriodStart,
    providerPeriodEnd: content.providerPeriodEnd,
    cancelAtPeriodEnd: content.cancelAtPeriodEnd,
    cancelAt: content.cancelAt,
    endedAt: content.endedAt,
    snapshotOccurredAt: event.occurredAt,
    snapshotSuccession: event.succession,
  };
}

/** What a late one tells about its own time: the plan and trial where no newer one did, and what explains a gap. */
async function keepLate(
  tx: Transaction,
  applying: Applying,
  telling: Telling & { created: readonly string[] },
): Promise<Outcome> {
  const { subscription, event, created } = telling;
  await insertAudits(tx, applying, lateTransitions({ subscription, event, eventId: applying.eventId }));
  const after = await updateSubscription(tx, subscription.id, stickyChange(telling, 'stale'), applying.now);
  return {
    kind: 'stale',
    teamId: subscription.teamId,
    details: {
      subscriptionId: subscription.id,
      told: event.occurredAt,
      held: subscription.snapshotOccurredAt ?? event.occurredAt,
    },
    created: [...created, ...(await linkOrder(tx, applying, after))],
  };
}

/** The first payment may have been an order too, under whose id it is refunded. */
async function linkOrder(
  tx: Transaction,
  { provider }: Applying,
  { id, providerOrderPaymentId }: Subscription,
): Promise<string[]> {
  if (providerOrderPaymentId === null) return [];
  const linked = await linkFirstOrder(tx, id, providerOrderPaymentId);
  return linked ? [keys.payment(provider, providerOrderPaymentId)] : [];
}

/** The same again. A price that the catalog did not know then may be known by now. */
async function repeat(
  tx: Transaction,
  applying: Applying,
  telling: Telling & { isLinked: boolean; created: readonly string[] },
): Promise<Outcome> {
  const { subscription, event, isLinked, created } = telling;
  const snapshotSuccession = Math.max(event.succession, subscription.snapshotSuccession ?? 0);
  const change = { ...stickyChange(telling, 'duplicate'), snapshotSuccession };
  const after = await updateSubscription(tx, subscription.id, change, applying.now);
  const details = { subscriptionId: subscription.id, told: event.occurredAt };
  if (after.plan === subscription.plan && !isLinked) return { kind: 'duplicate', teamId: subscription.teamId, details };
  await insertAudits(tx, applying, transitionsOf({ before: subscription, after, event, eventId: applying.eventId }));
  await closeSettled(tx, applying, telling);
  return { kind: 'applied', teamId: subscription.teamId, created, cases: [], details };
}

/** Cases that this snapshot answers. */
async function closeSettled(tx: Transaction, { now: at }: Applying, { event, found, content }: Telling): Promise<void> {
  const subject = subjectOf(event);
  if (found.kind === 'plan') await closeCase(tx, { kind: 'unknown_price', subject, at, note: 'The price is known.' });
  if (!content.cancelAtPeriodEnd && content.cancelAt === null && content.endedAt === null)
    await closeCase(tx, { kind: 'renewed_while_canceling', subject, at, note: 'It is not ending any more.' });
}

function unknownPrice({ subscription, event, found }: Telling): CaseFinding[] {
  if (found.kind === 'plan') return [];
  const remote = { items: event.items, status: event.status };
  return [{ kind: 'unknown_price', subject: subjectOf(event), local: { plan: subscription.plan }, remote }];
}

function ambiguous(subscription: Subscription, event: SubscriptionSnapshot, plans: string[]): Outcome {
  const values = { local: { plan: subscription.plan }, remote: { plans, items: event.items } };
  const finding = { kind: 'ambiguous_plan', subject: subjectOf(event), ...values } as const;
  return { kind: 'parked', teamId: subscription.teamId, finding };
}

/** Nothing but its first event has been told of it. */
function isFresh({ snapshotOccurredAt, currentPeriodEnd }: Subscription): boolean {
  return snapshotOccurredAt === null && currentPeriodEnd === null;
}

function contentOf(event: SubscriptionSnapshot): SubscriptionState {
  const { status, items, providerPeriodStart, providerPeriodEnd, trialEnd } = event;
  const { cancelAtPeriodEnd, cancelAt, endedAt, nextPriceId } = event;
  const told = {
    status,
    items,
    providerPeriodStart,
    providerPeriodEnd,
    trialEnd,
    cancelAtPeriodEnd,
    cancelAt,
    endedAt,
  };
  return nextPriceId === undefined ? told : { ...told, nextPriceId };
}
