import { Check } from 'lucide-react';
import Link from 'next/link';
import type { Plan, SubscriptionView } from '@/lib/billing';
import { formatMoney } from '@/lib/money';
import { formatCredits } from '../../../_components/credits';
import { planPrice } from '../../../_components/plan-price';
import { PortalLink } from '../../../_components/portal-link';
import { Badge } from '../../../_components/ui/badge';
import { Button } from '../../../_components/ui/button';
import { Card } from '../../../_components/ui/card';
import { cn } from '../../../_components/ui/cn';
import { OrderForm } from './order-form';

interface PlanOfferProps {
  plan: Plan;
  /** The subscription that the visitor's team has. */
  subscription: SubscriptionView | undefined;
  /** Whether whoever sees it may buy for the team. */
  mayBuy: boolean;
  primary: boolean;
}

export function PlanOffer({ plan, subscription, mayBuy, primary }: PlanOfferProps) {
  const isCurrent = subscription?.plan?.item === plan.item;
  return (
    <Card
      aria-labelledby={plan.item}
      className={cn('flex flex-col p-6', isCurrent && 'border-primary')}
      data-testid={isCurrent ? 'current-plan' : undefined}
    >
      <div className="flex items-center justify-between gap-3">
        <h3 id={plan.item} className="text-lg font-semibold tracking-tight">
          {plan.name}
        </h3>
        {isCurrent ? <Badge tone="accent">Your plan</Badge> : null}
      </div>
      <p className="mt-3 flex items-baseline gap-1.5">
        <span className="text-4xl font-semibold tracking-tight">{planPrice(plan)}</span>
        <span className="text-sm text-muted-foreground">
          {plan.currency} a {plan.interval}
        </span>
      </p>
      <p className="mt-1 min-h-5 text-[0.8125rem] text-muted-foreground">{perMonth(plan)}</p>
      <ul className="mt-5 mb-6 grid gap-2 text-sm">
        {benefitsOf(plan).map((benefit) => (
          <li key={benefit} className="flex gap-2.5">
            <Check className="mt-0.5 size-4 shrink-0 text-success" aria-hidden="true" />
            {benefit}
          </li>
        ))}
      </ul>
      <div className="mt-auto">
        <Choice plan={plan} subscription={subscription} mayBuy={mayBuy} primary={primary} />
      </div>
    </Card>
  );
}

function Choice({ plan, subscription, mayBuy, primary }: PlanOfferProps) {
  if (!mayBuy)
    return (
      <p className="text-[0.8125rem] text-muted-foreground">Whoever manages the billing of your team can choose it.</p>
    );
  if (!subscription) return <OrderForm item={plan.item} label={`Subscribe to ${plan.name}`} primary={primary} />;
  return (
    <Button asChild className="w-full">
      {subscription.plan?.item === plan.item ? (
        <Link href="/subscription">Manage your plan</Link>
      ) : (
        <PortalLink subscription={subscription}>Change to {plan.name}</PortalLink>
      )}
    </Button>
  );
}

function perMonth({ interval, amountMinor, currency }: Plan): string {
  if (interval === 'month') return 'Billed every month';
  return `${formatMoney({ amountMinor: Math.round(amountMinor / 12), currency })} a month, billed once a year`;
}

function benefitsOf({ creditsPerMonth, rollover }: Plan): string[] {
  return [
    `${formatCredits(creditsPerMonth)} credits every month`,
    rollover ? 'Unspent credits stay' : 'Unspent credits lapse when the next ones come',
    'Change, pause or cancel at any time',
  ];
}
