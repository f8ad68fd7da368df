'use client';

import { ErrorPanel } from './_components/error-panel';
import './globals.css';

/** Stands in for the whole document when the root layout itself fails, so it brings its own. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body className="px-6">
        <title>Something went wrong · Paidonce</title>
        <ErrorPanel error={error} retry={retry} />
      </body>
    </html>
  );
}
