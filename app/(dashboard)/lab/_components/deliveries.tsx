import type { LabRun } from '@/lib/billing/lab';
import { shortId } from '../../../_components/copyable-id';
import { DeliveryStatusBadge } from './delivery-status-badge';

/** What was sent, and how the endpoint answered each. */
export function Deliveries({ deliveries }: { deliveries: LabRun['deliveries'] }) {
  return (
    <ol className="divide-y" aria-label="Deliveries">
      {deliveries.map((delivery) => (
        <li
          key={`${delivery.label} ${delivery.eventId}`}
          className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 px-5 py-2 text-sm"
        >
          <span className="min-w-0">
            <span className="block truncate">{delivery.label}</span>
            <code className="block truncate font-mono text-xs text-muted-foreground" title={delivery.eventId}>
              {shortId(delivery.eventId)}
            </code>
          </span>
          <span className="flex items-center gap-2">
            <code className="font-mono text-xs" title="HTTP status">
              {delivery.httpStatus ?? '–'}
            </code>
            <DeliveryStatusBadge httpStatus={delivery.httpStatus} status={delivery.status} />
          </span>
          <span className="w-14 text-right text-xs max-[25rem]:hidden text-muted-foreground">
            {Math.round(delivery.durationMs)} ms
          </span>
        </li>
      ))}
    </ol>
  );
}
