import Link from 'next/link';
import type { ActionView } from '@/lib/billing/operator';
import { shortId } from '../../_components/copyable-id';
import { RelativeTime } from '../../_components/relative-time';
import { TableBody, TableCell, TableHead, TableHeader, TableRow, WideTable } from '../../_components/ui/table';
import { caseUrl, eventUrl, teamUrl } from './addresses';
import { None } from './none';
import { operatorActionWord } from './words';

/** What operators did: who, when, what, and why. */
export function ActionsTable({ caption, actions }: { caption: string; actions: ActionView[] }) {
  return (
    <WideTable caption={caption}>
      <TableHeader>
        <TableRow>
          <TableHead>Who</TableHead>
          <TableHead>What</TableHead>
          <TableHead>To</TableHead>
          <TableHead>How it ended</TableHead>
          <TableHead>Why</TableHead>
          <TableHead className="text-right">When</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {actions.map((action) => (
          <TableRow key={action.id}>
            <TableCell className="max-w-40">
              <span className="block truncate" title={action.actorId}>
                {action.actorName ?? shortId(action.actorId)}
              </span>
            </TableCell>
            <TableCell className="whitespace-nowrap">{operatorActionWord(action.action)}</TableCell>
            <TableCell className="max-w-56">
              <Subject subject={action.subject} />
            </TableCell>
            <TableCell className="max-w-64 text-muted-foreground">{endOf(action.details)}</TableCell>
            <TableCell className="min-w-40 max-w-80">{action.reason ?? <None />}</TableCell>
            <TableCell className="text-right whitespace-nowrap text-muted-foreground">
              <RelativeTime at={action.at} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </WideTable>
  );
}

function Subject({ subject }: { subject: string }) {
  const href = urlOf(subject);
  const text = <span className="font-mono text-xs">{shortId(subject)}</span>;
  if (!href) return text;
  return (
    <Link href={href} title={subject} className="block truncate rounded-sm underline-offset-4 hover:underline">
      {text}
    </Link>
  );
}

/** `event:stripe:evt_1`, `case:…`, `team:…` */
function urlOf(subject: string): string | null {
  const [kind, ...rest] = subject.split(':');
  if (kind === 'case') return caseUrl(rest.join(':'));
  if (kind === 'team') return teamUrl(rest.join(':'));
  const [provider, ...eventId] = rest;
  return kind === 'event' && provider ? eventUrl({ provider, eventId: eventId.join(':') }) : null;
}

function endOf(details: ActionView['details']): string {
  if (details === null) return '';
  const { outcome, replayed, left, credits, balanceAfter, before } = details;
  if (typeof replayed === 'number') return `${replayed} replayed, ${left} left`;
  if (typeof credits === 'number') return `${credits > 0 ? '+' : '−'}${Math.abs(credits)}, balance ${balanceAfter}`;
  if (typeof outcome === 'string') return `${before} → ${outcome}`;
  return typeof before === 'string' ? `was ${before}` : '';
}
