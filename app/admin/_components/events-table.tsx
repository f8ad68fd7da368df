import Link from 'next/link';
import type { EventEntry } from '@/lib/billing/operator';
import { shortId } from '../../_components/copyable-id';
import { RelativeTime } from '../../_components/relative-time';
import { TableBody, TableCell, TableHead, TableHeader, TableRow, WideTable } from '../../_components/ui/table';
import { eventUrl } from './addresses';
import { None } from './none';
import { EventBadge } from './state-badge';
import { TeamLink } from './team-link';
import { codeWord, errorCategories, providerWord } from './words';

/** Events, each leading to its own page. */
export function EventsTable({ caption, events }: { caption: string; events: EventEntry[] }) {
  return (
    <WideTable caption={caption}>
      <TableHeader>
        <TableRow>
          <TableHead>Event</TableHead>
          <TableHead>State</TableHead>
          <TableHead>Why</TableHead>
          <TableHead>Team</TableHead>
          <TableHead className="text-right">Attempts</TableHead>
          <TableHead className="text-right">Deliveries</TableHead>
          <TableHead className="text-right">Received</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {events.map((event) => (
          <TableRow key={`${event.provider} ${event.eventId}`} className="transition-colors hover:bg-muted/60">
            <TableCell className="max-w-72">
              <Link
                href={eventUrl(event)}
                className="block truncate rounded-sm font-medium underline-offset-4 hover:underline"
              >
                {event.type ?? 'No type'}
              </Link>
              <span className="block truncate text-xs text-muted-foreground" title={event.eventId}>
                {providerWord(event.provider)} · <span className="font-mono">{shortId(event.eventId)}</span>
              </span>
            </TableCell>
            <TableCell>
              <EventBadge state={event.state} outcome={event.outcome} />
            </TableCell>
            <TableCell className="max-w-64">
              <Why event={event} />
            </TableCell>
            <TableCell className="max-w-48">
              {event.teamId ? <TeamLink teamId={event.teamId} teamName={event.teamName} /> : <None />}
            </TableCell>
            <TableCell className="text-right">{event.attempts}</TableCell>
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

function Why({ event: { errorCode, errorCategory } }: { event: EventEntry }) {
  if (errorCode === null) return <None />;
  return (
    <>
      <span className="block truncate">{codeWord(errorCode)}</span>
      {errorCategory ? (
        <span className="block text-xs text-muted-foreground">{errorCategories[errorCategory]}</span>
      ) : null}
    </>
  );
}
