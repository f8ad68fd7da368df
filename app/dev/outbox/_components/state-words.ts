import type { MessagePreview } from '@/lib/billing';
import type { Tone } from '../../../_components/ui/badge';

/** What a person reads for the state of a message. */
export const stateWords: Record<MessagePreview['state'], { label: string; tone: Tone }> = {
  pending: { label: 'Waiting', tone: 'neutral' },
  sending: { label: 'Being sent', tone: 'accent' },
  sent: { label: 'Sent', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  ambiguous: { label: 'Nobody knows', tone: 'warning' },
  superseded: { label: 'Not sent any more', tone: 'neutral' },
};
