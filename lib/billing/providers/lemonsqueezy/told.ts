import type { ApiObject } from '../listing';
import { isSince, type ToldObject, type Window } from '../reader';

/** How a subscription stands. Its own time of change says when; custom data comes with webhooks only. */
export function tellSubscription(object: ApiObject): ToldObject[] {
  return [tell('subscription_updated', object)];
}

/** An order that was paid, and how much of it was given back by now. */
export function tellOrder(object: ApiObject, window: Window | null): ToldObject[] {
  const { status, updated_at, refunded_amount } = attributesOf(object);
  if (!isPaid(status) || !isSince(asText(updated_at), window)) return [];
  return [tell('order_created', object), ...(isPositive(refunded_amount) ? [tell('order_refunded', object)] : [])];
}

/** An invoice that was paid, and how much of it was given back by now. */
export function tellInvoice(object: ApiObject, window: Window | null): ToldObject[] {
  const { status, updated_at, refunded_amount } = attributesOf(object);
  if (!isPaid(status) || !isSince(asText(updated_at), window)) return [];
  return [
    tell('subscription_payment_success', object),
    ...(isPositive(refunded_amount) ? [tell('subscription_payment_refunded', object)] : []),
  ];
}

export function attributesOf({ attributes }: ApiObject): ApiObject {
  return typeof attributes === 'object' && attributes !== null ? { ...attributes } : {};
}

function tell(name: string, data: ApiObject): ToldObject {
  return { body: { meta: { event_name: name, test_mode: attributesOf(data).test_mode, custom_data: {} }, data } };
}

function isPaid(status: unknown): boolean {
  return status === 'paid' || status === 'refunded' || status === 'partial_refund';
}

function isPositive(amount: unknown): boolean {
  return typeof amount === 'number' && amount > 0;
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
