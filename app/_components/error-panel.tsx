'use client';

import { RotateCw, TriangleAlert } from 'lucide-react';
import { Button } from './ui/button';

interface ErrorPanelProps {
  error: unknown;
  retry: () => void;
  /** What did not work, as a sentence without its full stop. */
  title?: string;
}

/** What happened, what is safe, and what to do. Names the digest under which the server logged the cause. */
export function ErrorPanel({ error, retry, title = 'This page could not be loaded' }: ErrorPanelProps) {
  const digest = digestOf(error);
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-start py-16">
      <span className="mb-4 flex size-10 items-center justify-center rounded-full bg-danger-soft">
        <TriangleAlert className="size-5 text-danger" aria-hidden="true" />
      </span>
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-2 text-sm text-muted-foreground">
        The server or its database did not answer as it should. Trying again is safe: nothing is charged or counted
        twice, and a payment that arrives meanwhile is sent again by its provider.
      </p>
      <Button className="mt-6" variant="primary" onClick={() => retry()}>
        <RotateCw aria-hidden="true" /> Try again
      </Button>
      {digest ? (
        <p className="mt-6 text-xs text-muted-foreground">
          In the server’s log under <code className="font-mono">{digest}</code>
        </p>
      ) : null}
    </div>
  );
}

function digestOf(error: unknown): string | null {
  return error instanceof Error && 'digest' in error && typeof error.digest === 'string' ? error.digest : null;
}
