import { redirect } from 'next/navigation';
import { z } from 'zod';
import { findInvoiceUrl } from '@/lib/billing';
import { requirePermission } from '../../../../_session';
import { problemOf } from '../../_problems';
import { billingUrl } from '../../_search';

const invoice = z.string().min(1).max(500);

/** Sends on to the invoice or receipt of one of the session's team's payments, at the provider. */
export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const { teamId } = await requirePermission('billing.manage');
  const invoiceId = invoice.safeParse((await params).id);
  if (!invoiceId.success) redirect(billingUrl('/billing', { problem: 'invoice_not_found' }));
  const target = await findInvoiceUrl({ teamId, invoiceId: invoiceId.data }).catch((error: unknown) =>
    billingUrl('/billing', { problem: problemOf(error) }),
  );
  redirect(target);
}
