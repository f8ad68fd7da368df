import type { SubscriptionTimeline } from '@/lib/billing';
import { CopyableId } from '../../../_components/copyable-id';
import { Day, longDay } from '../../../_components/day';
import { periodName } from '../../../_components/period-name';
import {
  Table,
  TableBody,
  TableCaption,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../_components/ui/table';
import { type PlanNames, transitionText } from './transition-text';

interface Row {
  key: string;
  at: string;
  what: string;
  /** What made it happen, where something did. */
  cause: string | null;
}

/** The same as the picture, line by line, the latest first. */
export function TimelineTable({ timeline, names }: { timeline: SubscriptionTimeline; names: PlanNames }) {
  return (
    <Table>
      <TableCaption>What happened to the subscription, the latest first</TableCaption>
      <TableHeader>
        <TableRow>
          <TableHead className="first:pl-0">When</TableHead>
          <TableHead>What</TableHead>
          <TableHead className="hidden text-right last:pr-2 sm:table-cell">Because of</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {rowsOf(timeline, names).map(({ key, at, what, cause }) => (
          <TableRow key={key}>
            <TableCell className="align-top first:pl-0">
              <Day at={at} />
            </TableCell>
            <TableCell>{what}</TableCell>
            <TableCell className="hidden text-right last:pr-2 sm:table-cell">
              {cause ? <CopyableId id={cause} label="cause" className="text-muted-foreground" /> : null}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function rowsOf({ transitions, gaps, periods }: SubscriptionTimeline, names: PlanNames): Row[] {
  const happened = transitions.map((transition) => {
    // What a change within a period leads to is not the plan that the period was paid for.
    const isChange = transition.type === 'plan_change_paid';
    const period = isChange ? undefined : periods.find(({ periodId }) => periodId === transition.periodId);
    const text = transitionText(transition, names);
    return {
      key: transition.transitionId,
      at: transition.occurredAt,
      what: period ? `${text}, ${periodName(period)}` : text,
      cause: transition.cause,
    };
  });
  const unpaid = gaps.map(({ start, end }) => ({
    key: `gap ${start}`,
    at: start,
    what: `Nothing was paid until ${longDay(end)}`,
    cause: null,
  }));
  // At one instant too, what came last stands first.
  return [...happened, ...unpaid].reverse().sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}
