import { z } from 'zod';
import { ignored, told, unreadable } from '../content';
import { cardFields, currency, id, instant, positiveMinor, reference } from '../fields';
import { periodOfOwnCharge } from '../own-charge';
import type { MessageContent } from '../provider';
import { buyerOf } from './buyer';

const chargedSchema = z.object({
  created_at: instant,
  data: z.object({
    payment_id: id,
    amount_minor: positiveMinor,
    currency,
    customer_id: reference,
    metadata: z.record(z.string(), z.unknown()),
  }),
});

const savedSchema = z.object({
  created_at: instant,
  data: z.object({
    setup_id: reference,
    provider_setup_id: id,
    customer_id: id,
    payment_method_id: id,
    ...cardFields,
  }),
});

/** A charge that we asked for: its metadata says which cycle it paid for. */
export function chargedContent(body: unknown): MessageContent {
  const read = chargedSchema.safeParse(body);
  if (!read.success) return unreadable(read.error);
  const { created_at: occurredAt, data } = read.data;
  const { payment_id: providerPaymentId, amount_minor: amountMinor, customer_id: providerCustomerId, metadata } = data;
  const charge = { metadata, occurredAt, providerPaymentId, providerCustomerId, amountMinor, currency: data.currency };
  const period = periodOfOwnCharge(charge);
  return period ? told(period) : unreadable('data.metadata');
}

/** What became of it, its answer says; nothing was paid. */
export function chargeFailedContent(): MessageContent {
  return ignored('told_by_its_answer');
}

export function savedContent(body: unknown): MessageContent {
  const read = savedSchema.safeParse(body);
  if (!read.success) return unreadable(read.error);
  const { created_at: occurredAt, data } = read.data;
  const { brand, last4, exp_month: expMonth, exp_year: expYear, customer_id } = data;
  return told({
    kind: 'payment_method_saved',
    occurredAt,
    setupId: data.setup_id,
    buyer: buyerOf({ session_id: data.provider_setup_id, checkout_id: null, customer_id }),
    providerCustomerId: customer_id,
    providerPaymentMethodId: data.payment_method_id,
    providerSetupId: data.provider_setup_id,
    card: { brand, last4, expMonth, expYear },
  });
}
