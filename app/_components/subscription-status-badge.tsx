import type { SubscriptionView } from '@/lib/billing';
import { Badge, type Tone } from './ui/badge';

export const subscriptionStatuses: Record<SubscriptionView['status'], { word: string; tone: Tone }> = {
  incomplete: { word: 'Not paid yet', tone: 'neutral' },
  trialing: { word: 'In trial', tone: 'accent' },
  active: { word: 'Active', tone: 'success' },
  past_due: { word: 'Past due', tone: 'warning' },
  unpaid: { word: 'Unpaid', tone: 'danger' },
  paused: { word: 'Paused', tone: 'warning' },
  canceled: { word: 'Ended', tone: 'neutral' },
};

/** How a subscription stands, in one word. */
export function SubscriptionStatusBadge({ status }: { status: SubscriptionView['status'] }) {
  const { word, tone } = subscriptionStatuses[status];
  return <Badge tone={tone}>{word}</Badge>;
}
