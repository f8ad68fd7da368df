import { chargerOf } from '../charger-of';
import type { BillingContext } from '../context';
import type { Pass } from '../drain';
import { providerNames } from '../events';
import type { RenewalSettings } from '../settings';
import { sqlState } from '../webhooks/failure';
import { attempt } from './attempt';
import { type Leasing, leaseNext, listPaidMeanwhile } from './lease';
import type { ChargeOperation } from './operations';
import type { RenewalScope } from './scope';
import { settleRecorded } from './settle';

/**
 * Charges, looks up and tries again what is due: each operation leased, then sent under its key, then settled. At most
 * `concurrency` of this process are on their way at once. Returns how many operations had their turn.
 */
export async function chargeDue(context: BillingContext, pass: Pass, scope: RenewalScope = 'real'): Promise<number> {
  const leasing = { horizons: horizonsOf(context), scope };
  if (leasing.horizons.size === 0) return 0;
  const paid = await listPaidMeanwhile(context.database, scope, pass.limit);
  for (const operation of paid) await alone(context, operation, () => settleRecorded(context, operation));
  const { renewals } = context.settings;
  const free = renewals.concurrency - (busy.get(renewals) ?? 0);
  if (free <= 0) return paid.length;
  const limit = pass.limit - paid.length;
  busy.set(renewals, renewals.concurrency);
  try {
    return paid.length + (await takeTurns(context, { leasing, pass, limit, atOnce: free }));
  } finally {
    busy.set(renewals, renewals.concurrency - free);
  }
}

/** How many charges are on their way, by the settings that bound them: passes of one process overlap. */
const busy = new WeakMap<RenewalSettings, number>();

function horizonsOf(context: BillingContext): Leasing['horizons'] {
  const chargers = providerNames.flatMap((name) => chargerOf(context, name) ?? []);
  return new Map(chargers.map(({ name, keyHorizonHours }) => [name, keyHorizonHours]));
}

interface Turns {
  leasing: Leasing;
  pass: Pass;
  limit: number;
  atOnce: number;
}

/** Leases one after the other and waits for no answer before the next, as long as there is room. */
async function takeTurns(context: BillingContext, { leasing, pass, limit, atOnce }: Turns): Promise<number> {
  const running = new Set<Promise<void>>();
  let taken = 0;
  while (taken < limit && pass.isTimeLeft()) {
    const leased = running.size < atOnce ? await leaseNext(context, leasing) : null;
    if (!leased && running.size === 0) break;
    if (!leased) {
      // What one of them comes to may make another one due.
      await Promise.race(running);
      continue;
    }
    taken += 1;
    const turn: Promise<void> = alone(context, leased.operation, () => attempt(context, leased)).finally(() =>
      running.delete(turn),
    );
    running.add(turn);
  }
  await Promise.all(running);
  return taken;
}

/** What breaks is left to the next pass, and the others have their turn meanwhile. A lease that ends is taken up again. */
async function alone(context: BillingContext, { id }: ChargeOperation, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    context.log.error({ operationId: id, error: name, code: sqlState(error) }, 'charge not settled');
  }
}
