import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn';

const frame = 'scroll-hint relative w-full overflow-x-auto rounded-b-lg not-first:border-t first:rounded-t-lg';
const grid = 'w-full border-collapse text-sm';

export function Table({ className, ...props }: ComponentProps<'table'>) {
  return (
    <div data-slot="table-container" className={frame}>
      <table data-slot="table" className={cn(grid, className)} {...props} />
    </div>
  );
}

/** A table that can be wider than a phone: what scrolls has its name, and is reached by key. */
export function WideTable({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by key.
    <section data-slot="table-container" aria-label={caption} tabIndex={0} className={frame}>
      <table data-slot="table" className={grid}>
        <TableCaption>{caption}</TableCaption>
        {children}
      </table>
    </section>
  );
}

export function TableHeader({ className, ...props }: ComponentProps<'thead'>) {
  return <thead data-slot="table-header" className={cn('border-b', className)} {...props} />;
}

export function TableBody({ className, ...props }: ComponentProps<'tbody'>) {
  return <tbody data-slot="table-body" className={cn('[&>tr:last-child]:border-b-0', className)} {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return <tr data-slot="table-row" className={cn('border-b', className)} {...props} />;
}

export function TableHead({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      data-slot="table-head"
      scope="col"
      className={cn(
        'h-9 px-3 text-left text-xs font-medium whitespace-nowrap text-muted-foreground first:pl-5 last:pr-5',
        className,
      )}
      {...props}
    />
  );
}

export function TableCell({ className, ...props }: ComponentProps<'td'>) {
  return (
    <td data-slot="table-cell" className={cn('px-3 py-2.5 align-middle first:pl-5 last:pr-5', className)} {...props} />
  );
}

export function TableCaption({ className, ...props }: ComponentProps<'caption'>) {
  return <caption data-slot="table-caption" className={cn('sr-only', className)} {...props} />;
}
