import { z } from 'zod';
import { readJsonBody } from '../body';
import { ignored, unreadable } from '../content';
import { looseInstant, reference } from '../fields';
import type { MessageContent, ProviderMessage } from '../provider';
import { adjustmentContent } from './adjustment';
import { canceledContent, failedContent } from './attempt';
import { completedContent } from './completed';
import { subscriptionContent, successionOf } from './subscription';

/** What every message has. Beside the first three it only says what the message is about. */
const head = z.object({
  event_id: reference,
  event_type: reference,
  occurred_at: looseInstant,
  data: z
    .object({ id: reference, transaction_id: reference, subscription_id: reference, origin: reference })
    .catch({ id: null, transaction_id: null, subscription_id: null, origin: null }),
});
type Head = z.infer<typeof head>;

/** Translates a verified Paddle body. `notification_id` names a delivery to one destination, not the event. */
export function normalize(rawBody: Uint8Array): ProviderMessage {
  const body = readJsonBody(rawBody);
  if (!body.ok) return { ...nothingKnown, content: unreadable(body.reason) };
  const told = head.parse(body.value);
  const { event_id: eventId, event_type: type, occurred_at: occurredAt } = told;
  const message = { ...nothingKnown, eventId, type, occurredAt, subjectKey: subjectOf(told) };
  if (eventId === null) return { ...message, content: unreadable('event_id') };
  if (type === null) return { ...message, content: unreadable('event_type') };
  return { ...message, content: contentOf(type, body.value) };
}

const nothingKnown = {
  eventId: null,
  type: null,
  occurredAt: null,
  environment: null,
  account: null,
  subjectKey: null,
};

/** @see https://developer.paddle.com/webhooks/overview */
function contentOf(type: string, body: unknown): MessageContent {
  switch (type) {
    case 'transaction.completed':
      return completedContent(body);
    case 'transaction.payment_failed':
      return failedContent(body);
    case 'transaction.canceled':
      return canceledContent(body);
    case 'transaction.created':
    case 'transaction.ready':
      return ignored('checkout_is_open');
    case 'transaction.billed':
      return ignored('not_paid_yet');
    case 'transaction.paid':
      // The money is there, but neither the subscription nor the invoice need be.
      return ignored('transaction_completed_counts');
    case 'transaction.past_due':
      return ignored('transaction_payment_failed_counts');
    case 'transaction.updated':
    case 'transaction.revised':
      return ignored('other_events_count');
    case 'adjustment.created':
    case 'adjustment.updated':
      return adjustmentContent(body);
    default:
      return otherContent(type, body);
  }
}

function otherContent(type: string, body: unknown): MessageContent {
  const succession = successionOf(type);
  return succession === null ? ignored('type_not_used') : subscriptionContent(body, succession);
}

function subjectOf({ event_type, data }: Head): string | null {
  const noun = event_type?.split('.')[0];
  if (noun === 'adjustment') return data.transaction_id && `payment:${data.transaction_id}`;
  if (noun === 'transaction' && data.subscription_id && data.origin !== 'subscription_charge')
    return `subscription:${data.subscription_id}`;
  if (data.id === null) return null;
  if (noun === 'transaction') return `purchase:${data.id}`;
  return noun === 'subscription' || noun === 'customer' ? `${noun}:${data.id}` : null;
}
