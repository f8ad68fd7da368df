'use client';

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cn } from './ui/cn';
import { TableCell, TableRow } from './ui/table';

interface ExpandableRowProps {
  /** What the button opens, for those who cannot see the row. */
  label: string;
  /** Cells of the row, and how many columns the detail spans beside the button's own. */
  children: ReactNode;
  columns: number;
  detail: ReactNode;
}

export function ExpandableRow({ label, children, columns, detail }: ExpandableRowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <TableRow className={cn('transition-colors hover:bg-muted/60', open && 'border-b-0 bg-muted/60')}>
        <TableCell className="w-9 pr-0">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            aria-label={label}
            onClick={() => setOpen(!open)}
            className="-m-1.5 flex size-8 items-center justify-center rounded-sm text-muted-foreground hover:bg-secondary hover:text-foreground"
          >
            <ChevronRight className={cn('size-4 transition-transform', open && 'rotate-90')} aria-hidden="true" />
          </button>
        </TableCell>
        {children}
      </TableRow>
      {open ? (
        <TableRow id={id} className="bg-muted/60">
          <TableCell />
          <TableCell colSpan={columns} className="pt-1 pr-5 pb-5">
            {detail}
          </TableCell>
        </TableRow>
      ) : null}
    </>
  );
}
