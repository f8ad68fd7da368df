import type { ComponentProps } from 'react';
import { cn } from './cn';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input
      data-slot="input"
      className={cn(
        'h-9 w-full min-w-0 rounded-md border border-input bg-card px-3 text-sm shadow-card placeholder:text-muted-foreground read-only:bg-muted read-only:text-muted-foreground disabled:opacity-55 aria-invalid:border-danger',
        className,
      )}
      {...props}
    />
  );
}
