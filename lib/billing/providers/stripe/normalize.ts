import { readJsonBody } from '../body';
import type { MessageContent, ProviderMessage } from '../provider';
import { readCheckoutStopped, readCheckoutSucceeded } from './checkouts';
import { readCustomerDeleted } from './customers';
import { id, instant, isRecord, toText } from './fields';
import { readIntentSucceeded } from './intents';
import { readInvoicePaid } from './invoice-paid';
import { readInvoiceAbandoned, readInvoiceFailed, readInvoicePaymentPaid } from './invoice-unpaid';
import { ignored, type ObjectReader, type StripeEvent, unreadable } from './reading';
import { readCharge, readDispute, readRefund } from './reversals';
import { subjectKeyOf } from './subject';
import { readSubscription } from './subscriptions';

/** Every type that is used. Types: https://docs.stripe.com/api/events/types */
const readers: ReadonlyMap<string, ObjectReader> = new Map([
  ['checkout.session.completed', readCheckoutSucceeded],
  ['checkout.session.async_payment_succeeded', readCheckoutSucceeded],
  ['checkout.session.async_payment_failed', readCheckoutStopped],
  ['checkout.session.expired', readCheckoutStopped],
  ['payment_intent.succeeded', readIntentSucceeded],
  ['charge.refunded', readCharge],
  ['charge.refund.updated', readRefund],
  ['refund.created', readRefund],
  ['refund.updated', readRefund],
  ['refund.failed', readRefund],
  ['charge.dispute.created', readDispute],
  ['charge.dispute.updated', readDispute],
  ['charge.dispute.funds_withdrawn', readDispute],
  ['charge.dispute.funds_reinstated', readDispute],
  ['charge.dispute.closed', readDispute],
  ['customer.deleted', readCustomerDeleted],
  ['customer.subscription.created', readSubscription],
  ['customer.subscription.trial_will_end', readSubscription],
  ['customer.subscription.updated', readSubscription],
  ['customer.subscription.paused', readSubscription],
  ['customer.subscription.resumed', readSubscription],
  ['customer.subscription.deleted', readSubscription],
  ['invoice.paid', readInvoicePaid],
  ['invoice.payment_failed', readInvoiceFailed],
  ['invoice.payment_action_required', readInvoiceFailed],
  ['invoice.voided', readInvoiceAbandoned],
  ['invoice.marked_uncollectible', readInvoiceAbandoned],
  ['invoice.payment_succeeded', () => ignored('counted_by_invoice_paid')],
  ['invoice_payment.paid', readInvoicePaymentPaid],
]);

/**
 * Translates a snapshot event of any API version (https://docs.stripe.com/api/events/object). `fetched` is
 * `{ lineItems }`, all pages of `checkout.sessions.listLineItems`, or `{ invoiceLines }`, all of `invoices.listLineItems`.
 */
export function normalize(rawBody: Uint8Array, fetched?: unknown): ProviderMessage {
  const body = readJsonBody(rawBody);
  if (!body.ok) return { ...nothingRead, content: unreadable(body.reason) };
  const envelope = body.value;
  const data = isRecord(envelope.data) ? envelope.data : {};
  const type = toText(envelope.type);
  const message = {
    eventId: id.safeParse(envelope.id).data ?? null,
    type,
    occurredAt: instant.safeParse(envelope.created).data ?? null,
    environment: environmentOf(envelope.livemode),
    account: toText(envelope.account),
    subjectKey: type !== null && isRecord(data.object) ? subjectKeyOf(type, data.object) : null,
  };
  return { ...message, content: readContent(message, { envelope, data, fetched }) };
}

type Envelope = Omit<ProviderMessage, 'content'>;

const nothingRead: Envelope = {
  eventId: null,
  type: null,
  occurredAt: null,
  environment: null,
  account: null,
  subjectKey: null,
};

interface Parts {
  envelope: Record<string, unknown>;
  data: Record<string, unknown>;
  fetched: unknown;
}

function readContent(message: Envelope, { envelope, data, fetched }: Parts): MessageContent {
  // A thin event carries no object; an endpoint has to be set to snapshot events.
  if (envelope.object === 'v2.core.event') return unreadable('thin_event');
  if (message.eventId === null) return unreadable('id');
  if (message.type === null) return unreadable('type');
  const read = readers.get(message.type);
  if (!read) return ignored('event_type_not_used');
  if (message.occurredAt === null) return unreadable('created');
  if (message.environment === null) return unreadable('livemode');
  if (!isRecord(data.object)) return unreadable('data.object');
  const event: StripeEvent = {
    type: message.type,
    occurredAt: message.occurredAt,
    object: data.object,
    previous: isRecord(data.previous_attributes) ? data.previous_attributes : null,
    fetched,
  };
  return read(event);
}

function environmentOf(livemode: unknown): ProviderMessage['environment'] {
  if (typeof livemode !== 'boolean') return null;
  return livemode ? 'live' : 'test';
}
