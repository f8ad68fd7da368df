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

/** What the endpoint answered: its own word; a refusal is red. */
export function DeliveryStatusBadge({ httpStatus, status }: { httpStatus: number; status: string }) {
  const tone = httpStatus >= 400 ? 'danger' : (tones[status] ?? 'neutral');
  return <Badge tone={tone}>{status.replaceAll('_', ' ')}</Badge>;
}
