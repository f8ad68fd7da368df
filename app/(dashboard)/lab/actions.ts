'use server';

import { refresh } from 'next/cache';
import { notFound } from 'next/navigation';
import { z } from 'zod';
import { BillingError } from '@/lib/billing';
import { labActions, runLab } from '@/lib/billing/lab';
import { id } from '../../_id';
import { requirePermission } from '../../_session';

const request = z.object({ purchaseId: id, action: z.enum(labActions) });

export interface LabState {
  /** The run that was made last, so that the page can bring it into view. */
  runId: string | null;
  error: string | null;
}

/** Runs one of the lab's actions on a payment of the session's team; the page then shows what moved. */
export async function runLabAction(_before: LabState, form: FormData): Promise<LabState> {
  const { teamId } = await requirePermission('lab.use');
  const parsed = request.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { runId: null, error: 'Choose a payment and one of the actions.' };
  const result = await runLab({ teamId, ...parsed.data }).then(({ id }) => ({ runId: id, error: null }), asReason);
  refresh();
  return result;
}

function asReason(error: unknown): LabState {
  if (!(error instanceof BillingError)) throw error;
  if (error.code === 'payment_not_found') notFound();
  return { runId: null, error: error.message };
}
