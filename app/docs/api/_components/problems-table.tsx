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
          <TableHead className="hidden sm:table-cell">Meaning</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {Object.entries(problems).map(([code, { httpStatus, title }]) => (
          <TableRow key={code} id={code} className="scroll-mt-4 target:bg-accent">
            <TableCell className="whitespace-normal">
              <code className="font-mono text-xs">{code}</code>
              <span className="block text-xs text-muted-foreground sm:hidden">{title}</span>
            </TableCell>
            <TableCell>{httpStatus}</TableCell>
            <TableCell className="hidden min-w-56 text-muted-foreground sm:table-cell">{title}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
