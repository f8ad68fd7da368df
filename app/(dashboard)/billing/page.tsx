import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { can } from '@/lib/auth';
import { BillingError, type InvoiceRequest, listInvoices, listOffers, listSubscriptions } from '@/lib/billing';
import { getTopUps } from '@/lib/billing/top-ups';
import { PageHeader } from '../../_components/page-header';
import { isLive } from '../../_components/subscription-links';
import { requirePermission } from '../../_session';
import { PlanCard } from '../_components/plan-card';
import { SubscriptionBanner } from '../_components/subscription-banner';
import { TopUpCard } from './_components/auto-top-up/top-up-card';
import { InvoicesCard } from './_components/invoices-card';
import { ManageActions } from './_components/manage-actions';
import { ProblemNotice } from './_components/problem-notice';
import { SecondSubscription } from './_components/second-subscription';
import { billingUrl, loadBillingSearch } from './_search';

export const metadata: Metadata = { title: 'Billing' };

const pageSize = 20;

/** What the team's plan is, to everybody in it; what was paid, and the provider's pages, to whoever manages the billing. */
export default async function BillingPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { teamId, role } = await requirePermission('team.view');
  const mayManage = can(role, 'billing.manage');
  const search = await loadBillingSearch(searchParams);
  const { filter, cursor } = search;
  const [[subscription, ...others], page, topUps, { plans }] = await Promise.all([
    listSubscriptions(teamId),
    mayManage ? readPage({ teamId, filter, cursor: cursor ?? undefined, limit: pageSize }) : null,
    mayManage ? getTopUps(teamId) : null,
    listOffers(teamId),
  ]);
  return (
    <>
      <PageHeader
        title="Billing"
        description="Your plan, how it is paid, and every payment with its invoice or receipt."
      />
      <ProblemNotice problem={search.problem} />
      <SubscriptionBanner subscription={subscription} mayManage={mayManage} />
      <SecondSubscription current={subscription} others={others.filter(isLive)} mayManage={mayManage} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <PlanCard
          subscription={subscription}
          plans={plans}
          action={<ManageActions subscription={subscription} mayManage={mayManage} />}
        />
        <div className="grid min-w-0 grid-cols-1 gap-6">
          {topUps ? <TopUpCard topUps={topUps} /> : null}
          {page ? <InvoicesCard page={page} search={search} /> : null}
        </div>
      </div>
    </>
  );
}

/** An address with a cursor that is none of ours starts at the newest payment again. */
function readPage({ filter, ...request }: InvoiceRequest) {
  return listInvoices({ filter, ...request }).catch((error: unknown) => {
    if (error instanceof BillingError && error.code === 'invalid_cursor') redirect(billingUrl('/billing', { filter }));
    throw error;
  });
}
