import type { Metadata } from 'next';
import Link from 'next/link';
import { can } from '@/lib/auth';
import {
  getCredits,
  listBillingHistory,
  listMovementsByDay,
  listOffers,
  listSubscriptions,
  type SubscriptionView,
} from '@/lib/billing';
import { findLowBalance } from '@/lib/billing/top-ups';
import { PageHeader } from '../../_components/page-header';
import { isBeginning, isLive } from '../../_components/subscription-links';
import { Button } from '../../_components/ui/button';
import { requireSession } from '../../_session';
import { LowBalanceNotice } from '../_components/low-balance-notice';
import { PlanCard, PlansLink } from '../_components/plan-card';
import { SubscriptionBanner } from '../_components/subscription-banner';
import { BalanceCard } from './_components/balance-card';
import { PacksCard } from './_components/packs-card';
import { RecentActivity } from './_components/recent-activity';

export const metadata: Metadata = { title: 'Dashboard' };

const chartDays = 30;

export default async function DashboardPage() {
  const { teamId, teamName, role } = await requireSession();
  const mayBuy = can(role, 'billing.manage');
  const [credits, days, { entries }, [subscription], low, { plans, packs }] = await Promise.all([
    getCredits(teamId),
    listMovementsByDay(teamId, chartDays),
    listBillingHistory({ teamId, limit: 6 }),
    listSubscriptions(teamId),
    findLowBalance(teamId),
    listOffers(teamId),
  ]);
  return (
    <>
      <PageHeader title="Dashboard" description={`Credits of ${teamName}.`} />
      <SubscriptionBanner subscription={subscription} mayManage={mayBuy} />
      <LowBalanceNotice low={low} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <BalanceCard credits={credits} days={days} />
        <div className="grid min-w-0 grid-cols-1 gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <PlanCard
            subscription={subscription}
            plans={plans}
            action={subscription && isKept(subscription) ? <SubscriptionLink /> : <PlansLink />}
          />
          {mayBuy ? <PacksCard packs={packs} /> : null}
        </div>
        <RecentActivity entries={entries} className="min-w-0" />
      </div>
    </>
  );
}

function isKept(subscription: SubscriptionView): boolean {
  return isLive(subscription) || isBeginning(subscription);
}

function SubscriptionLink() {
  return (
    <Button asChild className="w-full">
      <Link href="/subscription">Manage the subscription</Link>
    </Button>
  );
}
