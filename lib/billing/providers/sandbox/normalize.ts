import { readJsonBody } from '../body';
import { unreadableReason } from '../fields';
import type { MessageContent, ProviderMessage } from '../provider';
import { buyerOf } from './buyer';
import { chargedContent, chargeFailedContent, savedContent } from './charges';
import { cyclePaidContent, failedContent, prorationContent, voidedContent } from './periods';
import { disputeContent, refundContent } from './reversals';
import { type Envelope, envelopeSchema, paidSchema, progressedSchema } from './schemas';
import { completedContent, subscriptionContent, successionOf } from './subscriptions';

/** Translates a verified sandbox message; its format is described at `sandbox`. The event id is a header. */
export function normalize(rawBody: Uint8Array): ProviderMessage {
  const body = readJsonBody(rawBody);
  const envelope = envelopeSchema.parse(body.ok ? body.value : {});
  return {
    eventId: null,
    type: envelope.type,
    occurredAt: envelope.created_at,
    environment: envelope.environment,
    account: null,
    subjectKey: subjectOf(envelope),
    content: body.ok ? contentOf(envelope, body.value) : { kind: 'unreadable', reason: body.reason },
  };
}

function contentOf({ type, environment }: Envelope, body: unknown): MessageContent {
  if (environment === null) return { kind: 'unreadable', reason: 'environment' };
  if (type === null) return { kind: 'unreadable', reason: 'type' };
  const succession = successionOf(type);
  if (succession !== null) return subscriptionContent(body, succession);
  return readings.get(type)?.(body) ?? { kind: 'ignored', reason: 'type_not_used' };
}

const readings = new Map<string, (body: unknown) => MessageContent>([
  ['checkout.paid', paidContent],
  ['checkout.completed', completedContent],
  ['checkout.pending', (body) => progressedContent(body, 'pending')],
  ['checkout.failed', (body) => progressedContent(body, 'failed')],
  ['checkout.expired', (body) => progressedContent(body, 'expired')],
  ['period.paid', cyclePaidContent],
  ['period.failed', failedContent],
  ['period.voided', voidedContent],
  ['proration.paid', prorationContent],
  ['charge.succeeded', chargedContent],
  ['charge.failed', chargeFailedContent],
  ['payment_method.saved', savedContent],
  ['refund.succeeded', (body) => refundContent(body, 'succeeded')],
  ['refund.failed', (body) => refundContent(body, 'failed')],
  ['dispute.opened', (body) => disputeContent(body, 'open')],
  ['dispute.won', (body) => disputeContent(body, 'won')],
  ['dispute.lost', (body) => disputeContent(body, 'lost')],
]);

function paidContent(body: unknown): MessageContent {
  const read = paidSchema.safeParse(body);
  if (!read.success) return { kind: 'unreadable', reason: unreadableReason(read.error) };
  const { data: session, created_at: paidAt } = read.data;
  const { subtotal_minor: subtotalMinor, discount_minor: discountMinor, tax_minor: taxMinor } = session;
  if (subtotalMinor - discountMinor + taxMinor !== session.amount_minor)
    return { kind: 'unreadable', reason: 'data.amount_minor' };
  const price = { currency: session.currency, subtotalMinor, discountMinor, taxMinor };
  return {
    kind: 'events',
    events: [
      {
        kind: 'purchase_paid',
        occurredAt: paidAt,
        purchaseKey: session.session_id,
        providerPaymentId: session.payment_id,
        paidAt,
        buyer: buyerOf(session),
        lines: session.lines.map((line) => ({
          providerPriceId: line.price_id,
          quantity: line.quantity,
          amountChosenByBuyer: false,
        })),
        price: { ...price, amountMinor: session.amount_minor, listedMinor: subtotalMinor },
      },
    ],
  };
}

function progressedContent(body: unknown, state: 'pending' | 'failed' | 'expired'): MessageContent {
  const read = progressedSchema.safeParse(body);
  if (!read.success) return { kind: 'unreadable', reason: unreadableReason(read.error) };
  const { data: session, created_at: occurredAt } = read.data;
  return { kind: 'events', events: [{ kind: 'checkout_progressed', occurredAt, state, buyer: buyerOf(session) }] };
}

function subjectOf({ type, data }: Envelope): string | null {
  const noun = type?.split('.')[0];
  if (data?.subscription_id && noun !== 'refund' && noun !== 'dispute') return `subscription:${data.subscription_id}`;
  if (noun === 'checkout') return data?.session_id ? `purchase:${data.session_id}` : null;
  if (noun === 'refund' || noun === 'dispute' || noun === 'charge')
    return data?.payment_id ? `payment:${data.payment_id}` : null;
  return null;
}
