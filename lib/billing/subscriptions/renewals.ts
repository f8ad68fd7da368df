import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { creditGrants, subscriptionBillingPeriods as periods, subscriptions } from '@/db/schema';
import type { BillingContext } from '../context';
import { periodLotKeys } from '../credits/allowance-plan';
import { BillingError } from '../errors';
import type { Period } from './periods';
import { type PeriodView, periodView } from './views';

/** A paid period and what it gave. */
export interface RenewalEntry extends PeriodView {
  /** Granted so far: a yearly plan gives its credits month by month. */
  credits: number;
  /** Taken back by refunds and disputes. */
  refundedCredits: number;
}

export interface RenewalPage {
  entries: RenewalEntry[];
  /** Hand it back to read on; null at the end. */
  nextCursor: string | null;
}

export interface RenewalRequest {
  teamId: string;
  subscriptionId?: string;
  /** From the page before. */
  cursor?: string;
  /** 1 to 200; 25 unless told. */
  limit?: number;
}

/**
 * One page of what a team's subscriptions were paid for, the latest period first. Every period is on exactly one page,
 * however many arrive meanwhile. Throws `invalid_cursor`.
 */
export async function listRenewals(context: BillingContext, request: RenewalRequest): Promise<RenewalPage> {
  const { teamId, subscriptionId, cursor } = request;
  const limit = Math.min(Math.max(Math.trunc(request.limit ?? 25), 1), 200);
  const rows = await context.database
    .select(getTableColumns(periods))
    .from(periods)
    .innerJoin(subscriptions, eq(subscriptions.id, periods.subscriptionId))
    .where(
      and(
        eq(subscriptions.teamId, teamId),
        subscriptionId === undefined ? undefined : eq(subscriptions.id, subscriptionId),
        cursor === undefined ? undefined : isAfter(cursor),
      ),
    )
    .orderBy(desc(periods.periodStart), desc(periods.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const credits = await findCredits(context, page);
  const entries = page.map((period) => ({
    ...periodView(context.settings.catalog, period),
    credits: credits.get(period.id) ?? 0,
    refundedCredits: period.refundedCredits,
  }));
  return { entries, nextCursor: rows.length > limit && last ? `${last.periodStart}_${last.id}` : null };
}

function isAfter(cursor: string) {
  const [start, id] = cursor.split('_');
  if (start === undefined || id === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(start))
    throw BillingError.invalidCursor();
  return sql`(${periods.periodStart}, ${periods.id}) < (${start}::timestamptz, ${id})`;
}

/** What the lots of each period came with. */
async function findCredits({ database }: BillingContext, page: readonly Period[]): Promise<Map<string, number>> {
  const periodOfKey = new Map(
    page.flatMap(({ id, periodStart, periodEnd }) =>
      periodLotKeys({ id, start: periodStart, end: periodEnd }).map((key) => [key, id] as const),
    ),
  );
  if (periodOfKey.size === 0) return new Map();
  const lots = await database
    .select({ sourceKey: creditGrants.sourceKey, amount: creditGrants.amount })
    .from(creditGrants)
    .where(and(eq(creditGrants.sourceType, 'period'), inArray(creditGrants.sourceKey, [...periodOfKey.keys()])));
  const credits = new Map<string, number>();
  for (const { sourceKey, amount } of lots) {
    const id = periodOfKey.get(sourceKey) ?? '';
    credits.set(id, (credits.get(id) ?? 0) + amount);
  }
  return credits;
}
