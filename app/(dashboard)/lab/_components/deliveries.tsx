import type { LabRun } from '@/lib/billing/lab';
import { shortId } from '../../../_components/copyable-id';
import { DeliveryStatusBadge, isUnsent } from './delivery-status-badge';

/** What was sent, and how the endpoint answered each. */
export function Deliveries({ deliveries }: { deliveries: LabRun['deliveries'] }) {
  // One message can be sent several times, so its id is no key.
  const numbered = deliveries.map((delivery, index) => ({ ...delivery, number: index + 1 }));
  return (
    <ol className="divide-y" aria-label="Deliveries">
      {numbered.map(({ number, ...delivery }) => (
        <li key={number} className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 px-5 py-2 text-sm">
          <span className="min-w-0">
            <span className="block truncate">{delivery.label}</span>
            <code className="block truncate font-mono text-xs text-muted-foreground" title={delivery.eventId}>
              {shortId(delivery.eventId)}
            </code>
          </span>
          <span className="flex items-center gap-2">
            <code className="font-mono text-xs" title="HTTP status">
              {delivery.httpStatus === 0 ? '–' : delivery.httpStatus}
            </code>
            <DeliveryStatusBadge httpStatus={delivery.httpStatus} status={delivery.status} />
          </span>
          <span className="w-14 text-right text-xs max-[25rem]:hidden text-muted-foreground">
            {isUnsent(delivery.status) ? '' : `${Math.round(delivery.durationMs)} ms`}
          </span>
        </li>
      ))}
    </ol>
  );
}
