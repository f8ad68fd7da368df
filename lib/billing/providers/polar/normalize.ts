import { readJsonBody } from '../body';
import type { MessageContent, ProviderMessage } from '../provider';
import { checkoutContent } from './checkouts';
import { customerDeletedContent } from './customers';
import { disputeContent } from './disputes';
import { orderPaidContent, orderUpdatedContent } from './orders';
import { orderRefundedContent, refundContent } from './refunds';
import { type Envelope, envelopeSchema } from './schemas';
import { subscriptionContent, successionOf } from './subscriptions';

/**
 * Translates a verified Polar body. The event id is a header, there is no flag for the environment, and the account
 * is the organization where the payload names it.
 */
export function normalize(rawBody: Uint8Array): ProviderMessage {
  const body = readJsonBody(rawBody);
  if (!body.ok) return { ...nothingKnown, content: { kind: 'unreadable', reason: body.reason } };
  const envelope = envelopeSchema.parse(body.value);
  return {
    eventId: null,
    type: envelope.type,
    occurredAt: envelope.timestamp,
    environment: null,
    account: accountOf(envelope),
    subjectKey: subjectOf(envelope),
    content: contentOf(envelope.type, body.value),
  };
}

const nothingKnown = {
  eventId: null,
  type: null,
  occurredAt: null,
  environment: null,
  account: null,
  subjectKey: null,
} as const;

function contentOf(type: string | null, body: unknown): MessageContent {
  switch (type) {
    case null:
      return { kind: 'unreadable', reason: 'type' };
    case 'order.paid':
      return orderPaidContent(body);
    case 'order.refunded':
      return orderRefundedContent(body);
    case 'order.updated':
      return orderUpdatedContent(body);
    case 'order.created':
      return { kind: 'ignored', reason: 'order_paid_counts' };
    case 'refund.created':
    case 'refund.updated':
      return refundContent(body);
    case 'dispute.updated':
      return disputeContent(body);
    case 'customer.deleted':
      return customerDeletedContent(body);
    case 'checkout.updated':
    case 'checkout.expired':
      return checkoutContent(body);
    default:
      return otherContent(type, body);
  }
}

/** Newer types come with newer API versions; what we have no use for is kept and ignored. */
function otherContent(type: string, body: unknown): MessageContent {
  const succession = successionOf(type);
  return succession === null ? { kind: 'ignored', reason: 'type_not_used' } : subscriptionContent(body, succession);
}

function accountOf({ data }: Envelope): string | null {
  return data?.organization_id ?? data?.customer?.organization_id ?? data?.product?.organization_id ?? null;
}

function subjectOf({ type, data }: Envelope): string | null {
  const noun = type?.split('.')[0];
  if (noun === 'refund' || noun === 'dispute') return data?.order_id ? `payment:${data.order_id}` : null;
  if (!data?.id) return null;
  if (noun === 'order') return data.subscription_id ? `subscription:${data.subscription_id}` : `purchase:${data.id}`;
  return noun === 'subscription' || noun === 'checkout' || noun === 'customer' ? `${noun}:${data.id}` : null;
}
