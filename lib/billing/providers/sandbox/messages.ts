import type { Environment, Instant } from '../../events';

/** When and where a message is made. Time and environment are given, so building one is pure. */
export interface MessageContext {
  createdAt: Date;
  environment: Environment;
}

export interface SandboxMessage {
  type: string;
  created_at: Instant;
  environment: Environment;
  data: Record<string, unknown>;
}

/** A hosted session and whose it is. */
export interface Session {
  /** `sbx_cs_…` */
  sessionId: string;
  /** Our intent. */
  checkoutId: string;
  /** `sbx_cus_…` */
  customerId: string;
}

export interface PaidSession extends Session {
  lines: { providerPriceId: string; quantity: number }[];
  currency: string;
  /** Before discount and tax. */
  subtotalMinor: number;
  discountMinor: number;
  taxMinor: number;
}

/** Money that goes back: all amounts in minor units of the payment's currency, with tax. */
export interface Reversal {
  /** `sbx_re_…` or `sbx_dp_…` */
  reversalId: string;
  paymentId: string;
  amountMinor: number;
  paymentAmountMinor: number;
  currency: string;
  /** Where the payment was a subscription's. */
  subscriptionId?: string;
}

export function checkoutPaid(context: MessageContext, session: PaidSession): SandboxMessage {
  const { subtotalMinor, discountMinor, taxMinor } = session;
  const amountMinor = subtotalMinor - discountMinor + taxMinor;
  return message(context, 'checkout.paid', {
    ...about(session),
    payment_id: amountMinor === 0 ? null : paymentIdOf(session.sessionId),
    currency: session.currency,
    subtotal_minor: subtotalMinor,
    discount_minor: discountMinor,
    tax_minor: taxMinor,
    amount_minor: amountMinor,
    lines: session.lines.map(({ providerPriceId, quantity }) => ({ price_id: providerPriceId, quantity })),
  });
}

export function checkoutProgressed(
  context: MessageContext,
  state: 'pending' | 'failed' | 'expired',
  session: Session,
): SandboxMessage {
  return message(context, `checkout.${state}`, about(session));
}

export function refund(context: MessageContext, state: 'succeeded' | 'failed', reversal: Reversal): SandboxMessage {
  return message(context, `refund.${state}`, { refund_id: reversal.reversalId, ...moneyBack(reversal) });
}

export function dispute(context: MessageContext, state: 'opened' | 'won' | 'lost', reversal: Reversal): SandboxMessage {
  return message(context, `dispute.${state}`, { dispute_id: reversal.reversalId, ...moneyBack(reversal) });
}

/** The bytes that are signed and sent. */
export function encode(sandboxMessage: SandboxMessage): Uint8Array {
  return Buffer.from(JSON.stringify(sandboxMessage));
}

/** The payment of a session: always the same, so that two clicks on "pay" are one payment. */
export function paymentIdOf(sessionId: string): string {
  return `sbx_pay_${tailOf(sessionId)}`;
}

/** The part of an id behind its prefix: `sbx_cs_1` gives `1`. */
export function tailOf(sandboxId: string): string {
  return sandboxId.replace(/^sbx_[a-z]+_/, '');
}

function message(context: MessageContext, type: string, data: Record<string, unknown>): SandboxMessage {
  // A Date has milliseconds; the payload's times have six digits like everybody's.
  const createdAt = context.createdAt.toISOString().replace('Z', '000Z');
  return { type, created_at: createdAt, environment: context.environment, data };
}

function about({ checkoutId, sessionId, customerId }: Session) {
  return { checkout_id: checkoutId, session_id: sessionId, customer_id: customerId };
}

function moneyBack({ paymentId, currency, amountMinor, paymentAmountMinor, subscriptionId }: Reversal) {
  return {
    payment_id: paymentId,
    currency,
    amount_minor: amountMinor,
    payment_amount_minor: paymentAmountMinor,
    ...(subscriptionId === undefined ? {} : { subscription_id: subscriptionId }),
  };
}
