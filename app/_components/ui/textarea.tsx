import type { ComponentProps } from 'react';
import { cn } from './cn';

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      data-slot="textarea"
      className={cn(
        'min-h-20 w-full min-w-0 rounded-md border border-input bg-card px-3 py-2 text-sm shadow-card placeholder:text-muted-foreground disabled:opacity-55 aria-invalid:border-danger',
        className,
      )}
      {...props}
    />
  );
}
