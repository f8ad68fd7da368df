import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Plan, SubscriptionView } from '@/lib/billing';
import { accessLevels } from '../../_components/access-words';
import { formatCredits } from '../../_components/credits';
import { Day } from '../../_components/day';
import { planPrice, planTitle } from '../../_components/plan-price';
import { SubscriptionStatusBadge } from '../../_components/subscription-status-badge';
import { Badge } from '../../_components/ui/badge';
import { Button } from '../../_components/ui/button';
import { Card, CardHeader, CardTitle } from '../../_components/ui/card';
import { NextStep } from './next-step';

interface PlanCardProps {
  /** The one that counts; none where the team never subscribed. */
  subscription: SubscriptionView | undefined;
  plans: readonly Plan[];
  /** Where to go on from here. */
  action: ReactNode;
}

/** Plan, price, what is paid for, and what happens next and when. */
export function PlanCard({ subscription, plans, action }: PlanCardProps) {
  return (
    <Card aria-labelledby="plan-title">
      <CardHeader>
        <CardTitle id="plan-title">Plan</CardTitle>
        {subscription ? <SubscriptionStatusBadge status={subscription.status} /> : null}
      </CardHeader>
      <div className="px-5 pb-5">
        {subscription ? <PlanFacts subscription={subscription} plans={plans} /> : <NoPlan />}
        {action ? <div className="mt-5">{action}</div> : null}
      </div>
    </Card>
  );
}

export function PlansLink() {
  return (
    <Button asChild className="w-full">
      <Link href="/pricing">See the plans</Link>
    </Button>
  );
}

function NoPlan() {
  return (
    <p className="text-sm text-muted-foreground">
      No plan yet. A plan brings credits every month; packs go with it or without it.
    </p>
  );
}

function PlanFacts({ subscription, plans }: Omit<PlanCardProps, 'action'> & { subscription: SubscriptionView }) {
  const { plan, quantity, period, access } = subscription;
  const { word, tone } = accessLevels[access.level];
  return (
    <>
      <p className="text-2xl font-semibold tracking-tight" data-testid="plan">
        {plan ? planTitle(plan.name, quantity) : 'A plan that the catalog does not know'}
      </p>
      {plan ? (
        <p className="mt-0.5 text-sm text-muted-foreground">
          {planPrice(plan, quantity)} {plan.currency} a {plan.interval},{' '}
          {formatCredits(plan.creditsPerMonth * quantity)} credits a month
        </p>
      ) : null}
      <dl className="mt-4 grid gap-3 border-t pt-4 text-sm [&_dt]:mb-0.5 [&_dt]:text-xs [&_dt]:text-muted-foreground">
        <div>
          <dt>Next</dt>
          <dd data-testid="next-step">
            <NextStep subscription={subscription} plans={plans} />
          </dd>
        </div>
        <div>
          <dt>Paid for</dt>
          <dd>
            {period ? (
              <>
                <Day at={period.start} /> to <Day at={period.end} />
              </>
            ) : (
              'Nothing yet'
            )}
          </dd>
        </div>
        <div>
          <dt>Access</dt>
          <dd className="flex flex-wrap items-center gap-2">
            <Badge tone={tone}>{word}</Badge>
            {access.until ? (
              <span>
                until <Day at={access.until} />
              </span>
            ) : null}
          </dd>
        </div>
      </dl>
    </>
  );
}
