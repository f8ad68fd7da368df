import type { ReactNode } from 'react';
import type { Plan, SubscriptionView } from '@/lib/billing';
import { Day } from '../../_components/day';
import { planPrice } from '../../_components/plan-price';

interface NextStepProps {
  subscription: SubscriptionView;
  /** What can be bought, for the price of what comes next. */
  plans: readonly Plan[];
}

/** What happens next, and when. */
export function NextStep({ subscription: { next, quantity, plan }, plans }: NextStepProps): ReactNode {
  const charged = (item: string | null) => {
    const found = plans.find((each) => each.item === item) ?? (plan?.item === item ? plan : undefined);
    return found ? ` for ${planPrice(found, quantity)}` : '';
  };
  switch (next.kind) {
    case 'renews':
      return (
        <>
          Renews on <Day at={next.at} />
          {charged(next.plan)}
        </>
      );
    case 'changes_plan':
      return (
        <>
          Changes to {plans.find(({ item }) => item === next.plan)?.name ?? next.plan} on <Day at={next.at} />
          {charged(next.plan)}
        </>
      );
    case 'trial_converts':
      return (
        <>
          The trial ends on <Day at={next.at} />, then the first period is charged{charged(next.plan)}
        </>
      );
    case 'ends':
      return (
        <>
          Ends on <Day at={next.at} />
        </>
      );
    case 'payment_outstanding':
      return next.since === null ? (
        'A payment is outstanding'
      ) : (
        <>
          A payment is outstanding since <Day at={next.since} />
        </>
      );
    case 'paused':
      return 'Nothing is charged until the pause ends';
    case 'awaits_payment':
      return 'Waits for the first payment';
    case 'ended':
      return next.at === null ? (
        'It has ended'
      ) : (
        <>
          It ended on <Day at={next.at} />
        </>
      );
    default:
      return next satisfies never;
  }
}
