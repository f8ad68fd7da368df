import { z } from 'zod';
import { id, instant, unreadableReason } from '../fields';
import type { MessageContent } from '../provider';

const customerSchema = z.object({ timestamp: instant, data: z.object({ id }) });

/** Polar ends the customer's subscriptions too, and tells that by itself. */
export function customerDeletedContent(body: unknown): MessageContent {
  const read = customerSchema.safeParse(body);
  if (!read.success) return { kind: 'unreadable', reason: unreadableReason(read.error) };
  const { timestamp: occurredAt, data } = read.data;
  return { kind: 'events', events: [{ kind: 'customer_deleted', occurredAt, providerCustomerId: data.id }] };
}
