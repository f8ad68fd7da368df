import { z } from 'zod';
import { readJsonBody } from '../body';
import { ignored, unreadable } from '../content';
import { id, looseInstant, reference } from '../fields';
import type { ProviderMessage } from '../provider';
import { readOrder } from './order';
import { readPayment } from './payment';
import type { Reading } from './reading';
import { readSubscription } from './subscription';

/** What every message has. What is missing of its object matters only where the event is used. */
const head = z.object({
  meta: z.object({ event_name: id, test_mode: z.boolean().nullish() }),
  data: z
    .object({
      attributes: z.object({ store_id: reference, test_mode: z.boolean().nullish(), updated_at: looseInstant }),
    })
    .catch({ attributes: { store_id: null, test_mode: null, updated_at: null } }),
});

/**
 * Translates a verified Lemon Squeezy body. `meta.webhook_id` is not taken for an event id: what it stands for is not
 * documented. `fetched` is `{ subscription, askedAt }`, the subscription of an invoice as the interface tells it.
 */
export function normalize(rawBody: Uint8Array, fetched?: unknown): ProviderMessage {
  const body = readJsonBody(rawBody);
  if (!body.ok) return { ...nothingKnown, content: unreadable(body.reason) };
  const read = head.safeParse(body.value);
  if (!read.success) return { ...nothingKnown, content: unreadable(read.error) };
  const { meta, data } = read.data;
  const message = {
    ...nothingKnown,
    type: meta.event_name,
    occurredAt: data.attributes.updated_at,
    environment: environmentOf(meta.test_mode ?? null, data.attributes.test_mode ?? null),
    account: data.attributes.store_id,
  };
  const reading = readEvent(meta.event_name, body.value, fetched);
  if (reading.content.kind !== 'events') return { ...message, ...reading };
  // Without these nobody could tell whether the money is ours.
  if (message.account === null) return { ...message, ...reading, content: unreadable('data.attributes.store_id') };
  if (message.environment === null) return { ...message, ...reading, content: unreadable('meta.test_mode') };
  return { ...message, ...reading };
}

const nothingKnown = {
  eventId: null,
  type: null,
  occurredAt: null,
  environment: null,
  account: null,
  subjectKey: null,
};

/** @see https://docs.lemonsqueezy.com/help/webhooks/event-types */
function readEvent(name: string, body: unknown, fetched: unknown): Reading {
  switch (name) {
    case 'order_created':
    case 'order_refunded':
      return readOrder(name, body);
    case 'subscription_payment_success':
    case 'subscription_payment_recovered':
    case 'subscription_payment_failed':
    case 'subscription_payment_refunded':
      return readPayment(name, body, fetched);
    case 'subscription_created':
    case 'subscription_updated':
    case 'subscription_cancelled':
    case 'subscription_resumed':
    case 'subscription_expired':
    case 'subscription_paused':
    case 'subscription_unpaused':
      return readSubscription(name, body);
    default:
      return { subjectKey: null, content: ignored('type_not_used') };
  }
}

/** The message and its object each say it. Where they contradict each other, neither is believed. */
function environmentOf(ofMessage: boolean | null, ofObject: boolean | null): 'test' | 'live' | null {
  if (ofMessage !== null && ofObject !== null && ofMessage !== ofObject) return null;
  const isTest = ofMessage ?? ofObject;
  return isTest === null ? null : isTest ? 'test' : 'live';
}
