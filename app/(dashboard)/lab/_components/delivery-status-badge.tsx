import type { LabRun } from '@/lib/billing/lab';
import { Badge, type Tone } from '../../../_components/ui/badge';

/** The words with which the endpoint answers. */
const tones: Record<string, Tone> = {
  applied: 'success',
  duplicate: 'neutral',
  ignored: 'neutral',
  stale: 'neutral',
  waiting: 'warning',
  retrying: 'warning',
  parked: 'warning',
};

/** What the endpoint answered, in its own word; a refusal is red, and so is no answer. */
export function DeliveryStatusBadge({
  httpStatus,
  status,
}: Pick<LabRun['deliveries'][number], 'httpStatus' | 'status'>) {
  if (httpStatus === null) return <Badge tone="danger">no answer</Badge>;
  const word = status ?? 'no word';
  return <Badge tone={httpStatus >= 400 ? 'danger' : (tones[word] ?? 'neutral')}>{word.replaceAll('_', ' ')}</Badge>;
}
