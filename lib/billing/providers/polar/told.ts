import type { Instant } from '../../events';
import { isSince, type ToldObject, type Window } from '../reader';

/** When the interface was asked, and what for. Null: whatever its time. */
export interface Telling {
  at: Instant;
  window: Window | null;
}

interface Changed {
  created_at: string;
  modified_at: string | null;
}

/** How a subscription stands: as if it had just been updated. */
export function tellSubscription(object: object, { at }: Telling): ToldObject[] {
  return [tell('subscription.updated', at, object)];
}

interface Order extends Changed {
  status: string;
  refunded_amount: number;
}

/**
 * What was paid, with how much of it was given back by now, or a cycle that will not be paid. An order does not say
 * when it was paid: its last change is the payment as long as nothing was refunded.
 */
export function tellOrder(object: Order, { at, window }: Telling): ToldObject[] {
  const changedAt = object.modified_at ?? object.created_at;
  if (!isSince(changedAt, window)) return [];
  switch (object.status) {
    case 'paid':
      return [tell('order.paid', changedAt, object)];
    case 'refunded':
    case 'partially_refunded':
      return [
        tell('order.paid', object.created_at, object),
        ...(object.refunded_amount > 0 ? [tell('order.refunded', at, object)] : []),
      ];
    case 'void':
      return [tell('order.updated', changedAt, object)];
    default:
      return [];
  }
}

export function tellRefund(object: Changed, { at, window }: Telling): ToldObject[] {
  return isSince(object.modified_at ?? object.created_at, window) ? [tell('refund.updated', at, object)] : [];
}

/** Polar sends no webhook about a dispute: only its interface tells one. */
export function tellDispute(object: Changed, { at, window }: Telling): ToldObject[] {
  return isSince(object.modified_at ?? object.created_at, window) ? [tell('dispute.updated', at, object)] : [];
}

function tell(type: string, timestamp: string, data: object): ToldObject {
  return { body: { type, timestamp, data } };
}
