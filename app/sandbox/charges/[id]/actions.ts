'use server';

import { notFound, redirect } from 'next/navigation';
import { z } from 'zod';
import { confirmCharge, getChargeToConfirm } from '@/lib/billing/lab';
import { id } from '../../../_id';
import { requirePermission } from '../../../_session';

const request = z.object({ id, answer: z.enum(['confirm', 'refuse']) });

/** The buyer's word to their bank; then back to the shop. */
export async function answerBank(form: FormData): Promise<void> {
  const { teamId } = await requirePermission('billing.manage');
  const parsed = request.safeParse(Object.fromEntries(form));
  if (!parsed.success) redirect('/subscription');
  if (!(await getChargeToConfirm({ teamId, id: parsed.data.id }))) notFound();
  await confirmCharge({ teamId, id: parsed.data.id, confirmed: parsed.data.answer === 'confirm' });
  redirect('/subscription');
}
