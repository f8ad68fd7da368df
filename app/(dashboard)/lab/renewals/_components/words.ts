import type { CardBehaviour, LabCycle } from '@/lib/billing/lab';
import type { Tone } from '../../../../_components/ui/badge';

export const testCardWords: Record<CardBehaviour, string> = {
  accepts: 'pays',
  declines_softly: 'has no funds',
  declines_for_good: 'was stolen',
  loses_the_answer: 'pays, and the answer is lost',
  asks_for_action: 'asks the buyer',
  takes_its_time: 'takes its time',
};

export const cycleStates: Record<LabCycle['state'], { word: string; tone: Tone }> = {
  pending: { word: 'Due', tone: 'accent' },
  sending: { word: 'Sending', tone: 'accent' },
  processing: { word: 'Processing', tone: 'accent' },
  unknown: { word: 'Answer lost', tone: 'warning' },
  action_required: { word: 'Asks the buyer', tone: 'warning' },
  declined: { word: 'Declined, tried again', tone: 'warning' },
  needs_card: { word: 'Needs a card', tone: 'warning' },
  unclear: { word: 'Needs a person', tone: 'danger' },
  succeeded: { word: 'Paid', tone: 'success' },
  failed: { word: 'Not paid', tone: 'danger' },
  voided: { word: 'Voided', tone: 'neutral' },
  skipped: { word: 'Skipped', tone: 'neutral' },
};
