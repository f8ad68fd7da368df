'use client';

interface ErrorPanelProps {
  error: unknown;
  retry: () => void;
  /** What did not work, as a sentence without its full stop. */
  title?: string;
}

/**
 * What happened, what is safe, and what to do. Names the digest under which the server logged the cause. Every page loads
 * it before anything goes wrong, so it brings no icon and no component along.
 */
export function ErrorPanel({ error, retry, title = 'This page could not be loaded' }: ErrorPanelProps) {
  const digest = digestOf(error);
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-start py-16">
      <span
        aria-hidden="true"
        className="mb-4 flex size-10 items-center justify-center rounded-full bg-danger-soft text-lg font-semibold text-danger"
      >
        !
      </span>
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-2 text-sm text-muted-foreground">
        The server or its database did not answer as it should. Trying again is safe: nothing is charged or counted
        twice, and a payment that arrives meanwhile is sent again by its provider.
      </p>
      <button
        type="button"
        onClick={() => retry()}
        className="mt-6 inline-flex h-9 items-center rounded-md bg-primary px-3.5 text-sm font-medium text-primary-foreground shadow-card transition-colors hover:bg-primary-hover"
      >
        Try again
      </button>
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
