import type { CheckoutView } from '@/lib/billing';
import { formatCredits } from '../../../_components/credits';
import { BuyAgain } from './buy-again';
import { NextLink, OutcomeFrame, Says } from './outcome-frame';
import { Receipt } from './receipt';

/** How the purchase stands, and the next step from there. */
export function CheckoutOutcome({ checkout, resume }: { checkout: CheckoutView; resume: string | null }) {
  return (
    <OutcomeFrame state={checkout.state}>
      <Outcome checkout={checkout} resume={resume} />
    </OutcomeFrame>
  );
}

function Outcome({ checkout, resume }: { checkout: CheckoutView; resume: string | null }) {
  const { state, name, item, quantity, purchase } = checkout;
  switch (state) {
    case 'paid':
      return (
        <Says
          title="Paid, and counted once"
          text={`${formatCredits(boughtCredits(checkout))} credits are in your balance.`}
        >
          {purchase ? <Receipt checkout={checkout} purchase={purchase} /> : null}
          <NextLink href="/dashboard" primary label="Go to the dashboard" />
          {purchase?.provider === 'sandbox' ? (
            <NextLink
              href={`/lab?${new URLSearchParams({ payment: purchase.purchaseId })}`}
              label="Try to be paid twice"
            />
          ) : null}
        </Says>
      );
    case 'pending':
      return (
        <Says
          title="Your payment is on its way"
          text={`The bank has not confirmed it yet. ${name} will be added as soon as it does, whether or not this page is open.`}
        >
          {resume ? <NextLink href={resume} primary label="Decide as the bank" /> : null}
          <NextLink href="/dashboard" primary={!resume} label="Go to the dashboard" />
        </Says>
      );
    case 'open':
      return (
        <Says
          title="Waiting for the payment"
          text="The provider has not reported a payment for this order yet. That takes seconds as a rule; nothing is lost if you leave."
        >
          {resume ? <NextLink href={resume} label="Back to the payment page" /> : null}
          <NextLink href="/dashboard" label="Go to the dashboard" />
        </Says>
      );
    case 'failed':
      return (
        <Says
          title="The payment did not go through"
          text="Nothing was charged and no credits were given. You can try again."
        >
          <BuyAgain item={item} quantity={quantity} label="Try again" />
          <NextLink href="/dashboard" label="Go to the dashboard" />
        </Says>
      );
    case 'expired':
      return (
        <Says title="This checkout has ended" text="It was left without a payment. Nothing was charged.">
          <BuyAgain item={item} quantity={quantity} label="Start again" />
          <NextLink href="/dashboard" label="Go to the dashboard" />
        </Says>
      );
    default:
      return state satisfies never;
  }
}

/** What the payment gave; the buyer may have changed the quantity on the provider's page. */
function boughtCredits({ credits, purchase }: CheckoutView): number {
  return purchase ? purchase.items.reduce((sum, item) => sum + item.credits, 0) : credits;
}
