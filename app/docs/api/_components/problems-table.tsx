import type { problems as allProblems } from '@/lib/api';
import {
  Table,
  TableBody,
  TableCaption,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../_components/ui/table';

export function ProblemsTable({ problems }: { problems: typeof allProblems }) {
  return (
    <Table scrollLabel="Codes of problems">
      <TableCaption>Codes of problems</TableCaption>
      <TableHeader>
        <TableRow>
          <TableHead>Code</TableHead>
          <TableHead>Status</TableHead>
          <TableHead>Meaning</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {Object.entries(problems).map(([code, { httpStatus, title }]) => (
          <TableRow key={code} id={code} className="scroll-mt-4 target:bg-accent">
            <TableCell className="font-mono text-xs">{code}</TableCell>
            <TableCell>{httpStatus}</TableCell>
            <TableCell className="min-w-56 text-muted-foreground">{title}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
