import type { z } from 'zod';
import type { BillingEvent, Instant } from '../../events';
import type { MessageContent } from '../provider';

/** An event whose envelope was readable. */
export interface StripeEvent {
  type: string;
  occurredAt: Instant;
  /** `data.object`: the thing as it stood when the event occurred. */
  object: Record<string, unknown>;
  /** `data.previous_attributes`: what an update changed, with the values before. */
  previous: Record<string, unknown> | null;
  /** What Stripe answered when an earlier attempt lacked something. */
  fetched: unknown;
}

export type ObjectReader = (event: StripeEvent) => MessageContent;

/** Reads `data.object` by its schema, which names every field that is used, and translates it. */
export function reader<T>(
  schema: z.ZodType<T>,
  translate: (object: T, event: StripeEvent) => MessageContent,
): ObjectReader {
  return (event) => {
    const result = schema.safeParse(event.object);
    return result.success ? translate(result.data, event) : unreadable(fieldOf(result.error, 'data.object'));
  };
}

export function told(event: BillingEvent): MessageContent {
  return { kind: 'events', events: [event] };
}

export function ignored(reason: string): MessageContent {
  return { kind: 'ignored', reason };
}

/** `field` names the part that could not be read, never its value. */
export function unreadable(field: string): MessageContent {
  return { kind: 'unreadable', reason: field };
}

function fieldOf(error: z.ZodError, parent: string): string {
  return [parent, ...(error.issues[0]?.path ?? [])].map(String).join('.');
}
