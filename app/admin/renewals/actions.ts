'use server';

import { z } from 'zod';
import { decideCharge, noteRefund, restartClock } from '@/lib/billing/operator';
import { requireOperator } from '../../_session';
import { attempt } from '../_attempt';
import type { OperatorState } from '../_components/operator-state';

const id = z.string().min(1).max(512);
const reason = z.string().max(2000).default('');

const decided = z.discriminatedUnion('found', [
  z.object({
    found: z.literal('charged'),
    operationId: id,
    providerPaymentId: z.string().trim().min(1).max(200),
    reason,
  }),
  z.object({ found: z.literal('not_charged'), operationId: id, reason }),
]);

/** What became of a charge, as the provider's own pages show it. */
export async function decideChargeAction(_before: OperatorState, form: FormData): Promise<OperatorState> {
  const { userId: actorId } = await requireOperator();
  return attempt(decided, form, async (told) => {
    const { operationId, reason } = told;
    const decision =
      told.found === 'charged'
        ? { kind: 'charged' as const, providerPaymentId: told.providerPaymentId }
        : { kind: 'not_charged' as const };
    await decideCharge({ operationId, decision, by: { actorId, reason } });
    return told.found === 'charged' ? 'The cycle is paid.' : 'It is tried anew.';
  });
}

export async function noteRefundAction(_before: OperatorState, form: FormData): Promise<OperatorState> {
  const { userId: actorId } = await requireOperator();
  return attempt(z.object({ operationId: id, reason }), form, async ({ operationId, reason }) => {
    await noteRefund({ operationId, by: { actorId, reason } });
    return 'The refund is noted.';
  });
}

export async function restartClockAction(_before: OperatorState, form: FormData): Promise<OperatorState> {
  const { userId: actorId } = await requireOperator();
  return attempt(z.object({ subscriptionId: id, reason }), form, async ({ subscriptionId, reason }) => {
    await restartClock({ subscriptionId, by: { actorId, reason } });
    return 'The clock runs again.';
  });
}
