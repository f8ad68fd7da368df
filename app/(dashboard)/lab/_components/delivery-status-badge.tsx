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
  dropped: 'danger',
  delayed: 'warning',
};

/** What a run notes of a message that never left. */
export function isUnsent(status: string): boolean {
  return status === 'dropped' || status === 'delayed';
}

/** What the endpoint answered, in its own word; a refusal is red, and so is no answer. */
export function DeliveryStatusBadge({
  httpStatus,
  status,
}: Pick<LabRun['deliveries'][number], 'httpStatus' | 'status'>) {
  if (httpStatus === 0 && !isUnsent(status)) return <Badge tone="danger">no answer</Badge>;
  return (
    <Badge tone={httpStatus >= 400 ? 'danger' : (tones[status] ?? 'neutral')}>{status.replaceAll('_', ' ')}</Badge>
  );
}
