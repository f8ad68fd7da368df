import type Stripe from 'stripe';
import type { Environment, Instant } from '../../events';
import type { ToldObject, Window } from '../reader';

/** When the interface was asked, and what for. */
export interface Telling {
  at: Instant;
  environment: Environment;
  /** Null: whatever its time. */
  window: Window | null;
}

/** How a subscription stands: as if it had just been updated. */
export function tellSubscription(object: Stripe.Subscription, { at, ...telling }: Telling): ToldObject[] {
  return [tell('customer.subscription.updated', object, { created: secondsOf(at), ...telling })];
}

/** A session has no time of payment, but the charge has, where there was one. */
export function tellCheckout(object: Stripe.Checkout.Session, telling: Telling): ToldObject[] {
  const created = paidAtOf(object) ?? object.created;
  if (!isSince(created, telling.window)) return [];
  return [tell('checkout.session.completed', object, { ...telling, created })];
}

/**
 * A paid invoice and the payment that settled it, or one that will never be paid. The lines beyond the first ten are
 * asked for once they are needed.
 */
export function tellInvoice(object: Stripe.Invoice, telling: Telling): ToldObject[] {
  const { paid_at, voided_at, marked_uncollectible_at } = object.status_transitions;
  const [type, created] =
    object.status === 'paid'
      ? ['invoice.paid', paid_at ?? object.created]
      : object.status === 'void'
        ? ['invoice.voided', voided_at ?? object.created]
        : object.status === 'uncollectible'
          ? ['invoice.marked_uncollectible', marked_uncollectible_at ?? object.created]
          : [null, 0];
  if (type === null || object.parent?.type !== 'subscription_details' || !isSince(created, telling.window)) return [];
  const payments = type === 'invoice.paid' ? (object.payments?.data ?? []) : [];
  return [
    tell(type, object, { ...telling, created }),
    ...payments
      .filter(({ status }) => status === 'paid')
      .map((payment) => tell('invoice_payment.paid', payment, { ...telling, created })),
  ];
}

/** What we charged ourselves, off-session; every other payment is told by its session or invoice. */
export function tellIntent(object: Stripe.PaymentIntent, telling: Telling): ToldObject[] {
  const isOurs = object.metadata.kind === 'auto_topup' || object.metadata.operation_id !== undefined;
  if (object.status !== 'succeeded' || !isOurs) return [];
  return [tell('payment_intent.succeeded', object, { ...telling, created: object.created })];
}

/** A refund, and the running total of its charge, as both are told by webhooks too. */
export function tellRefund(object: Stripe.Refund, { at, ...telling }: Telling): ToldObject[] {
  const charge = typeof object.charge === 'object' ? object.charge : null;
  const created = secondsOf(at);
  return [
    tell('refund.updated', object, { ...telling, created }),
    ...(charge && charge.amount_refunded > 0 ? [tell('charge.refunded', charge, { ...telling, created })] : []),
  ];
}

export function tellDispute(object: Stripe.Dispute, { at, ...telling }: Telling): ToldObject[] {
  return [tell('charge.dispute.updated', object, { ...telling, created: secondsOf(at) })];
}

function tell(
  type: string,
  object: { id: string },
  { created, environment }: { created: number; environment: Environment },
): ToldObject {
  const livemode =
    'livemode' in object && typeof object.livemode === 'boolean' ? object.livemode : environment === 'live';
  return { body: { id: `api_${object.id}`, object: 'event', type, created, livemode, data: { object } } };
}

function paidAtOf({ payment_intent: intent }: Stripe.Checkout.Session): number | null {
  if (typeof intent !== 'object' || intent === null) return null;
  const { latest_charge: charge } = intent;
  return typeof charge === 'object' && charge !== null ? charge.created : null;
}

function isSince(seconds: number, window: Window | null): boolean {
  return window === null || seconds * 1000 >= window.since.getTime();
}

function secondsOf(at: Instant): number {
  return Math.floor(Date.parse(at) / 1000);
}
