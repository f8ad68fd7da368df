import Link from 'next/link';
import type { SubscriptionView } from '@/lib/billing';
import { PortalLink } from '../../../_components/portal-link';
import { isBeginning, isLive } from '../../../_components/subscription-links';
import { Button } from '../../../_components/ui/button';

interface ManageActionsProps {
  subscription: SubscriptionView | undefined;
  mayManage: boolean;
}

/** The way to the provider's page for cards, invoices and the plan, for whoever may go there. */
export function ManageActions({ subscription, mayManage }: ManageActionsProps) {
  return (
    <div className="grid gap-2">
      {mayManage ? <ToPortal subscription={subscription} /> : <AskOthers />}
      {subscription ? (
        <Button asChild variant="ghost">
          <Link href="/subscription">Periods and changes of the plan</Link>
        </Button>
      ) : null}
    </div>
  );
}

function ToPortal({ subscription }: Pick<ManageActionsProps, 'subscription'>) {
  if (subscription && isLive(subscription))
    return (
      <Button asChild variant="primary">
        <PortalLink subscription={subscription}>Manage plan and payment</PortalLink>
      </Button>
    );
  if (subscription && isBeginning(subscription))
    return (
      <Button asChild variant="primary">
        <Link href="/subscription">See how the first payment stands</Link>
      </Button>
    );
  return (
    <>
      <Button asChild variant="primary">
        <Link href="/pricing">See the plans</Link>
      </Button>
      <Button asChild>
        {/* Asked for at the provider when it is clicked, so it is not fetched ahead. */}
        <a href="/billing/portal">Payment details and cards</a>
      </Button>
    </>
  );
}

function AskOthers() {
  return (
    <p className="text-[0.8125rem] text-muted-foreground">
      Owners and billing managers of the team change the plan and see what was paid.
    </p>
  );
}
