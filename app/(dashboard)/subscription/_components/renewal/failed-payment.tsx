import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RenewalView } from '@/lib/billing';
import { Amount } from '../../../../_components/amount';
import { Day } from '../../../../_components/day';
import { Button } from '../../../../_components/ui/button';

type Failed = NonNullable<RenewalView['failed']>;

interface FailedPaymentProps {
  failed: Failed;
  /** Nothing was paid for yet. */
  isFirst: boolean;
}

/** What failed, what happens by itself, and what the buyer can do about it. */
export function FailedPayment({ failed, isFirst }: FailedPaymentProps) {
  const { amountMinor, currency, actionUrl, state } = failed;
  return (
    <div
      role="status"
      data-testid="failed-payment"
      className="rounded-md bg-warning-soft px-4 py-3 text-sm text-warning"
    >
      <p className="flex gap-2 font-semibold">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        <span>
          <Amount amountMinor={amountMinor} currency={currency} />{' '}
          {state === 'action_required' ? 'has to be confirmed' : 'could not be charged'}
        </span>
      </p>
      <p className="mt-1">{whatNext(failed)}</p>
      <p className="mt-1">{isFirst ? 'The subscription begins once it is paid.' : <Deadlines failed={failed} />}</p>
      {actionUrl ? (
        <Button asChild size="sm" variant="primary" className="mt-3">
          <a href={actionUrl}>Confirm the payment</a>
        </Button>
      ) : null}
    </div>
  );
}

function Deadlines({ failed: { graceUntil, isInGrace, endsAt } }: { failed: Failed }) {
  return (
    <>
      Everything {isInGrace ? 'keeps working' : 'worked'} until <Day at={graceUntil} />. Without a payment the
      subscription ends on <Day at={endsAt} />.
    </>
  );
}

function whatNext({ state, nextTryAt }: Failed): ReactNode {
  if (state === 'action_required') return 'Your bank wants you to confirm it. Nothing is taken before you do.';
  if (state === 'needs_card') return 'The card was refused for good. Save another one: it is charged at once.';
  if (nextTryAt)
    return (
      <>
        The card is tried again on <Day at={nextTryAt} />. A new card is charged at once.
      </>
    );
  return 'Save another card: it is charged at once.';
}
