import type { Transaction } from '@/db/client';
import type { ChargePayload } from '@/db/schema';
import type { Period } from '../events';
import type { BillingSettings } from '../settings';
import type { Transition } from '../subscriptions/audits';
import type { CaseFinding } from '../webhooks/outcome';
import type { ClockChange, RenewalClock } from './clocks';
import { atDate, instantOf } from './instants';
import { type Registered, registerOperation } from './operations';
import { anchorOf, intervalOf, payloadOf, planOf } from './price';
import { type Anchor, cycleRange, decideDue, startOf } from './schedule';

/** What a tick made of the cycles that were due. */
export interface Advanced {
  moved: ClockChange & Pick<RenewalClock, 'nextDueAt'>;
  registered: Transition[];
  skipped: Transition[];
  conflicts: CaseFinding[];
  /** The newest cycle that is to be charged. */
  told: Period | null;
}

/**
 * Registers the charges of the cycles that are due, and those that are skipped as such, each once. A change of plan
 * takes effect with the first of them; another interval counts from there. Throws `unknown_item` where the catalog does
 * not sell the plan any more.
 */
export async function advance(
  tx: Transaction,
  settings: Pick<BillingSettings, 'catalog' | 'renewals'>,
  { clock: held, provider, now }: { clock: RenewalClock; provider: string; now: Date },
): Promise<Advanced> {
  const { catchUp, maxAttempts } = settings.renewals;
  const clock = { ...held, ...changeOf(held, settings) };
  const plan = planOf(settings.catalog, clock.item);
  const anchor = anchorOf(clock);
  const due = decideDue(anchor, { nextCycleNo: clock.nextCycleNo, now: instantOf(now), catchUp });
  const advanced: Advanced = {
    ...{ registered: [], skipped: [], conflicts: [], told: null },
    moved: moveTo(due, anchor),
  };
  for (const cycleNo of [...due.skip, ...due.charge].sort((a, b) => a - b)) {
    const range = cycleRange(anchor, cycleNo);
    const payload = payloadOf(plan, { provider, quantity: clock.quantity, range });
    const state = due.skip.includes(cycleNo) ? 'skipped' : 'pending';
    const done = await registerOperation(tx, { clock, cycleNo, payload, state, maxAttempts, at: now });
    note(advanced, { done, range, payload });
  }
  const { item, quantity, anchor: start, anchorCycleNo, intervalUnit, intervalCount } = clock;
  const kept = { item, quantity, anchor: start, anchorCycleNo, intervalUnit, intervalCount };
  return { ...advanced, moved: { ...kept, nextItem: null, nextQuantity: null, ...advanced.moved } };
}

/** The plan that was chosen for the next cycle. Its interval begins where the running cycle ends. */
function changeOf(clock: RenewalClock, { catalog }: Pick<BillingSettings, 'catalog'>): ClockChange {
  const { nextItem: item, nextQuantity: quantity, nextDueAt, nextCycleNo, intervalUnit, intervalCount } = clock;
  if (item === null || quantity === null) return {};
  const { unit, count } = intervalOf(planOf(catalog, item));
  if (unit === intervalUnit && count === intervalCount) return { item, quantity };
  const anchor = { anchor: nextDueAt, anchorCycleNo: nextCycleNo };
  return { item, quantity, intervalUnit: unit, intervalCount: count, ...anchor };
}

function moveTo({ nextCycleNo }: { nextCycleNo: number }, anchor: Anchor) {
  const nextDueAt = startOf(anchor, nextCycleNo);
  return { nextCycleNo, nextDueAt, nextRunAt: atDate(nextDueAt) };
}

function note(
  advanced: Advanced,
  { done, range, payload }: { done: Registered; range: Period; payload: ChargePayload },
): void {
  const { operation, as } = done;
  const { id: operationId, subscriptionId, cycleNo, state } = operation;
  if (as === 'conflict') {
    const local = { ...operation.payload, payloadHash: operation.payloadHash };
    advanced.conflicts.push({ kind: 'charge_operation_conflict', subject: operationId, local, remote: { ...payload } });
    return;
  }
  if (as === 'repeated') return;
  const told = { operationId, cycleNo, ...range };
  if (state === 'skipped') {
    const details = { ...told, renewalKey: operationId, reason: 'not_billed' };
    advanced.skipped.push({ subscriptionId, eventType: 'period_voided', occurredAt: range.start, details });
    return;
  }
  const { amountMinor = null, currency = null } = operation.payload ?? {};
  const details = { ...told, amountMinor, currency };
  advanced.registered.push({ subscriptionId, eventType: 'charge_registered', occurredAt: range.start, details });
  advanced.told = range;
}
