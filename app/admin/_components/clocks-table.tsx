import Link from 'next/link';
import type { ClockView } from '@/lib/billing/operator';
import { Day } from '../../_components/day';
import { RelativeTime } from '../../_components/relative-time';
import { Badge } from '../../_components/ui/badge';
import { TableBody, TableCell, TableHead, TableHeader, TableRow, WideTable } from '../../_components/ui/table';
import { subscriptionUrl } from './addresses';
import { None } from './none';
import { clockStates } from './operation-words';
import { TeamLink } from './team-link';
import { codeWord } from './words';

/** Clocks of subscriptions that we renew, and when each is due. */
export function ClocksTable({ caption, clocks }: { caption: string; clocks: ClockView[] }) {
  return (
    <WideTable caption={caption}>
      <TableHeader>
        <TableRow>
          <TableHead>Team</TableHead>
          <TableHead>Clock</TableHead>
          <TableHead>Renews</TableHead>
          <TableHead className="text-right">Next cycle</TableHead>
          <TableHead className="text-right">Looked at</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {clocks.map((clock) => (
          <TableRow key={clock.subscriptionId}>
            <TableCell className="max-w-48">
              <TeamLink teamId={clock.teamId} teamName={clock.teamName} />
            </TableCell>
            <TableCell>
              <ClockBadge clock={clock} />
            </TableCell>
            <TableCell>
              <Link
                href={subscriptionUrl(clock.subscriptionId)}
                className="rounded-sm underline-offset-4 hover:underline"
              >
                {codeWord(clock.item)}
                {clock.quantity === 1 ? '' : ` × ${clock.quantity}`}
              </Link>
            </TableCell>
            <TableCell className="text-right whitespace-nowrap">
              {clock.nextCycleNo}, <Day at={clock.nextDueAt} />
            </TableCell>
            <TableCell className="text-right whitespace-nowrap text-muted-foreground">
              {clock.nextRunAt ? <RelativeTime at={clock.nextRunAt} /> : <None />}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </WideTable>
  );
}

/** The state, why it is so, and whether its time is made up. */
export function ClockBadge({ clock: { state, stateReason, failures, isSimulated } }: { clock: ClockView }) {
  const why = stateReason ?? (failures > 0 ? `failed ${failures} times` : null);
  return (
    <>
      <Badge tone={clockStates[state].tone}>{clockStates[state].word}</Badge>
      {isSimulated ? <span className="ml-1.5 text-xs text-muted-foreground">made-up time</span> : null}
      {why ? <span className="mt-0.5 block text-xs text-muted-foreground">{codeWord(why)}</span> : null}
    </>
  );
}
