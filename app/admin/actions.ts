'use server';

import { z } from 'zod';
import { BillingError } from '@/lib/billing';
import {
  adjustCredits,
  assignEvent,
  dismissEvent,
  providerNames,
  replayByCode,
  replayEvent,
  resendMessage,
  resolveCase,
} from '@/lib/billing/operator';
import { requireOperator } from '../_session';
import { attempt } from './_attempt';
import type { OperatorState } from './_components/operator-state';
import { outcomeSentence } from './_components/outcome-sentence';

const id = z.string().min(1).max(512);
const reason = z.string().max(2000).default('');
const event = z.object({ provider: z.enum(providerNames), eventId: id, reason });

export async function replayAction(_before: OperatorState, form: FormData): Promise<OperatorState> {
  const { userId } = await requireOperator();
  return attempt(event, form, async ({ reason, ...key }) =>
    outcomeSentence(await replayEvent({ key, by: { actorId: userId, reason } })),
  );
}

export async function dismissAction(_before: OperatorState, form: FormData): Promise<OperatorState> {
  const { userId } = await requireOperator();
  return attempt(event, form, async ({ reason, ...key }) => {
    await dismissEvent({ key, by: { actorId: userId, reason } });
    return 'The event is dismissed.';
  });
}

export async function assignAction(_before: OperatorState, form: FormData): Promise<OperatorState> {
  const { userId } = await requireOperator();
  return attempt(event.extend({ teamId: id }), form, async ({ reason, teamId, ...key }) =>
    outcomeSentence(await assignEvent({ key, teamId: teamId.trim(), by: { actorId: userId, reason } })),
  );
}

const bulk = z.object({ code: id, provider: z.enum(providerNames).optional(), reason });

export async function replayByCodeAction(_before: OperatorState, form: FormData): Promise<OperatorState> {
  const { userId } = await requireOperator();
  return attempt(bulk, form, async ({ code, provider, reason }) => {
    const { outcomes, replayed, left } = await replayByCode({ code, provider, by: { actorId: userId, reason } });
    const ended = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
    const result = ended.length > 0 ? `: ${ended.join(', ')}` : '';
    return `${replayed} replayed${result}. ${left === 0 ? 'None is left.' : `${left} left.`}`;
  });
}

export async function resolveCaseAction(_before: OperatorState, form: FormData): Promise<OperatorState> {
  const { userId } = await requireOperator();
  return attempt(z.object({ caseId: id, reason }), form, async ({ caseId, reason }) => {
    await resolveCase({ caseId, by: { actorId: userId, reason } });
    return 'The case is resolved.';
  });
}

const adjustment = z.object({
  teamId: id,
  direction: z.enum(['grant', 'take']),
  credits: z.coerce.number(),
  idempotencyKey: id,
  mayGoBelowZero: z.literal('on').optional(),
  reason,
});

export async function adjustCreditsAction(_before: OperatorState, form: FormData): Promise<OperatorState> {
  const { userId } = await requireOperator();
  return attempt(adjustment, form, async ({ direction, credits, mayGoBelowZero, reason, ...request }) => {
    if (!(credits > 0)) throw BillingError.invalidCredits(credits);
    const adjusted = await adjustCredits({
      ...request,
      credits: direction === 'grant' ? credits : -credits,
      mayGoBelowZero: mayGoBelowZero === 'on',
      by: { actorId: userId, reason },
    });
    const balance = adjusted.balanceAfter.toLocaleString('en-US');
    return adjusted.duplicate
      ? 'That had been done before: nothing moved now.'
      : `${direction === 'grant' ? 'Granted' : 'Taken'}. The balance is ${balance} now.`;
  });
}

export async function resendAction(_before: OperatorState, form: FormData): Promise<OperatorState> {
  const { userId } = await requireOperator();
  return attempt(z.object({ messageId: id, reason }), form, async ({ messageId, reason }) => {
    await resendMessage({ messageId, by: { actorId: userId, reason } });
    return 'The message is due again.';
  });
}
