import type { problems as allProblems } from '@/lib/api';
import { TableBody, TableCell, TableHead, TableHeader, TableRow, WideTable } from '../../../_components/ui/table';

export function ProblemsTable({ problems }: { problems: typeof allProblems }) {
  return (
    <WideTable caption="Codes of problems">
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
    </WideTable>
  );
}
