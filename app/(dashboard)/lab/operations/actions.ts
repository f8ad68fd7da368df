'use server';

import { randomUUID } from 'node:crypto';
import { refresh } from 'next/cache';
import { z } from 'zod';
import { BillingError } from '@/lib/billing';
import { replayOwnEvent } from '@/lib/billing/demo';
import { requirePermission } from '../../../_session';
import type { OperatorState } from '../../../admin/_components/operator-state';
import { outcomeSentence } from '../../../admin/_components/outcome-sentence';

const request = z.object({ eventId: z.string().min(1).max(512) });

/** Replays one of the demo team's own events: the same way as an operator's, and as harmless. */
export async function replayOwnAction(_before: OperatorState, form: FormData): Promise<OperatorState> {
  const { teamId, userId } = await requirePermission('lab.use');
  const parsed = request.safeParse(Object.fromEntries(form));
  const at = randomUUID();
  if (!parsed.success) return { error: 'Choose an event.', done: null, at };
  try {
    const replayed = await replayOwnEvent({ teamId, userId, key: { provider: 'sandbox', ...parsed.data } });
    refresh();
    return { error: null, done: outcomeSentence(replayed), at };
  } catch (error) {
    if (!(error instanceof BillingError)) throw error;
    return { error: error.message, done: null, at };
  }
}
