import { CircleCheck, CircleSlash, CircleX, Hourglass, type LucideIcon } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { CheckoutView } from '@/lib/billing';
import { formatCredits } from '../../../_components/credits';
import { Button } from '../../../_components/ui/button';
import { cn } from '../../../_components/ui/cn';
import { BuyAgain } from './buy-again';
import { Receipt } from './receipt';

interface OutcomeProps {
  checkout: CheckoutView;
  /** The sandbox's own page of this checkout, to go back to. */
  resume: string | null;
}

interface Outcome {
  icon: LucideIcon;
  color: string;
  Says(props: OutcomeProps): ReactNode;
}

const outcomes: Record<CheckoutView['state'], Outcome> = {
  open: { icon: Hourglass, color: 'text-muted-foreground', Says: Open },
  pending: { icon: Hourglass, color: 'text-warning', Says: Pending },
  failed: { icon: CircleX, color: 'text-danger', Says: Failed },
  expired: { icon: CircleSlash, color: 'text-muted-foreground', Says: Expired },
  paid: { icon: CircleCheck, color: 'text-success', Says: Paid },
};

/** How the purchase stands, and the next step from there. */
export function CheckoutOutcome({ checkout, sandboxPage }: { checkout: CheckoutView; sandboxPage: string | null }) {
  const { icon: Icon, color, Says } = outcomes[checkout.state];
  const resume = sandboxPage ? `/sandbox/checkout/${encodeURIComponent(sandboxPage)}` : null;
  return (
    <div data-testid="outcome" data-state={checkout.state}>
      <Icon className={cn('mb-4 size-8', color)} aria-hidden="true" />
      <Says checkout={checkout} resume={resume} />
    </div>
  );
}

function Open({ resume }: OutcomeProps) {
  return (
    <Message
      title="Waiting for the payment"
      text="The provider has not reported a payment for this order yet. That takes seconds as a rule; nothing is lost if you leave."
    >
      {resume ? <NextLink href={resume} label="Back to the payment page" /> : null}
      <NextLink href="/dashboard" label="Go to the dashboard" />
    </Message>
  );
}

function Pending({ checkout, resume }: OutcomeProps) {
  return (
    <Message
      title="Your payment is on its way"
      text={`The bank has not confirmed it yet. ${checkout.name} will be added as soon as it does, whether or not this page is open.`}
    >
      {resume ? <NextLink href={resume} primary label="Decide as the bank" /> : null}
      <NextLink href="/dashboard" primary={!resume} label="Go to the dashboard" />
    </Message>
  );
}

function Failed({ checkout: { item, quantity } }: OutcomeProps) {
  return (
    <Message
      title="The payment did not go through"
      text="Nothing was charged and no credits were given. You can try again."
    >
      <BuyAgain item={item} quantity={quantity} label="Try again" />
      <NextLink href="/dashboard" label="Go to the dashboard" />
    </Message>
  );
}

function Expired({ checkout: { item, quantity } }: OutcomeProps) {
  return (
    <Message title="This checkout has ended" text="It was left without a payment. Nothing was charged.">
      <BuyAgain item={item} quantity={quantity} label="Start again" />
      <NextLink href="/dashboard" label="Go to the dashboard" />
    </Message>
  );
}

function Paid({ checkout }: OutcomeProps) {
  const { purchase } = checkout;
  const lab = purchase?.provider === 'sandbox' ? `/lab?${new URLSearchParams({ payment: purchase.purchaseId })}` : null;
  return (
    <Message
      title="Paid, and counted once"
      text={`${formatCredits(boughtCredits(checkout))} credits are in your balance.`}
    >
      {purchase ? <Receipt checkout={checkout} purchase={purchase} /> : null}
      <NextLink href="/dashboard" primary label="Go to the dashboard" />
      {lab ? <NextLink href={lab} label="Try to be paid twice" /> : null}
    </Message>
  );
}

/** What the payment gave; the buyer may have changed the quantity on the provider's page. */
function boughtCredits({ credits, purchase }: CheckoutView): number {
  return purchase ? purchase.items.reduce((sum, item) => sum + item.credits, 0) : credits;
}

function Message({ title, text, children }: { title: string; text: string; children: ReactNode }) {
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
