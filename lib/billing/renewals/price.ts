import type { ChargePayload } from '@/db/schema';
import type { Catalog, Plan } from '../catalog';
import { BillingError } from '../errors';
import type { Period } from '../events';
import type { RenewalClock } from './clocks';
import type { Anchor, Interval } from './schedule';

/** A plan of the catalog. Throws `unknown_item`, also for a pack. */
export function planOf(catalog: Catalog, item: string): Plan {
  const found = catalog.findItem(item);
  if (found?.kind !== 'plan') throw BillingError.unknownItem(item);
  return found;
}

/** What a cycle costs by the catalog of now. It is fixed when the charge is registered. */
export function payloadOf(plan: Plan, { provider, quantity, range }: Priced): ChargePayload {
  const { item, amountMinor, currency } = plan;
  const { start: periodStart, end: periodEnd } = range;
  return { provider, item, quantity, amountMinor: amountMinor * quantity, currency, periodStart, periodEnd };
}

interface Priced {
  provider: string;
  quantity: number;
  range: Period;
}

export function intervalOf({ interval }: Plan): Interval {
  return { unit: interval, count: 1 };
}

export function anchorOf(clock: RenewalClock): Anchor {
  const { anchor, anchorCycleNo, intervalUnit: unit, intervalCount: count, timeZone } = clock;
  return { anchor, anchorCycleNo, interval: { unit, count }, timeZone };
}
