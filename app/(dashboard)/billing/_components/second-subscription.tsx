import { TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import type { SubscriptionView } from '@/lib/billing';
import { planTitle } from '../../../_components/plan-price';
import { PortalLink } from '../../../_components/portal-link';
import { subscriptionUrl } from '../../subscription/_search';

interface SecondSubscriptionProps {
  /** The one that counts, and the live ones besides. */
  current: SubscriptionView | undefined;
  others: SubscriptionView[];
  mayManage: boolean;
}

/** A team that pays for more than the plan that it uses is told so, and where to end it. */
export function SecondSubscription({ current, others, mayManage }: SecondSubscriptionProps) {
  return others.map((other) => (
    <div
      key={other.subscriptionId}
      role="status"
      data-testid="second-subscription"
      className="mb-6 flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg bg-warning-soft px-4 py-3 text-sm text-warning"
    >
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-60">
        <strong className="font-semibold">Your team has a second subscription.</strong> {sideBySide(other, current)}{' '}
        {mayManage ? 'Keep one, and cancel the other.' : 'Whoever manages the billing can cancel one of them.'}
      </p>
      <div className="ml-7 flex gap-4 sm:ml-0">
        <Link
          href={subscriptionUrl('/subscription', { subscription: other.subscriptionId })}
          className="font-medium underline underline-offset-4"
        >
          See it
        </Link>
        {mayManage ? (
          <PortalLink subscription={other} className="font-medium underline underline-offset-4">
            Manage it
          </PortalLink>
        ) : null}
      </div>
    </div>
  ));
}

function sideBySide(other: SubscriptionView, current: SubscriptionView | undefined): string {
  const [name, beside] = [nameOf(other), current ? nameOf(current) : 'the plan below'];
  return name === beside
    ? `${name} runs twice, and each is charged.`
    : `${name} runs beside ${beside}, and each is charged.`;
}

function nameOf({ plan, quantity }: SubscriptionView): string {
  return plan ? planTitle(plan.name, quantity) : 'Another plan';
}
