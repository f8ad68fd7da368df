import { z } from 'zod';
import type { Instant, PaidLine } from '../../events';
import { id, minor, reference } from '../fields';

const price = z.object({
  id,
  billing_cycle: z.object({ interval: z.string(), frequency: z.number().int().positive() }).nullish(),
  unit_price: z
    .object({ amount: z.string().regex(/^\d{1,16}$/), currency_code: z.string() })
    .nullish()
    .catch(null),
});

/** What a transaction is for. The quantity falls below zero where a change of plan gives something back. */
export const item = z
  .object({ price: price.nullish(), price_id: reference, quantity: minor.default(1), proration: z.unknown() })
  .transform(({ price, price_id, quantity, proration }, context) => {
    const providerPriceId = price?.id ?? price_id;
    if (providerPriceId === null) {
      context.addIssue({ code: 'custom', path: ['price'], message: 'no price' });
      return z.NEVER;
    }
    return {
      providerPriceId,
      quantity,
      isProrated: proration !== null && proration !== undefined,
      cycle: price?.billing_cycle ?? null,
      unitPrice: price?.unit_price ?? null,
    };
  });
export type Item = z.infer<typeof item>;
type Cycle = NonNullable<Item['cycle']>;

/** Paddle does not say whether the buyer chose the amount. */
export function lineOf({ providerPriceId, quantity }: Item): PaidLine {
  return { providerPriceId, quantity, amountChosenByBuyer: false };
}

/** Paid for in full and for as long as its billing cycle lasts, not for the rest of a period that was there before. */
export function isFullCycle({ cycle, isProrated, quantity }: Item, period: Period): boolean {
  return cycle !== null && !isProrated && quantity > 0 && spansCycle(period, cycle);
}

interface Period {
  starts_at: Instant;
  ends_at: Instant;
}

function spansCycle({ starts_at, ends_at }: Period, cycle: Cycle): boolean {
  const end = endOfCycle(new Date(starts_at), cycle);
  return end !== null && Date.parse(ends_at) >= end;
}

/** Calendar months in UTC; the last day of a shorter month stands for a day that it lacks. */
function endOfCycle(start: Date, { interval, frequency }: Cycle): number | null {
  const day = 86_400_000;
  if (interval === 'day') return start.getTime() + frequency * day;
  if (interval === 'week') return start.getTime() + frequency * 7 * day;
  if (interval !== 'month' && interval !== 'year') return null;
  const month = start.getUTCMonth() + frequency * (interval === 'year' ? 12 : 1);
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const date = Date.UTC(start.getUTCFullYear(), month, Math.min(start.getUTCDate(), lastDay));
  return date + (start.getTime() % day);
}
