import type { ClockState, OperationState } from '@/lib/billing/operator';
import type { Tone } from '../../_components/ui/badge';

interface Word {
  word: string;
  tone: Tone;
}

export const operationStates: Record<OperationState, Word> = {
  pending: { word: 'Pending', tone: 'accent' },
  sending: { word: 'Sending', tone: 'accent' },
  processing: { word: 'Processing', tone: 'accent' },
  unknown: { word: 'Outcome unknown', tone: 'warning' },
  action_required: { word: 'Asks the buyer', tone: 'warning' },
  declined: { word: 'Declined, tried again', tone: 'warning' },
  needs_card: { word: 'Needs a card', tone: 'warning' },
  unclear: { word: 'Needs a person', tone: 'danger' },
  succeeded: { word: 'Succeeded', tone: 'success' },
  failed: { word: 'Failed', tone: 'danger' },
  voided: { word: 'Voided', tone: 'neutral' },
  skipped: { word: 'Skipped', tone: 'neutral' },
};

export const clockStates: Record<ClockState, Word> = {
  running: { word: 'Running', tone: 'success' },
  stopped: { word: 'Stopped', tone: 'neutral' },
  halted: { word: 'Halted', tone: 'danger' },
};

/** What the list of charges can be narrowed to, in the order in which somebody looks for it. */
export const operationFilterWords = {
  unclear: 'Needs a person',
  exhausted: 'Exhausted',
  refund_due: 'Refund due',
  unknown: 'Outcome unknown',
  declined: 'Declined, tried again',
  needs_card: 'Needs a card',
  action_required: 'Asks the buyer',
  pending: 'Pending',
  sending: 'Sending',
  processing: 'Processing',
  succeeded: 'Succeeded',
  failed: 'Failed',
  voided: 'Voided',
  skipped: 'Skipped',
} as const;
