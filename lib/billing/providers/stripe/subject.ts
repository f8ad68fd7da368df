import { isRecord, toText } from './fields';

/** What an event is about, as far as its object says: `purchase:cs_1`, `payment:pi_1`, `subscription:sub_1`. */
export function subjectKeyOf(type: string, object: Record<string, unknown>): string | null {
  if (type.startsWith('checkout.session.')) return keyOf('purchase', object.id);
  if (type.startsWith('payment_intent.')) return keyOf('payment', object.id);
  if (type.startsWith('charge.') || type.startsWith('refund.')) {
    return keyOf('payment', object.payment_intent) ?? keyOf('payment', object.charge) ?? keyOf('payment', object.id);
  }
  if (type.startsWith('customer.subscription.')) return keyOf('subscription', object.id);
  if (type.startsWith('customer.')) return keyOf('customer', object.customer) ?? keyOf('customer', object.id);
  if (type.startsWith('invoice.')) return subscriptionKeyOf(object) ?? keyOf('invoice', object.id);
  return type.startsWith('invoice_payment.') ? keyOf('invoice', object.invoice) : null;
}

/** Since API 2025-03-31 under `parent`, before at the top. */
function subscriptionKeyOf(invoice: Record<string, unknown>): string | null {
  const parent = isRecord(invoice.parent) ? invoice.parent : {};
  const details = isRecord(parent.subscription_details) ? parent.subscription_details : {};
  return keyOf('subscription', details.subscription) ?? keyOf('subscription', invoice.subscription);
}

function keyOf(prefix: string, value: unknown): string | null {
  const id = toText(isRecord(value) ? value.id : value);
  return id === null ? null : `${prefix}:${id}`;
}
