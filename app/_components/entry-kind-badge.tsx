import type { HistoryEntry } from '@/lib/billing';
import { Badge, type Tone } from './ui/badge';

const labels: Record<HistoryEntry['kind'], { word: string; tone: Tone }> = {
  purchase: { word: 'Purchase', tone: 'success' },
  allowance: { word: 'Allowance', tone: 'success' },
  refund: { word: 'Refund', tone: 'warning' },
  dispute: { word: 'Dispute', tone: 'danger' },
  reversal_undone: { word: 'Given back', tone: 'success' },
  spend: { word: 'Spent', tone: 'neutral' },
  capture: { word: 'Captured', tone: 'neutral' },
  expiry: { word: 'Expired', tone: 'neutral' },
  grant: { word: 'Granted', tone: 'accent' },
  correction: { word: 'Corrected', tone: 'warning' },
};

/** Why the balance moved, in one word. */
export function EntryKindBadge({ kind }: { kind: HistoryEntry['kind'] }) {
  const { word, tone } = labels[kind];
  return <Badge tone={tone}>{word}</Badge>;
}
