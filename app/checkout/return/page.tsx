import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { createLoader, parseAsString, type SearchParams } from 'nuqs/server';
import { type CheckoutView, getCheckout, listSubscriptions } from '@/lib/billing';
import { Logo } from '../../_components/logo';
import { idOf } from '../../_id';
import { requireSession } from '../../_session';
import { CheckoutOutcome } from './_components/checkout-outcome';
import { CheckoutWatcher } from './_components/checkout-watcher';
import { PlanOutcome } from './_components/plan-outcome';

export const metadata: Metadata = { title: 'Your purchase' };

const loadReturn = createLoader({ checkout: parseAsString.withDefault(''), page: parseAsString });

/**
 * Where the provider sends the buyer back to. Its address proves nothing: the page says what the database says, and
 * looks again until the webhook has landed.
 */
export default async function CheckoutReturnPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { teamId } = await requireSession();
  const { checkout: asked, page } = await loadReturn(searchParams);
  const id = idOf(asked);
  const checkout = id && (await getCheckout(teamId, id));
  if (!checkout) notFound();
  const [subscription] = checkout.kind === 'plan' ? await listSubscriptions(teamId) : [];
  const resume = payPageOf(checkout, page);
  const unsettled = checkout.state === 'open' || checkout.state === 'pending';
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-6 py-12">
      <Logo className="mb-8" />
      <div aria-live="polite">
        {checkout.kind === 'plan' ? (
          <PlanOutcome checkout={checkout} resume={resume} subscription={subscription} />
        ) : (
          <CheckoutOutcome checkout={checkout} resume={resume} />
        )}
      </div>
      {unsettled ? <CheckoutWatcher id={checkout.id} state={checkout.state} /> : null}
    </main>
  );
}

/** Where the buyer can go on. The sandbox lets them decide as the bank too, which takes longer than its page is open. */
function payPageOf({ provider, payUrl }: CheckoutView, page: string | null): string | null {
  if (provider === 'sandbox') return page && `/sandbox/checkout/${encodeURIComponent(page)}`;
  return payUrl;
}
