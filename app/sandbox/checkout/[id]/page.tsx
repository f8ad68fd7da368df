import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getHostedCheckout } from '@/lib/billing/lab';
import { idOf } from '../../../_id';
import { requirePermission } from '../../../_session';
import { SandboxNotice } from '../../_components/sandbox-notice';
import { ClosedCheckout } from './_components/closed-checkout';
import { OrderSummary } from './_components/order-summary';
import { PayForm } from './_components/pay-form';
import { PendingTransfer } from './_components/pending-transfer';

export const metadata: Metadata = { title: 'Sandbox checkout', robots: { index: false } };

/** What a provider's own payment page is for a real purchase. Another team's checkout is not found. */
export default async function HostedCheckoutPage({ params }: { params: Promise<{ id: string }> }) {
  const { teamId, teamName } = await requirePermission('billing.manage');
  const id = idOf((await params).id);
  const checkout = id && (await getHostedCheckout(id));
  if (!checkout || checkout.teamId !== teamId) notFound();
  const { providerCheckoutId, checkoutId, name, quantity, amountMinor, currency, state, plan } = checkout;
  return (
    <>
      <SandboxNotice />
      <main className="grid md:min-h-[calc(100dvh-2.5rem)] md:grid-cols-2">
        <OrderSummary teamName={teamName} order={{ name, quantity, amountMinor, currency, plan }} />
        <div className="mx-auto flex w-full max-w-md flex-col justify-center px-6 py-10 md:mx-0 md:max-w-[29rem] md:px-12">
          {state === 'open' ? (
            <PayForm id={providerCheckoutId} price={{ amountMinor, currency }} plan={plan} />
          ) : state === 'pending' ? (
            <PendingTransfer id={providerCheckoutId} checkoutId={checkoutId} />
          ) : (
            <ClosedCheckout state={state} checkoutId={checkoutId} isPlan={plan !== null} />
          )}
        </div>
      </main>
    </>
  );
}
