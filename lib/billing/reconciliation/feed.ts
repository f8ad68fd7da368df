import { createHash } from 'node:crypto';
import type { BillingContext } from '../context';
import type { BillingEvent, ProviderName } from '../events';
import type { ProviderMessage } from '../providers/provider';
import { getProvider } from '../providers/registry';
import { type EventKey, findReceipt, isSettled } from '../webhooks/inbox';
import { lookUpEvent } from '../webhooks/lookups';
import { answerId, asAnswer } from '../webhooks/read';
import { store } from '../webhooks/receive';

/** An object that a provider listed, with what it says in our words. */
export interface Answer {
  provider: ProviderName;
  message: ProviderMessage;
  rawBody: Uint8Array;
}

/** Translates an object that a provider listed, by the function that its webhooks go through. */
export function readAnswer(provider: ProviderName, body: Record<string, unknown>): Answer {
  const rawBody = new TextEncoder().encode(JSON.stringify(body));
  return { provider, rawBody, message: asAnswer(getProvider(provider).normalize(rawBody)) };
}

export function eventsOf({ message: { content } }: Answer): readonly BillingEvent[] {
  return content.kind === 'events' ? content.events : [];
}

/**
 * Applies what a webhook should have told: the object becomes a stored event like any other, under a key of its own, so
 * that it waits, is retried, parked and replayed as they are. The webhook, should it come, finds its facts recorded.
 * Returns how it ended.
 */
export async function feed(context: BillingContext, answer: Answer): Promise<string> {
  const { provider, message, rawBody } = answer;
  const key: EventKey = { provider, eventId: answerId(hashOf(message)) };
  const held = await findReceipt(context.database, key);
  if (held && isSettled(held.state)) return 'duplicate';
  const { type, subjectKey, occurredAt, environment } = message;
  const bodySha256 = createHash('sha256').update(rawBody).digest('hex');
  const about = { environment, type, subjectKey, occurredAt };
  const receipt = { ...key, eventIdSource: 'derived' as const, ...about, rawBody, bodySha256 };
  const { status } = await store(context, { receipt, message });
  if (status !== 'waiting') return status;
  // What waits for something that is listed later is woken by it.
  const waiting = await findReceipt(context.database, key);
  if (waiting?.errorCode !== 'needs_provider_lookup') return status;
  const lookedUp = await lookUpEvent(context, key);
  return lookedUp && lookedUp !== 'failed' ? lookedUp.outcome : status;
}

/**
 * By what it says, since addresses in an object change each time it is read. A fact is the same whenever it was asked
 * for; how a subscription or a dispute stands is not.
 */
function hashOf({ type, content }: ProviderMessage): string {
  const events = content.kind === 'events' ? content.events.map(withoutTimeOfAsking) : [content];
  return createHash('sha256')
    .update(JSON.stringify([type, events]))
    .digest('hex');
}

function withoutTimeOfAsking(event: BillingEvent): object {
  if (event.kind === 'subscription_snapshot' || event.kind === 'payment_disputed') return event;
  const { occurredAt: _, ...fact } = event;
  return fact;
}
