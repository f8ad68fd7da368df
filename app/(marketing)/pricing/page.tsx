import type { Metadata } from 'next';
import { createLoader, parseAsStringLiteral, type SearchParams } from 'nuqs/server';
import { listPacks, listPlans, listSubscriptions, type Plan } from '@/lib/billing';
import { isLive } from '../../_components/subscription-links';
import { Card } from '../../_components/ui/card';
import { findSession } from '../../_session';
import { SectionHeading } from '../_components/section-heading';
import { SiteFooter } from '../_components/site-footer';
import { SiteHeader } from '../_components/site-header';
import { IntervalLinks } from './_components/interval-links';
import { PackOffers } from './_components/pack-offers';
import { PlanOffer } from './_components/plan-offer';

export const metadata: Metadata = { title: 'Pricing', description: 'Plans that bring credits every month, and packs.' };

const intervals = ['month', 'year'] as const;
const loadPricing = createLoader({ interval: parseAsStringLiteral(intervals) });

/** The shop's catalog, for visitors and for teams; a team sees its own plan marked. */
export default async function PricingPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [{ interval }, session] = await Promise.all([loadPricing(searchParams), findSession()]);
  const subscription = session ? (await listSubscriptions(session.teamId)).find(isLive) : undefined;
  const [plans, packs] = [listPlans(), listPacks()];
  const offered = intervals.filter((each) => plans.some((plan) => plan.interval === each));
  const shown = interval ?? subscription?.plan?.interval ?? offered[0] ?? 'month';
  return (
    <>
      <SiteHeader hasTeam={session !== null} />
      <main className="mx-auto max-w-4xl px-4 pt-8 pb-20 sm:px-6 sm:pt-12">
        <h1 className="text-3xl font-semibold tracking-tight sm:text-4xl">Pricing</h1>
        <p className="mt-3 mb-8 max-w-xl text-pretty text-muted-foreground">
          A plan brings credits every month, a pack brings them once. Both count exactly once, whatever the webhooks do.
          {session ? '' : ' No sign-up: choosing one opens a demo team of your own.'}
        </p>
        {offered.length > 1 ? <IntervalLinks current={shown} intervals={offered} /> : null}
        <section aria-label="Plans" className="mt-4 mb-14">
          <Plans plans={plans.filter((plan) => plan.interval === shown)} subscription={subscription} />
        </section>
        {packs.length > 0 ? (
          <>
            <SectionHeading id="packs" title="Credits once">
              For a month that needs more. They are spent after those of the plan, which lapse sooner.
            </SectionHeading>
            <PackOffers packs={packs} />
          </>
        ) : null}
      </main>
      <SiteFooter />
    </>
  );
}

function Plans({ plans, subscription }: { plans: Plan[] } & Pick<Parameters<typeof PlanOffer>[0], 'subscription'>) {
  if (plans.length === 0)
    return (
      <Card className="px-6 py-8 text-sm text-muted-foreground">
        No plan is for sale: the provider that sells has no price for any. Set its price ids in the environment.
      </Card>
    );
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {plans.map((plan, position) => (
        <PlanOffer key={plan.item} plan={plan} subscription={subscription} primary={position === 0} />
      ))}
    </div>
  );
}
