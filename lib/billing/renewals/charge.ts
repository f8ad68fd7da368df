import { chargerOf } from '../charger-of';
import type { BillingContext } from '../context';
import type { Pass } from '../drain';
import { providerNames } from '../events';
import type { RenewalSettings } from '../settings';
import { sqlState } from '../webhooks/failure';
import { attempt } from './attempt';
import { type Leasing, leaseNext, listPaidMeanwhile } from './lease';
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
  for (const operation of paid) await settleRecorded(context, operation);
  const { renewals } = context.settings;
  const free = renewals.concurrency - (busy.get(renewals) ?? 0);
  if (free <= 0) return paid.length;
  const turns = { left: pass.limit - paid.length, taken: paid.length };
  busy.set(renewals, renewals.concurrency);
  try {
    await Promise.all(Array.from({ length: free }, () => takeTurns(context, { leasing, pass, turns })));
  } finally {
    busy.set(renewals, renewals.concurrency - free);
  }
  return turns.taken;
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
  turns: { left: number; taken: number };
}

async function takeTurns(context: BillingContext, { leasing, pass, turns }: Turns): Promise<void> {
  while (turns.left > 0 && pass.isTimeLeft()) {
    turns.left -= 1;
    const leased = await leaseNext(context, leasing);
    if (!leased) {
      turns.left += 1;
      return;
    }
    turns.taken += 1;
    try {
      await attempt(context, leased);
    } catch (error) {
      // Its lease ends and it is attempted again under the same key; the others have their turn meanwhile.
      const name = error instanceof Error ? error.name : 'unknown';
      context.log.error({ operationId: leased.operation.id, error: name, code: sqlState(error) }, 'charge not settled');
    }
  }
}
