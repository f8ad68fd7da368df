import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { getCredits, type HistoryEntry, listBillingHistory } from '@/lib/billing';
import { type LabRun, listLabPayments, listLabRuns } from '@/lib/billing/lab';
import { PageHeader } from '../../_components/page-header';
import { requirePermission } from '../../_session';
import { actionLabels } from './_components/lab-action-labels';
import { LabActions } from './_components/lab-actions';
import { LabResult } from './_components/lab-result';
import { LabTabs } from './_components/lab-tabs';
import { NoPayments } from './_components/no-payments';
import { NothingSent } from './_components/nothing-sent';
import { PaymentPicker } from './_components/payment-picker';
import { RunHistory } from './_components/run-history';
import type { ShownRun } from './_components/shown-run';
import { loadLabSearch } from './_search';

export const metadata: Metadata = { title: 'Lab' };

const shownRuns = 25;

export default async function LabPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { teamId } = await requirePermission('lab.use');
  const { payment } = await loadLabSearch(searchParams);
  const [payments, purchases, runs, { balance }] = await Promise.all([
    listLabPayments(teamId),
    listBillingHistory({ teamId, filter: 'purchases', limit: 200 }),
    listLabRuns(teamId, shownRuns),
    getCredits(teamId),
  ]);
  const selected = payment === null ? payments[0] : payments.find(({ purchaseId }) => purchaseId === payment);
  if (payment !== null && !selected) notFound();
  const shown = runs.map((run) => shownRun(run, purchases.entries));
  return (
    <>
      <PageHeader
        title="Lab"
        description="Send a payment’s webhook again, tamper with it, or take the money back. Each delivery is signed and goes over HTTP to the same endpoint that real ones reach."
      />
      <LabTabs current="/lab" />
      {selected ? (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
          <div className="grid min-w-0 grid-cols-1 gap-4">
            <PaymentPicker payments={payments} selected={selected} />
            <LabActions key={selected.purchaseId} purchaseId={selected.purchaseId} />
          </div>
          <div className="grid min-w-0 grid-cols-1 gap-6">
            <LabResult
              run={shown[runs.findIndex(({ purchaseId }) => purchaseId === selected.purchaseId)]}
              balance={balance}
              empty={<NothingSent action="send_ten_in_parallel" label="Deliver it ten times at once" />}
            />
            <RunHistory runs={shown} />
          </div>
        </div>
      ) : (
        <NoPayments />
      )}
    </>
  );
}

function shownRun(run: LabRun, purchases: HistoryEntry[]): ShownRun {
  const paid = purchases.find(({ payment }) => payment?.purchaseId === run.purchaseId);
  return { ...run, label: actionLabels[run.action].label, paid };
}
