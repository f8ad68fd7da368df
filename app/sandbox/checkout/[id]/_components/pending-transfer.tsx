'use client';

import { Hourglass } from 'lucide-react';
import Link from 'next/link';
import { useActionState } from 'react';
import { SubmitButton } from '../../../../_components/submit-button';
import { Button } from '../../../../_components/ui/button';
import { actOnCheckout } from '../actions';

/** The buyer has gone and the bank takes its time. In the sandbox you are the bank too. */
export function PendingTransfer({ id, checkoutId }: { id: string; checkoutId: string }) {
  const [{ error }, act] = useActionState(actOnCheckout, { error: null });
  return (
    <form action={act}>
      <input type="hidden" name="id" value={id} />
      <Hourglass className="mb-4 size-6 text-warning" aria-hidden="true" />
      <h2 className="text-lg font-semibold">The transfer is on its way</h2>
      <p className="mt-1 text-sm text-muted-foreground">
        No money has arrived, so no credits were given. In the sandbox you are the bank too: decide how it ends.
      </p>
      {error ? (
        <p role="alert" className="mt-4 rounded-md bg-danger-soft px-3 py-2 text-[0.8125rem] text-danger">
          {error}
        </p>
      ) : null}
      <SubmitButton name="action" value="settle" variant="primary" size="lg" className="mt-6 w-full">
        Let the money arrive
      </SubmitButton>
      <SubmitButton name="action" value="decline" className="mt-2 w-full">
        Let the transfer fail
      </SubmitButton>
      <Button asChild variant="ghost" className="mt-2 w-full">
        <Link href={`/checkout/return?${new URLSearchParams({ checkout: checkoutId, page: id })}`}>
          Back to the shop
        </Link>
      </Button>
    </form>
  );
}
