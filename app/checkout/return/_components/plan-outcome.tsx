import type { CheckoutView, SubscriptionView } from '@/lib/billing';
import { formatCredits } from '../../../_components/credits';
import { longDay } from '../../../_components/day';
import { BuyAgain } from './buy-again';
import { NextLink, OutcomeFrame, Says } from './outcome-frame';

interface PlanOutcomeProps {
  checkout: CheckoutView;
  /** The page where it is paid, where one is still open. */
  resume: string | null;
  /** The team's newest one, once the webhooks have told of it. */
  subscription: SubscriptionView | undefined;
}

/** How a subscription began, or did not, and the next step from there. */
export function PlanOutcome(props: PlanOutcomeProps) {
  return (
    <OutcomeFrame state={props.checkout.state}>
      <Outcome {...props} />
    </OutcomeFrame>
  );
}

function Outcome({ checkout, resume, subscription }: PlanOutcomeProps) {
  const { state, name, item, quantity } = checkout;
  switch (state) {
    case 'paid':
      return (
        <Says title={titleOf(name, subscription)} text={textOf(checkout, subscription)}>
          <NextLink href="/subscription" primary label="See the subscription" />
          <NextLink href="/dashboard" label="Go to the dashboard" />
          {checkout.provider === 'sandbox' ? (
            <NextLink href="/lab/subscription" label="Try to be renewed twice" />
          ) : null}
        </Says>
      );
    case 'pending':
      return (
        <Says
          title="Your payment is on its way"
          text={`The bank has not confirmed it yet. ${name} begins as soon as it does, whether or not this page is open.`}
        >
          {resume ? <NextLink href={resume} primary label="Decide as the bank" /> : null}
          <NextLink href="/dashboard" primary={!resume} label="Go to the dashboard" />
        </Says>
      );
    case 'open':
      return (
        <Says
          title="Waiting for the subscription"
          text="The provider has not reported it yet. That takes seconds as a rule; nothing is lost if you leave."
        >
          {resume ? <NextLink href={resume} label="Back to the payment page" /> : null}
          <NextLink href="/dashboard" label="Go to the dashboard" />
        </Says>
      );
    case 'failed':
      return (
        <Says title="The payment did not go through" text="Nothing was charged and no subscription began.">
          <BuyAgain item={item} quantity={quantity} label="Try again" />
          <NextLink href="/pricing" label="See the plans" />
        </Says>
      );
    case 'expired':
      return (
        <Says title="This checkout has ended" text="It was left without a payment. Nothing was charged.">
          <BuyAgain item={item} quantity={quantity} label="Start again" />
          <NextLink href="/pricing" label="See the plans" />
        </Says>
      );
    default:
      return state satisfies never;
  }
}

function titleOf(name: string, subscription: SubscriptionView | undefined): string {
  return subscription?.access.reason === 'trial' ? `Your trial of ${name} has begun` : `You are subscribed to ${name}`;
}

function textOf({ credits }: CheckoutView, subscription: SubscriptionView | undefined): string {
  if (subscription?.access.reason === 'trial' && subscription.trialEnd !== null)
    return `Everything works until ${longDay(subscription.trialEnd)}. Then the first period is charged, and its credits come with it.`;
  if (!subscription?.period) return `Your ${formatCredits(credits)} credits come with the first payment.`;
  return `${formatCredits(credits)} credits are in your balance, and the next ones come every month.`;
}
