import type { BillingEvent } from '@/lib/billing/events';
import { stripe } from '@/lib/billing/providers/stripe';
import { changeFixture } from '@/tests/support/fixtures';

type Kind = BillingEvent['kind'];

/** What a payload with these changes means. Paths are relative to `data.object`, unless they start with `/`. */
export function read(fixture: string, changes: Readonly<Record<string, unknown>> = {}, fetched?: unknown) {
  const placed = Object.entries(changes).map(([path, value]) => [
    path.startsWith('/') ? path.slice(1) : `data.object.${path}`,
    value,
  ]);
  return stripe.normalize(changeFixture('stripe', fixture, Object.fromEntries(placed)), fetched);
}

/** The one event of this kind that the payload means. */
export function readEvent<K extends Kind>(
  kind: K,
  ...args: Parameters<typeof read>
): Extract<BillingEvent, { kind: K }> {
  const { content } = read(...args);
  if (content.kind !== 'events') throw new Error(`${content.kind}: ${content.reason}`);
  const [event] = content.events;
  if (!isOfKind(event, kind)) throw new Error(`${event.kind} instead of ${kind}`);
  return event;
}

function isOfKind<K extends Kind>(event: BillingEvent, kind: K): event is Extract<BillingEvent, { kind: K }> {
  return event.kind === kind;
}
