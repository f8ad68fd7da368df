import { z } from 'zod';
import type { BillingEvent, Instant } from '../events';
import type { BillingProvider, ProviderMessage } from '../providers/provider';

const fetchedMessages = z.object({
  told: z.array(z.record(z.string(), z.unknown())).default([]),
  /** A time for which the provider was asked and named no invoice. */
  notBilled: z
    .object({ providerSubscriptionId: z.string(), start: z.string(), end: z.string(), askedAt: z.string() })
    .nullish(),
});

/**
 * A stored event as it is to be applied: what its body says, and in front of that what the provider answered when it
 * was asked for what the body lacks. Pure; never throws.
 */
export function readEvent(provider: BillingProvider, rawBody: Uint8Array, fetched: unknown): ProviderMessage {
  const message = provider.normalize(rawBody, fetched ?? undefined);
  const answered = fetchedMessages.safeParse(fetched);
  if (message.content.kind !== 'events' || !answered.success) return message;
  const own = message.content.events;
  const { told, notBilled } = answered.data;
  const before = told
    .flatMap((body) => readTold(provider, body, fetched))
    .filter((event) => isUsable(event) && !own.some((one) => keyOf(one) === keyOf(event)));
  const gap = notBilled ? [notBilledEvent(notBilled)] : [];
  const [first, ...others] = [...before.sort(byTime), ...gap, ...own];
  return first ? { ...message, content: { kind: 'events', events: [first, ...others] } } : message;
}

/** What an object of a provider's interface says, translated as the webhook would be whose envelope it has. */
export function readTold(provider: BillingProvider, body: Record<string, unknown>, fetched?: unknown): BillingEvent[] {
  const { content } = provider.normalize(new TextEncoder().encode(JSON.stringify(body)), fetched ?? undefined);
  return content.kind === 'events' ? content.events.map(asAnswered) : [];
}

const answerPrefix = 'api:';

/** The id under which an answer of a provider's interface is kept, beside the ids of its events. */
export function answerId(hash: string): string {
  return `${answerPrefix}${hash}`;
}

/** Whether a stored event was not delivered to us but found by asking. */
export function isAnswer(eventId: string): boolean {
  return eventId.startsWith(answerPrefix);
}

/** A message that an interface gave. */
export function asAnswer(message: ProviderMessage): ProviderMessage {
  if (message.content.kind !== 'events') return message;
  const [first, ...others] = message.content.events;
  return { ...message, content: { kind: 'events', events: [asAnswered(first), ...others.map(asAnswered)] } };
}

/** Above every event of its instant: it was asked for after all of them. */
const answeredSuccession = 5;

/** What was answered stands over what was told for the same instant. */
function asAnswered(event: BillingEvent): BillingEvent {
  return event.kind === 'subscription_snapshot' ? { ...event, succession: answeredSuccession } : event;
}

/**
 * What can explain another event: how the subscription stands and what was paid for, or never will be. Not an invoice
 * whose lines have to be asked for themselves.
 */
function isUsable(event: BillingEvent): boolean {
  if (event.kind === 'period_paid') return event.lines !== null || event.asked !== undefined;
  return event.kind === 'subscription_snapshot' || event.kind === 'period_voided';
}

function keyOf(event: BillingEvent): string | BillingEvent {
  switch (event.kind) {
    case 'period_paid':
    case 'period_voided':
      return `invoice:${event.renewalKey}`;
    case 'proration_paid':
      return `invoice:${event.prorationKey}`;
    case 'purchase_paid':
      return `purchase:${event.purchaseKey}`;
    default:
      return event;
  }
}

/** How it stands first, since that says whose it is; then what was paid, in the order of its time. */
function byTime(a: BillingEvent, b: BillingEvent): number {
  const rank = (event: BillingEvent) => (event.kind === 'subscription_snapshot' ? 0 : 1);
  return rank(a) - rank(b) || (timeOf(a) < timeOf(b) ? -1 : 1);
}

function timeOf(event: BillingEvent): Instant {
  if (event.kind !== 'period_paid') return event.occurredAt;
  return event.period?.start ?? event.invoicedAt;
}

function notBilledEvent(gap: NonNullable<z.infer<typeof fetchedMessages>['notBilled']>): BillingEvent {
  const { providerSubscriptionId, start, end, askedAt: occurredAt } = gap;
  const renewalKey = `not_billed:${providerSubscriptionId}:${start}`;
  return {
    kind: 'period_voided',
    occurredAt,
    providerSubscriptionId,
    renewalKey,
    period: { start, end },
    reason: 'not_billed',
  };
}
