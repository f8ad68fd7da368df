import { CircleCheck, CircleSlash, CircleX, Hourglass, type LucideIcon } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { CheckoutView } from '@/lib/billing';
import { formatCredits } from '../../../_components/credits';
import { Button } from '../../../_components/ui/button';
import { cn } from '../../../_components/ui/cn';
import { BuyAgain } from './buy-again';
import { Receipt } from './receipt';

type State = CheckoutView['state'];

const looks: Record<State, { icon: LucideIcon; color: string }> = {
  open: { icon: Hourglass, color: 'text-muted-foreground' },
  pending: { icon: Hourglass, color: 'text-warning' },
  failed: { icon: CircleX, color: 'text-danger' },
  expired: { icon: CircleSlash, color: 'text-muted-foreground' },
  paid: { icon: CircleCheck, color: 'text-success' },
};

/** How the purchase stands, and the next step from there. */
export function CheckoutOutcome({ checkout, sandboxPage }: { checkout: CheckoutView; sandboxPage: string | null }) {
  const { icon: Icon, color } = looks[checkout.state];
  return (
    <div data-testid="outcome" data-state={checkout.state}>
      <Icon className={cn('mb-4 size-8', color)} aria-hidden="true" />
      <Outcome checkout={checkout} sandboxPage={sandboxPage} />
    </div>
  );
}

function Outcome({ checkout, sandboxPage }: { checkout: CheckoutView; sandboxPage: string | null }) {
  const { state, name, item, quantity, purchase } = checkout;
  const resume = sandboxPage ? `/sandbox/checkout/${encodeURIComponent(sandboxPage)}` : null;
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

function Says({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-2 text-sm text-muted-foreground">{text}</p>
      <div className="mt-6 flex flex-wrap items-start gap-2">{children}</div>
    </>
  );
}

function NextLink({ href, label, primary = false }: { href: string; label: string; primary?: boolean }) {
  return (
    <Button asChild variant={primary ? 'primary' : 'outline'}>
      <Link href={href}>{label}</Link>
    </Button>
  );
}
