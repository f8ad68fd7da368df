import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { getCredits, listPlans } from '@/lib/billing';
import { listSandboxSubscriptions, listSubscriptionRuns, type SubscriptionRun } from '@/lib/billing/lab';
import { PageHeader } from '../../../_components/page-header';
import { requirePermission } from '../../../_session';
import { LabResult } from '../_components/lab-result';
import { LabTabs } from '../_components/lab-tabs';
import { NothingSent } from '../_components/nothing-sent';
import { RunHistory } from '../_components/run-history';
import type { ShownRun } from '../_components/shown-run';
import { actionLabels } from './_components/labels';
import { NoSubscriptions } from './_components/no-subscriptions';
import { SandboxFacts } from './_components/sandbox-facts';
import { SubscriptionActions } from './_components/subscription-actions';
import { SubscriptionPicker } from './_components/subscription-picker';
import { loadLabSubscriptionSearch } from './_search';

export const metadata: Metadata = { title: 'Lab, subscription' };

const shownRuns = 25;

export default async function SubscriptionLabPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { teamId } = await requirePermission('lab.use');
  const { subscription: id } = await loadLabSubscriptionSearch(searchParams);
  const [subscriptions, runs, { balance }] = await Promise.all([
    listSandboxSubscriptions(teamId),
    listSubscriptionRuns(teamId, shownRuns),
    getCredits(teamId),
  ]);
  const selected = id === null ? subscriptions[0] : subscriptions.find((sold) => sold.sandboxSubscriptionId === id);
  if (id !== null && !selected) notFound();
  const shown = runs.map(shownRun);
  return (
    <>
      <PageHeader
        title="Lab"
        description="Let months pass in seconds, and deliver what the sandbox then tells in any order, twice, late or never. Each message is signed and goes over HTTP to the same endpoint that real ones reach."
      />
      <LabTabs current="/lab/subscription" />
      {selected ? (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
          <div className="grid min-w-0 grid-cols-1 gap-4">
            <SubscriptionPicker subscriptions={subscriptions} selected={selected}>
              <SandboxFacts subscription={selected} />
            </SubscriptionPicker>
            <SubscriptionActions key={selected.sandboxSubscriptionId} subscription={selected} plans={listPlans()} />
          </div>
          <div className="grid min-w-0 grid-cols-1 gap-6">
            <LabResult
              run={shown[runs.findIndex((run) => run.sandboxSubscriptionId === selected.sandboxSubscriptionId)]}
              balance={balance}
              empty={<NothingSent action="advance" label="Advance to the next renewal" />}
            />
            <RunHistory runs={shown} />
          </div>
        </div>
      ) : (
        <NoSubscriptions />
      )}
    </>
  );
}

function shownRun(run: SubscriptionRun): ShownRun {
  return { ...run, label: actionLabels[run.action].label, paid: undefined };
}
