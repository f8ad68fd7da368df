import Link from 'next/link';
import type { SubscriptionView } from '@/lib/billing';
import { planTitle } from '../../../_components/plan-price';
import { SubscriptionStatusBadge } from '../../../_components/subscription-status-badge';
import { subscriptionUrl } from '../_search';

interface SubscriptionLinksProps {
  subscriptions: SubscriptionView[];
  selected: SubscriptionView;
}

/** Which of a team's subscriptions the page shows, where there are several. */
export function SubscriptionLinks({ subscriptions, selected }: SubscriptionLinksProps) {
  if (subscriptions.length < 2) return null;
  return (
    <nav aria-label="Subscriptions" className="mb-6">
      <ul className="flex flex-wrap gap-1.5">
        {subscriptions.map(({ subscriptionId, plan, quantity, status, isCurrent }) => (
          <li key={subscriptionId}>
            <Link
              href={subscriptionUrl('/subscription', { subscription: isCurrent ? null : subscriptionId })}
              aria-current={subscriptionId === selected.subscriptionId ? 'true' : undefined}
              className="inline-flex h-8 items-center gap-2 rounded-full border bg-card pr-1.5 pl-3 text-[0.8125rem] text-muted-foreground transition-colors hover:bg-muted hover:text-foreground aria-[current=true]:border-primary aria-[current=true]:font-medium aria-[current=true]:text-foreground"
            >
              {plan ? planTitle(plan.name, quantity) : 'Unknown plan'} <SubscriptionStatusBadge status={status} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
