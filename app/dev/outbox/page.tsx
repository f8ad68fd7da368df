import { Mail } from 'lucide-react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { connection } from 'next/server';
import { listMessagePreviews } from '@/lib/billing';
import { env } from '@/lib/env';
import { EmptyState } from '../../_components/empty-state';
import { PageHeader } from '../../_components/page-header';
import { PreviewCard } from './_components/preview-card';

export const metadata: Metadata = { title: 'Outbox', robots: { index: false } };

/** What would have been mailed, on a developer's own machine. Anywhere else there is no such page. */
export default async function DevOutboxPage() {
  await connection();
  if (env.NODE_ENV !== 'development') notFound();
  const previews = await listMessagePreviews(30);
  return (
    <main className="mx-auto max-w-4xl px-4 py-8 sm:px-6">
      <PageHeader
        title="Outbox"
        description="The newest messages of every team, as mails. Only here, in development; nothing of it leaves this machine unless a mail server is set."
      />
      {previews.length === 0 ? (
        <EmptyState icon={Mail} title="No messages yet">
          Buy something in the sandbox, and its receipt shows up here.
        </EmptyState>
      ) : (
        <ul className="space-y-4">
          {previews.map((preview) => (
            <li key={preview.id}>
              <PreviewCard preview={preview} />
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}
