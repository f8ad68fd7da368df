import type { sandboxSubscriptions } from '@/db/schema';
import type { Plan } from '../catalog';
import { addMonths } from '../credits/allowance-plan';
import type { Environment, Instant, Period } from '../events';
import { encode, tailOf } from '../providers/sandbox/messages';
import type { Standing, SubscriptionSession, Told } from '../providers/sandbox/subscription-messages';

type Row = typeof sandboxSubscriptions.$inferSelect;

/** A subscription as the sandbox knows it: everything but what is kept beside it. */
export type SandboxSubscription = Omit<Row, 'delayed' | 'createdAt' | 'updatedAt'>;

/** A message with its id and its exact text, ready to be signed. */
export interface BurstMessage {
  eventId: string;
  /** Its type, for the eye. */
  label: string;
  /** Money was paid: the message that matters most. */
  isPayment: boolean;
  rawBody: Uint8Array;
}

/** What an action makes the sandbox tell, in its natural order, and how the subscription stands after it. */
export interface Burst {
  messages: BurstMessage[];
  next: SandboxSubscription;
}

/** What a burst is made with. `now` is the sandbox's own time for this subscription. */
export interface BurstContext {
  now: Date;
  environment: Environment;
  plan: Plan;
}

/** Gives what is told its ids and times. The microseconds count on, so that no two messages share an instant. */
export function burstOf(told: Told[], next: SandboxSubscription, context: BurstContext): Burst {
  const messages = told.map(({ type, data }, index) => {
    const number = next.seq + index + 1;
    const created_at = instantOf(context.now).replace('000Z', `${String(number % 1000).padStart(3, '0')}Z`);
    return {
      eventId: `sbx_evt_${tailOf(next.id)}_${number}`,
      label: type,
      isPayment: isPayment(type),
      rawBody: encode({ type, created_at, environment: context.environment, data }),
    };
  });
  return { messages, next: { ...next, seq: next.seq + told.length } };
}

/** Whether a message of this type says that money was paid. */
export function isPayment(type: string): boolean {
  return type === 'period.paid' || type === 'proration.paid';
}

export function sessionOf({ id, sessionId, checkoutId, teamId }: SandboxSubscription): SubscriptionSession {
  return { subscriptionId: id, sessionId, checkoutId, customerId: customerIdOf(teamId) };
}

export function customerIdOf(teamId: string): string {
  return `sbx_cus_${teamId}`;
}

/** How the sandbox tells it: `status` may still be `incomplete` while the first payment is made. */
export function standingOf(subscription: SandboxSubscription, changes: Partial<Standing> = {}): Standing {
  const { status, item, quantity, startedAt, trialEnd, cancelAtPeriodEnd, endedAt } = subscription;
  const providerPriceId = priceIdOf(item);
  const told = { status, providerPriceId, quantity, startedAt, trialEnd, cancelAtPeriodEnd, endedAt };
  return { ...sessionOf(subscription), ...told, period: periodOf(subscription), ...changes };
}

export function priceIdOf(item: string): string {
  return `sandbox_${item}`;
}

export function periodOf({ periodStart, periodEnd }: SandboxSubscription): Period {
  return { start: periodStart, end: periodEnd };
}

/** Moves on to the next cycle, in calendar months from the anchor: 31 January, 28 February, 31 March. */
export function nextCycle(subscription: SandboxSubscription, { interval }: Plan): SandboxSubscription {
  const cycle = subscription.cycle + 1;
  const start = addMonths(subscription.anchor, cycle * monthsOf(interval));
  const end = addMonths(subscription.anchor, (cycle + 1) * monthsOf(interval));
  return { ...subscription, cycle, periodStart: start, periodEnd: end };
}

function monthsOf(interval: Plan['interval']): number {
  return interval === 'year' ? 12 : 1;
}

/** The number of the newest invoice makes its id. */
export function invoiceIdOf({ id, invoices }: SandboxSubscription): string {
  return `sbx_inv_${tailOf(id)}_${invoices}`;
}

export function later(date: Date, days: number): Date {
  return new Date(date.getTime() + days * 86_400_000);
}

/** A `Date` has milliseconds; our times have six digits. */
export function instantOf(date: Date): Instant {
  return date.toISOString().replace('Z', '000Z');
}
