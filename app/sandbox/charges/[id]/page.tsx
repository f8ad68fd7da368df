import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getChargeToConfirm } from '@/lib/billing/lab';
import { formatMoney } from '@/lib/money';
import { SubmitButton } from '../../../_components/submit-button';
import { Button } from '../../../_components/ui/button';
import { idOf } from '../../../_id';
import { requirePermission } from '../../../_session';
import { SandboxNotice } from '../../_components/sandbox-notice';
import { answerBank } from './actions';

export const metadata: Metadata = { title: 'Confirm a payment', robots: { index: false } };

/** What a bank's own page is for a real card: the buyer says that it is them. Another team's payment is not found. */
export default async function ConfirmChargePage({ params }: { params: Promise<{ id: string }> }) {
  const { teamId } = await requirePermission('billing.manage');
  const id = idOf((await params).id);
  const charge = id === null ? null : await getChargeToConfirm({ teamId, id });
  if (!charge) notFound();
  return (
    <>
      <SandboxNotice />
      <main className="mx-auto w-full max-w-md px-6 py-16">
        <h1 className="text-2xl font-semibold tracking-tight">Your bank asks: is this you?</h1>
        <p className="mt-2 text-sm text-muted-foreground">
          {formatMoney(charge)} is to be paid with your saved card. Nothing is taken before you confirm.
        </p>
        {charge.status === 'action_required' ? (
          <form action={answerBank} className="mt-6 grid gap-2">
            <input type="hidden" name="id" value={charge.id} />
            <SubmitButton name="answer" value="confirm" variant="primary" size="lg">
              Confirm the payment
            </SubmitButton>
            <SubmitButton name="answer" value="refuse">
              This is not me
            </SubmitButton>
          </form>
        ) : (
          <div className="mt-6 rounded-lg border bg-card p-5">
            <p className="text-sm">This payment {charge.status === 'succeeded' ? 'was made' : 'was refused'}.</p>
            <Button asChild className="mt-4">
              <Link href="/subscription">Back to the subscription</Link>
            </Button>
          </div>
        )}
      </main>
    </>
  );
}
