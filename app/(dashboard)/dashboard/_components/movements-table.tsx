import type { DayOfMovements } from '@/lib/billing';
import { formatCredits, formatDelta } from '../../../_components/credits';
import {
  Table,
  TableBody,
  TableCaption,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../_components/ui/table';
import { formatDay } from './day';

export function MovementsTable({ days }: { days: DayOfMovements[] }) {
  const moved = days.filter(({ creditsIn, creditsOut }) => creditsIn > 0 || creditsOut > 0).reverse();
  if (moved.length === 0) return <p className="py-6 text-sm text-muted-foreground">No day with a movement yet.</p>;
  return (
    <Table>
      <TableCaption>Credits in and out by day, UTC, newest first. Days without a movement are left out.</TableCaption>
      <TableHeader>
        <TableRow>
          <TableHead className="first:pl-0">Day</TableHead>
          <TableHead className="text-right">In</TableHead>
          <TableHead className="text-right">Out</TableHead>
          <TableHead className="text-right last:pr-2">Balance at its end</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {moved.map(({ day, creditsIn, creditsOut, balance }) => (
          <TableRow key={day}>
            <TableCell className="first:pl-0">{formatDay(day)}</TableCell>
            <TableCell className="text-right">{creditsIn > 0 ? formatDelta(creditsIn) : '–'}</TableCell>
            <TableCell className="text-right">{creditsOut > 0 ? formatDelta(-creditsOut) : '–'}</TableCell>
            <TableCell className="text-right last:pr-2">{formatCredits(balance)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
