import type { Plan } from '../catalog';
import type { AskedCycle, Instant, PeriodPaid } from '../events';
import type { Applying } from '../webhooks/outcome';
import type { ToldEnd } from './derive';
import { findPlan, type PlanFound } from './plan';

/** Cycles that are counted back at most: two years of months. */
const furthest = 24;

/**
 * The ends that the cycles of a subscription have had, counted back from the one that it told when it was asked. Only
 * where the invoice came to the list price of the plan that it tells: otherwise it may have been another plan's. Pure.
 */
export function askedEnds(
  { catalog, provider }: Pick<Applying, 'catalog' | 'provider'>,
  { asked, price }: PeriodPaid,
): (ToldEnd & { found: PlanFound })[] {
  if (!asked) return [];
  const found = findPlan(catalog, provider, asked.items);
  const plan = found.kind === 'plan' ? catalog.findItem(found.plan) : null;
  if (found.kind !== 'plan' || plan?.kind !== 'plan') return [];
  if (price.currency === plan.currency && price.listedMinor !== plan.amountMinor * found.quantity) return [];
  const months = monthsOf(plan);
  return Array.from({ length: furthest + 1 }, (_, cycles) => ({
    end: countBack(asked, cycles * months),
    occurredAt: asked.askedAt,
    months: [months],
    found,
  }));
}

function monthsOf({ interval }: Plan): number {
  return interval === 'year' ? 12 : 1;
}

/** The same day of the month and time of the day; the last day of a shorter month stands for one that it lacks. */
function countBack({ end, anchorDay }: AskedCycle, months: number): Instant {
  const [date = '', time = ''] = end.split('T');
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  if (months === 0) return end;
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const wanted = String(Math.min(anchorDay ?? day, lastDay)).padStart(2, '0');
  return `${first.toISOString().slice(0, 8)}${wanted}T${time}`;
}
