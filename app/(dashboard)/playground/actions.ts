'use server';

import { randomUUID } from 'node:crypto';
import { refresh } from 'next/cache';
import { z } from 'zod';
import { BillingError } from '@/lib/billing';
import { type PaidReport, reportOnText } from '@/lib/playground';
import { requirePermission } from '../../_session';

export interface ReportState {
  paid: PaidReport | null;
  error: string | null;
  /** What was typed, to stand there again. */
  text: string;
  /** Of the next job; the same again while the last one was not done. */
  jobId: string | null;
}

const wanted = z.object({
  text: z.string().trim().min(1, 'Write or paste a text.').max(20_000, 'A text has 20,000 characters at most.'),
  jobId: z.uuid('Load the page again.'),
});

/** Reports on a text for the session's team. Sent twice, it is paid once. */
export async function makeReport(_before: ReportState, form: FormData): Promise<ReportState> {
  const { teamId, userId } = await requirePermission('credits.spend');
  const text = String(form.get('text') ?? '').slice(0, 20_001);
  const parsed = wanted.safeParse({ text, jobId: form.get('jobId') });
  const jobId = parsed.data?.jobId ?? null;
  const refused = (error: string) => ({ paid: null, error, text, jobId });
  if (!parsed.success) return refused(parsed.error.issues[0]?.message ?? 'That is no text.');
  try {
    const paid = await reportOnText({ teamId, userId, ...parsed.data });
    refresh();
    return { paid, error: null, text, jobId: randomUUID() };
  } catch (error) {
    if (!(error instanceof BillingError)) throw error;
    if (error.code === 'insufficient_credits')
      return refused(`This may cost ${error.details.wanted} credits, and ${error.details.available} can be spent.`);
    // The job was changed after it was begun: it is another one.
    return { ...refused('Try once more.'), jobId: randomUUID() };
  }
}
