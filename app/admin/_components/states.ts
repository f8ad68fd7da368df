import type { CaseState, InboxState, MessageState } from '@/lib/billing/operator';

/** In the order in which somebody looks for them. */
export const inboxStateNames = [
  'parked',
  'retrying',
  'waiting',
  'applied',
  'ignored',
  'stale',
  'dismissed',
] as const satisfies InboxState[];

export const caseStateNames = ['open', 'resolved', 'closed'] as const satisfies CaseState[];

export const messageStateNames = [
  'failed',
  'ambiguous',
  'pending',
  'sending',
  'sent',
  'superseded',
] as const satisfies MessageState[];
