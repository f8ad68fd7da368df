import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { can } from '@/lib/auth';
import {
  BillingError,
  explainAccess,
  getRenewal,
  getSubscriptionTimeline,
  listOffers,
  listRenewals,
  listSubscriptions,
  type RenewalRequest,
  type RenewalView,
  type SubscriptionView,
} from '@/lib/billing';
import { systemClock } from '@/lib/clock';
import { PageHeader } from '../../_components/page-header';
import { PortalLink } from '../../_components/portal-link';
import { isLive } from '../../_components/subscription-links';
import { Button } from '../../_components/ui/button';
import { requireSession } from '../../_session';
import { PlanCard, PlansLink } from '../_components/plan-card';
import { SubscriptionBanner } from '../_components/subscription-banner';
import { AccessCard } from './_components/access-card';
import { NoSubscription } from './_components/no-subscription';
import { Refresher } from './_components/refresher';
import { RenewalCard } from './_components/renewal/renewal-card';
import { RenewalsCard } from './_components/renewals-card';
import { SubscriptionLinks } from './_components/subscription-links';
import { TimelineCard } from './_components/timeline-card';
import { loadSubscriptionSearch, subscriptionUrl } from './_search';

export const metadata: Metadata = { title: 'Subscription' };

const pageSize = 10;

export default async function SubscriptionPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { teamId, role } = await requireSession();
  const mayManage = can(role, 'billing.manage');
  const search = await loadSubscriptionSearch(searchParams);
  const subscriptions = await listSubscriptions(teamId);
  const selected = selectedOf(subscriptions, search.subscription);
  if (!selected) return <Empty isSettingUp={search.setup !== null} />;
  const day = search.day ?? systemClock.now().toISOString().slice(0, 10);
  const { subscriptionId } = selected;
  const [timeline, page, spans, renewal, { plans }] = await Promise.all([
    getSubscriptionTimeline(teamId, subscriptionId),
    readRenewals({ teamId, cursor: search.cursor ?? undefined, limit: pageSize }),
    readAccess(teamId, day),
    getRenewal(teamId),
    listOffers(teamId),
  ]);
  const own = ownOf(selected, renewal);
  const names = new Map(plans.map(({ item, name }) => [item, name]));
  return (
    <>
      <Header />
      {own && selected.status === 'incomplete' ? <Refresher>{firstPayment(own)}</Refresher> : null}
      <SubscriptionBanner subscription={selected} mayManage={mayManage} />
      <SubscriptionLinks subscriptions={subscriptions} selected={selected} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-6">
          <PlanCard
            subscription={selected}
            plans={plans}
            action={mayManage && !own ? <Manage subscription={selected} /> : null}
          />
          {own ? <RenewalCard renewal={own} plans={plans} mayManage={mayManage} /> : null}
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6">
          {timeline ? <TimelineCard timeline={timeline} names={names} /> : null}
          <AccessCard day={day} spans={spans} subscriptionId={search.subscription} names={names} />
        </div>
        <div className="min-w-0 lg:col-span-2">
          <RenewalsCard page={page} {...pagesAround(search, page.nextCursor)} />
        </div>
      </div>
    </>
  );
}

function Header() {
  return (
    <PageHeader
      title="Subscription"
      description="What your plan is, what was paid for it, and why access was as it was on any day."
    />
  );
}

function Empty({ isSettingUp }: { isSettingUp: boolean }) {
  return (
    <>
      <Header />
      {isSettingUp ? <Refresher>Your card is on its way here.</Refresher> : null}
      <NoSubscription />
    </>
  );
}

/** The one that was asked for, else the one that counts. Another team's is not found. */
function selectedOf(subscriptions: SubscriptionView[], wanted: string | null): SubscriptionView | undefined {
  if (wanted === null) return subscriptions[0];
  return subscriptions.find(({ subscriptionId }) => subscriptionId === wanted) ?? notFound();
}

/** Where the clock of the selected subscription is ours. */
function ownOf({ subscriptionId }: SubscriptionView, renewal: RenewalView | null): RenewalView | null {
  return renewal?.subscriptionId === subscriptionId ? renewal : null;
}

function firstPayment({ failed }: RenewalView): string {
  return failed ? 'The first payment waits for you.' : 'The first payment is on its way.';
}

function Manage({ subscription }: { subscription: SubscriptionView }) {
  if (!isLive(subscription)) return <PlansLink />;
  return (
    <Button asChild variant="primary" className="w-full">
      <PortalLink subscription={subscription}>Manage</PortalLink>
    </Button>
  );
}

type Search = Awaited<ReturnType<typeof loadSubscriptionSearch>>;

/** How many pages "Newer" can go back before it starts at the newest: an address has its limits. */
const longestTrail = 50;

function pagesAround({ cursor, trail, ...kept }: Search, nextCursor: string | null) {
  const url = (page: Pick<Search, 'cursor' | 'trail'>) =>
    `${subscriptionUrl('/subscription', { ...kept, ...page })}#renewals`;
  return {
    newer: cursor ? url({ cursor: trail.at(-1) ?? null, trail: trail.slice(0, -1) }) : null,
    older: nextCursor
      ? url({ cursor: nextCursor, trail: cursor ? [...trail, cursor].slice(-longestTrail) : [] })
      : null,
  };
}

/** An address with a cursor that is none of ours starts at the newest period again. */
function readRenewals(request: RenewalRequest) {
  return listRenewals(request).catch((error: unknown) => {
    if (error instanceof BillingError && error.code === 'invalid_cursor') redirect('/subscription');
    throw error;
  });
}

/** Null for what is no day. */
function readAccess(teamId: string, day: string) {
  return explainAccess(teamId, day).catch((error: unknown) => {
    if (error instanceof BillingError && error.code === 'invalid_day') return null;
    throw error;
  });
}
