import type { Transaction } from '@/db/client';
import type { MessageType } from '../outbox/messages';
import { enqueue } from '../outbox/outbox';
import type { ChargeOperation } from './operations';
import type { Decline } from './settle-declined';
import type { Settling } from './settling';

export interface Failure {
  decline: Pick<Decline, 'answerClass' | 'charge'>;
  nextAt: Date | null;
  /** Of this operation. */
  isFirst: boolean;
}

/** Tells a team what a try came to and what it can do, once for each try. */
export function tellFailure(tx: Transaction, settling: Settling, failure: Failure): Promise<void> {
  const { operation } = settling;
  const { decline, nextAt, isFirst } = failure;
  const eventType = typeOf(failure);
  // The first ones have the keys that a provider's failures have: what is paid supersedes them.
  const isProviders = isFirst && eventType !== 'card_needed';
  const dedupKey = isProviders
    ? `${eventType}:${operation.provider}:${operation.id}`
    : `${eventType}:${operation.id}:t${operation.tryNo}`;
  return write(tx, settling, { eventType, dedupKey, payUrl: decline.charge?.actionUrl ?? null, nextAt });
}

function typeOf({ decline, isFirst }: Failure): MessageType {
  if (decline.answerClass === 'action_required') return 'action_needed';
  if (decline.answerClass === 'hard_decline') return 'card_needed';
  return isFirst ? 'payment_failed' : 'payment_retry_failed';
}

/** Reminds a team of what only it can do, once for each step of dunning. */
export function remind(tx: Transaction, settling: Settling, step: number): Promise<void> {
  const { id, state, actionUrl } = settling.operation;
  const eventType = state === 'action_required' ? 'action_needed' : 'card_needed';
  return write(tx, settling, { eventType, dedupKey: `${eventType}:${id}:d${step}`, payUrl: actionUrl, nextAt: null });
}

/** Access is restricted from now on. */
export function tellRestriction(tx: Transaction, settling: Settling, endsAt: Date | null): Promise<void> {
  const dedupKey = `access_restricted:${settling.operation.id}`;
  return write(tx, settling, { eventType: 'access_restricted', dedupKey, payUrl: null, nextAt: null, endsAt });
}

interface Told {
  eventType: MessageType;
  dedupKey: string;
  payUrl: string | null;
  nextAt: Date | null;
  endsAt?: Date | null;
}

async function write(tx: Transaction, { operation, provider, now }: Settling, told: Told): Promise<void> {
  const { eventType, dedupKey, payUrl, nextAt: nextAttemptAt, endsAt = null } = told;
  const { teamId, subscriptionId, id: renewalKey } = operation;
  const actionRequired = eventType === 'action_needed';
  const payload = { provider, renewalKey, actionRequired, payUrl, nextAttemptAt, endsAt, ...amountOf(operation) };
  const about = { teamId, subscriptionId, billingPeriodId: null };
  await enqueue(tx, { eventType, ...about, dedupKey, payload }, { at: now });
}

function amountOf({ payload }: ChargeOperation) {
  return { amountMinor: payload?.amountMinor ?? null, currency: payload?.currency ?? null };
}
