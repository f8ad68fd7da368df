'use client';

import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFormStatus } from 'react-dom';
import { Button } from './ui/button';

/** Sends its form; while that runs it shows so, and no second click counts. Its width stays. */
export function SubmitButton({ children, name, value, ...props }: ComponentProps<typeof Button>) {
  const { pending, data } = useFormStatus();
  const mine = pending && (name === undefined || data?.get(name) === value);
  return (
    <Button
      type="submit"
      name={name}
      value={value}
      aria-disabled={pending}
      aria-busy={mine}
      onClick={(event) => pending && event.preventDefault()}
      {...props}
    >
      <span className="relative inline-flex items-center gap-2">
        <span className={mine ? 'invisible inline-flex items-center gap-2' : 'inline-flex items-center gap-2'}>
          {children}
        </span>
        {mine ? (
          <span className="absolute inset-0 flex items-center justify-center">
            <LoaderCircle className="animate-spin" aria-hidden="true" />
            <span className="sr-only">Working</span>
          </span>
        ) : null}
      </span>
    </Button>
  );
}
