import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getCardSetup, testCards } from '@/lib/billing/lab';
import { idOf } from '../../../_id';
import { requirePermission } from '../../../_session';
import { SandboxNotice } from '../../_components/sandbox-notice';
import { CardForm } from './_components/card-form';
import { ClosedSetup } from './_components/closed-setup';

export const metadata: Metadata = { title: 'Save a card', robots: { index: false } };

/** What a provider's own page for saving a card is for real ones. Another team's is not found. */
export default async function CardSetupPage({ params }: { params: Promise<{ id: string }> }) {
  const { teamId, teamName } = await requirePermission('billing.manage');
  const id = idOf((await params).id);
  const setup = id === null ? null : await getCardSetup({ teamId, id });
  if (!setup) notFound();
  return (
    <>
      <SandboxNotice />
      <main className="mx-auto w-full max-w-lg px-6 py-10 sm:py-16">
        <p className="text-sm text-muted-foreground">{teamName}</p>
        <h1 className="mt-1 text-2xl font-semibold tracking-tight">Save a card</h1>
        <p className="mt-2 text-sm text-muted-foreground">
          The shop charges it when a period begins, without you being there. Choose how it behaves.
        </p>
        {setup.state === 'open' ? (
          <CardForm id={setup.id} cards={testCards} />
        ) : (
          <ClosedSetup id={setup.id} state={setup.state} cancelPath={setup.cancelPath} />
        )}
      </main>
    </>
  );
}
