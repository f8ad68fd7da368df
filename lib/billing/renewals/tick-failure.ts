import type { Transaction } from '@/db/client';
import type { BillingContext } from '../context';
import { BillingError } from '../errors';
import { openCase } from '../reconciliation/cases';
import { insertOwnAudits } from '../subscriptions/audits';
import { subjectOf } from '../subscriptions/open';
import { lockSubscriptionById } from '../subscriptions/store';
import { isTimingConflict, sqlState } from '../webhooks/failure';
import { lockClock, type RenewalClock, updateClock } from './clocks';
import { instantOf } from './instants';

const soonMs = 5000;
const minuteMs = 60_000;
const longestMs = 60 * minuteMs;
/** After so many failures in a row a person has to look. */
const patience = 10;

/**
 * A tick that failed is tried again later, each time after twice as long; after ten in a row the clock halts with a case.
 * The due date stays what it was.
 */
export async function backOff(context: BillingContext, failed: RenewalClock, error: unknown): Promise<void> {
  const code = codeOf(error);
  const { subscriptionId, teamId } = failed;
  context.log.error({ teamId, code, attempts: failed.failures + 1 }, 'tick failed');
  await context.database.transaction(async (tx) => {
    const clock = await lockClock(tx, subscriptionId);
    // Somebody else did it meanwhile.
    if (clock?.state !== 'running' || clock.nextCycleNo !== failed.nextCycleNo) return;
    const now = context.clock.now();
    if (isTiming(error)) return yieldTo(tx, clock, now);
    const failures = clock.failures + 1;
    if (failures >= patience) return halt(tx, { clock, failures, code, now });
    const wait = Math.min(minuteMs * 2 ** (failures - 1), longestMs);
    const change = { failures, errorCode: code, nextRunAt: new Date(now.getTime() + wait) };
    await updateClock(tx, subscriptionId, change, now);
  });
}

/** Nothing is wrong with it: somebody else was at it for too long. */
async function yieldTo(tx: Transaction, { subscriptionId }: RenewalClock, now: Date): Promise<void> {
  await updateClock(tx, subscriptionId, { nextRunAt: new Date(now.getTime() + soonMs) }, now);
}

function isTiming(error: unknown): boolean {
  return isTimingConflict(error) || ['55P03', '57014'].includes(sqlState(error) ?? '');
}

async function halt(
  tx: Transaction,
  { clock, failures, code, now }: { clock: RenewalClock; failures: number; code: string; now: Date },
): Promise<void> {
  const { subscriptionId, teamId, nextCycleNo, nextDueAt } = clock;
  const subscription = await lockSubscriptionById(tx, subscriptionId);
  const why = { state: 'halted', stateReason: 'tick_failed', failures, errorCode: code } as const;
  await updateClock(tx, subscriptionId, { ...why, nextRunAt: null }, now);
  const own = { actorType: 'system', actorId: 'renewals', cause: `clock:${nextCycleNo}`, now } as const;
  const details = { code, failures, nextCycleNo, nextDueAt };
  const occurredAt = instantOf(now);
  await insertOwnAudits(tx, own, [{ subscriptionId, eventType: 'clock_halted', occurredAt, details }]);
  const finding = {
    kind: 'renewal_clock_halted',
    subject: subjectOf(subscription),
    local: details,
    remote: null,
  } as const;
  await openCase(tx, finding, { provider: null, eventId: null, teamId, at: now });
}

/** A code of ours or of Postgres; never values. */
function codeOf(error: unknown): string {
  if (error instanceof BillingError) return error.code;
  const code = sqlState(error);
  return code === null ? 'internal_error' : `sql_${code}`;
}
