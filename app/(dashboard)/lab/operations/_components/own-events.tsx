import Link from 'next/link';
import type { EventEntry } from '@/lib/billing/operator';
import { shortId } from '../../../../_components/copyable-id';
import { RelativeTime } from '../../../../_components/relative-time';
import { TableBody, TableCell, TableHead, TableHeader, TableRow, WideTable } from '../../../../_components/ui/table';
import { EventBadge } from '../../../../admin/_components/state-badge';
import { codeWord } from '../../../../admin/_components/words';

export function OwnEvents({ events }: { events: EventEntry[] }) {
  return (
    <WideTable caption="Your team’s events, the newest first">
      <TableHeader>
        <TableRow>
          <TableHead>Event</TableHead>
          <TableHead>State</TableHead>
          <TableHead className="text-right">Deliveries</TableHead>
          <TableHead className="text-right">Received</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {events.map((event) => (
          <TableRow key={event.eventId} className="transition-colors hover:bg-muted/60">
            <TableCell className="max-w-72">
              <Link
                href={`/lab/operations/${encodeURIComponent(event.eventId)}`}
                className="block truncate rounded-sm font-medium underline-offset-4 hover:underline"
              >
                {event.type ?? 'No type'}
              </Link>
              <span className="block truncate font-mono text-xs text-muted-foreground" title={event.eventId}>
                {shortId(event.eventId)}
              </span>
            </TableCell>
            <TableCell>
              <EventBadge state={event.state} outcome={event.outcome} />
              {event.errorCode ? (
                <span className="mt-0.5 block text-xs text-muted-foreground">{codeWord(event.errorCode)}</span>
              ) : null}
            </TableCell>
            <TableCell className="text-right">{event.deliveryCount}</TableCell>
            <TableCell className="text-right whitespace-nowrap text-muted-foreground">
              <RelativeTime at={event.receivedAt} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </WideTable>
  );
}
