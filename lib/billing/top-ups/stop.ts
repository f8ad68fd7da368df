import type { Transaction } from '@/db/client';
import type { BillingContext } from '../context';
import { enqueue } from '../outbox/outbox';
import { pauseAutoTopUp } from './settings';

export interface Stop {
  teamId: string;
  /** What was to be bought. */
  item: string;
  /** Why it was not: a code of the bank's, of the provider's, or of ours. */
  reason: string;
  /** Of what happened: it is told once. */
  key: string;
}

/** Buys nothing more until a person has looked, and tells the team so. */
export async function stopTopUps(
  tx: Transaction,
  { teamId, item, reason, key }: Stop,
  { clock }: Pick<BillingContext, 'clock'>,
): Promise<void> {
  await pauseAutoTopUp(tx, teamId, reason);
  const about = { teamId, subscriptionId: null, billingPeriodId: null };
  const dedupKey = `top_up_failed:${teamId}:${key}`;
  await enqueue(tx, { eventType: 'top_up_failed', ...about, dedupKey, payload: { item, reason } }, { at: clock.now() });
}
