import type { z } from 'zod';
import type { BillingEvent } from '../events';
import { unreadableReason } from './fields';
import type { MessageContent } from './provider';

export function told(event: BillingEvent): MessageContent {
  return { kind: 'events', events: [event] };
}

export function ignored(reason: string): MessageContent {
  return { kind: 'ignored', reason };
}

/** Names the field that could not be read, never its value. */
export function unreadable(field: string | z.ZodError): MessageContent {
  return { kind: 'unreadable', reason: typeof field === 'string' ? field : unreadableReason(field) };
}
