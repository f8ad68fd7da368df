import type { HistoryPayment } from '@/lib/billing';
import { Badge, type Tone } from './ui/badge';

const labels: Record<HistoryPayment['status'], { word: string; tone: Tone }> = {
  paid: { word: 'Paid', tone: 'success' },
  partially_refunded: { word: 'Partly refunded', tone: 'warning' },
  refunded: { word: 'Refunded', tone: 'warning' },
  disputed: { word: 'Disputed', tone: 'danger' },
  charged_back: { word: 'Charged back', tone: 'danger' },
};

export function PaymentStatusBadge({ status }: { status: HistoryPayment['status'] }) {
  const { word, tone } = labels[status];
  return <Badge tone={tone}>{word}</Badge>;
}
