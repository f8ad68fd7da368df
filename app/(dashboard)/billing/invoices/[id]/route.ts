import { notFound, redirect } from 'next/navigation';
import { BillingError, findInvoiceUrl } from '@/lib/billing';
import { idOf } from '../../../../_id';
import { requirePermission } from '../../../../_session';
import { problemOf } from '../../_problems';
import { billingUrl } from '../../_search';

/**
 * Sends on to the invoice or receipt of one of the session's team's payments, at the provider. Another team's payment is
 * not found, and nothing is asked for it.
 */
export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const { teamId, userId } = await requirePermission('billing.manage');
  const invoiceId = idOf(decoded((await params).id)) ?? notFound();
  const target = await findInvoiceUrl({ teamId, userId, invoiceId }).catch((error: unknown) => {
    if (error instanceof BillingError && error.code === 'invoice_not_found') notFound();
    return billingUrl('/billing', { problem: problemOf(error) });
  });
  redirect(target);
}

/** Ids carry a colon, and some of them what a provider made up. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
