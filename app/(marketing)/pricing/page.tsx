import type { Metadata } from 'next';
import { createLoader, parseAsStringLiteral, type SearchParams } from 'nuqs/server';
import { can } from '@/lib/auth';
import { listOffers, listSubscriptions, type Pack, type Plan, readTerms } from '@/lib/billing';
import { currencyDecimals } from '@/lib/money';
import { readSite } from '@/lib/site';
import { isLive } from '../../_components/subscription-links';
import { Card } from '../../_components/ui/card';
import { findSession } from '../../_session';
import { Questions } from '../_components/questions';
import { SectionHeading } from '../_components/section-heading';
import { SiteFooter } from '../_components/site-footer';
import { SiteHeader } from '../_components/site-header';
import { StructuredData } from '../_components/structured-data';
import { IntervalLinks } from './_components/interval-links';
import { PackOffers } from './_components/pack-offers';
import { PlanOffer } from './_components/plan-offer';
import { pricingQuestions } from './_components/pricing-questions';

export const metadata: Metadata = {
  title: 'Pricing',
  description:
    'Plans that bring credits every month, and packs that bring them once. Change, pause or cancel at any time.',
  alternates: { canonical: '/pricing' },
};

const intervals = ['month', 'year'] as const;
const loadPricing = createLoader({ interval: parseAsStringLiteral(intervals) });

/** The shop's catalog, for visitors and for teams; a team sees its own plan marked. */
export default async function PricingPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [{ interval }, session] = await Promise.all([loadPricing(searchParams), findSession()]);
  const mayBuy = session === null || can(session.role, 'billing.manage');
  const [subscription, { plans, packs }, terms] = await Promise.all([
    session ? listSubscriptions(session.teamId).then((all) => all.find(isLive)) : undefined,
    listOffers(session?.teamId ?? null),
    readTerms(session?.teamId ?? null),
  ]);
  const { isDemoOpen } = readSite();
  const offered = intervals.filter((each) => plans.some((plan) => plan.interval === each));
  const shown = interval ?? subscription?.plan?.interval ?? offered[0] ?? 'month';
  return (
    <>
      <SiteHeader hasTeam={session !== null} />
      <main className="mx-auto max-w-4xl px-4 pt-8 pb-4 sm:px-6 sm:pt-12">
        <h1 className="text-3xl font-semibold tracking-tight sm:text-4xl">Pricing</h1>
        <p className="mt-3 mb-8 max-w-xl text-pretty text-muted-foreground">
          A plan brings credits every month, a pack brings them once. Both count exactly once, whatever the webhooks do.
          {session ? '' : visitorsLine(isDemoOpen)}
        </p>
        {offered.length > 1 ? <IntervalLinks current={shown} intervals={offered} /> : null}
        <section aria-label="Plans" className="mt-4 mb-14">
          <Plans plans={plans.filter((plan) => plan.interval === shown)} subscription={subscription} mayBuy={mayBuy} />
        </section>
        {packs.length > 0 ? (
          <>
            <SectionHeading id="packs" title="Credits once">
              For a month that needs more. They are spent after those of the plan, which lapse sooner.
            </SectionHeading>
            <PackOffers packs={packs} mayBuy={mayBuy} />
          </>
        ) : null}
        <div className="mt-14">
          <Questions title="Good to know" intro="Before you choose." questions={pricingQuestions(terms)} />
        </div>
        <StructuredData data={offersOf([...plans, ...packs])} />
      </main>
      <SiteFooter />
    </>
  );
}

type Offered = Pick<Parameters<typeof PlanOffer>[0], 'subscription' | 'mayBuy'>;

function Plans({ plans, ...offered }: { plans: Plan[] } & Offered) {
  if (plans.length === 0)
    return (
      <Card className="px-6 py-8 text-sm text-muted-foreground">
        No plan is for sale right now. Please come back later.
      </Card>
    );
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {plans.map((plan, position) => (
        <PlanOffer key={plan.item} plan={plan} {...offered} primary={position === 0} />
      ))}
    </div>
  );
}

function visitorsLine(isDemoOpen: boolean): string {
  return isDemoOpen
    ? ' No sign-up: choosing one opens a demo team of your own.'
    : ' Choosing one begins with an account.';
}

function offersOf(items: (Plan | Pack)[]): Record<string, unknown> {
  const offers = items.map(({ name, amountMinor, currency }) => ({
    '@type': 'Offer',
    ...{ name, priceCurrency: currency, price: (amountMinor / 10 ** currencyDecimals(currency)).toString() },
  }));
  return { '@type': 'Product', name: readSite().name, description: 'Plans and packs of credits.', offers };
}
