import type { ReactNode } from 'react';
import type { Plan } from '@/lib/billing';
import type { SandboxSubscriptionView } from '@/lib/billing/lab';
import { Day } from '../../../../_components/day';
import { planPrice, planTitle } from '../../../../_components/plan-price';
import { SubscriptionStatusBadge } from '../../../../_components/subscription-status-badge';

interface PortalSummaryProps {
  subscription: SandboxSubscriptionView;
  plan: Plan | undefined;
}

/** The subscription as the provider knows it, in its own time. */
export function PortalSummary({ subscription, plan }: PortalSummaryProps) {
  const { name, quantity, status, periodStart, periodEnd, sandboxNow, endedAt, cancelAtPeriodEnd } = subscription;
  return (
    <div>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl font-semibold tracking-tight">{planTitle(name, quantity)}</h2>
        <SubscriptionStatusBadge status={status} />
      </div>
      {plan ? (
        <p className="mt-1 text-sm text-muted-foreground">
          {planPrice(plan, quantity)} {plan.currency} a {plan.interval}
        </p>
      ) : null}
      <dl className="mt-5 grid gap-2 text-sm">
        <Fact term={status === 'trialing' ? 'Trial' : 'Current period'}>
          <Day at={periodStart.toISOString()} /> to <Day at={periodEnd.toISOString()} />
        </Fact>
        <Fact term={endedAt ? 'Ended' : cancelAtPeriodEnd ? 'Ends' : 'Next payment'}>
          <Day at={(endedAt ?? periodEnd).toISOString()} />
        </Fact>
        <Fact term="Today at the sandbox">
          <Day at={sandboxNow.toISOString()} />
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted-foreground">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
