import type { Instant } from '../../events';
import type { ApiObject } from '../listing';
import type { ToldObject } from '../reader';

/** How a subscription stands: as if it had just been updated. */
export function tellSubscription(object: ApiObject, at: Instant): ToldObject[] {
  return [tell('subscription.updated', at, object)];
}

/** What was paid, or a cycle that nobody will pay any more. */
export function tellTransaction(object: ApiObject, at: Instant): ToldObject[] {
  const settledAt = textOf(object.billed_at) ?? textOf(object.updated_at) ?? at;
  if (object.status === 'completed') return [tell('transaction.completed', settledAt, object)];
  if (object.status === 'canceled') return [tell('transaction.canceled', textOf(object.updated_at) ?? at, object)];
  return [];
}

/** A refund or a chargeback. One that was never approved is still one. */
export function tellAdjustment(object: ApiObject, at: Instant): ToldObject[] {
  return [tell('adjustment.updated', at, object)];
}

function tell(type: string, occurredAt: string, data: ApiObject): ToldObject {
  return { body: { event_id: `api_${textOf(data.id) ?? ''}`, event_type: type, occurred_at: occurredAt, data } };
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
