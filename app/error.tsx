'use client';

import { ErrorPanel } from './_components/error-panel';

export default function RootError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main className="px-6">
      <ErrorPanel error={error} retry={retry} />
    </main>
  );
}
