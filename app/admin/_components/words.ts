import type {
  CaseState,
  ErrorCategory,
  InboxState,
  MessageState,
  OperatorActionKind,
  ProviderName,
  RunView,
} from '@/lib/billing/operator';
import type { Tone } from '../../_components/ui/badge';

interface Word {
  word: string;
  tone: Tone;
}

export const inboxStates: Record<InboxState, Word> = {
  applied: { word: 'Applied', tone: 'success' },
  ignored: { word: 'Ignored', tone: 'neutral' },
  stale: { word: 'Stale', tone: 'neutral' },
  dismissed: { word: 'Dismissed', tone: 'neutral' },
  waiting: { word: 'Waiting', tone: 'accent' },
  retrying: { word: 'Retrying', tone: 'warning' },
  parked: { word: 'Parked', tone: 'danger' },
};

export const messageStates: Record<MessageState, Word> = {
  pending: { word: 'Pending', tone: 'accent' },
  sending: { word: 'Sending', tone: 'accent' },
  sent: { word: 'Sent', tone: 'success' },
  failed: { word: 'Failed', tone: 'danger' },
  ambiguous: { word: 'Ambiguous', tone: 'warning' },
  superseded: { word: 'Superseded', tone: 'neutral' },
};

export const caseStates: Record<CaseState, Word> = {
  open: { word: 'Open', tone: 'danger' },
  resolved: { word: 'Resolved', tone: 'success' },
  closed: { word: 'Closed by itself', tone: 'neutral' },
};

export const runStates: Record<RunView['state'], Word> = {
  running: { word: 'Running', tone: 'accent' },
  done: { word: 'Done', tone: 'success' },
  failed: { word: 'Failed', tone: 'danger' },
};

export const errorCategories: Record<ErrorCategory, string> = {
  temporary: 'Temporary',
  missing: 'Something is missing',
  invalid: 'Invalid',
  bug: 'Fault in the code',
};

export const providers: Record<ProviderName, string> = {
  stripe: 'Stripe',
  lemonsqueezy: 'Lemon Squeezy',
  polar: 'Polar',
  paddle: 'Paddle',
  sandbox: 'Sandbox',
};

const operatorActions: Record<OperatorActionKind, string> = {
  event_replayed: 'Replayed an event',
  event_dismissed: 'Dismissed an event',
  event_assigned: 'Assigned a team',
  events_replayed: 'Replayed by code',
  case_resolved: 'Resolved a case',
  credits_adjusted: 'Adjusted credits',
  message_resent: 'Sent a message again',
  charge_decided: 'Decided a charge',
  refund_noted: 'Noted a refund',
  clock_restarted: 'Restarted a clock',
};

export function operatorActionWord(action: string): string {
  return Object.entries(operatorActions).find(([kind]) => kind === action)?.[1] ?? action.replaceAll('_', ' ');
}

export function providerWord(provider: string): string {
  if (provider === 'ledger') return 'Our own ledger';
  return Object.entries(providers).find(([name]) => name === provider)?.[1] ?? provider;
}

/** `unknown_price` as a person says it. */
export function codeWord(code: string): string {
  const text = code.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
