import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { creditGrants, subscriptionBillingPeriods, subscriptions } from '@/db/schema';
import type { Plan } from '../catalog';
import type { BillingContext } from '../context';
import { lockPeriod } from '../subscriptions/periods';
import { lockSubscriptionById } from '../subscriptions/store';
import { boundWaits } from '../waits';
import { grantLotOfPeriod } from './allowance';
import { monthLotKey, monthsOf, planAllowance } from './allowance-plan';
import { findLots } from './ledger';
import { findPlanChanges } from './plan-changes';

/**
 * Grants the months of yearly plans that have begun by now, of at most `limit` periods, each in a transaction of its
 * own. After an outage every missed month is granted, with its own end. Returns how many months were granted.
 */
export async function dripAllowances(context: BillingContext, at: Date, limit: number): Promise<number> {
  const { database, settings, log } = context;
  const yearly = settings.catalog.items.filter(
    (item): item is Plan => item.kind === 'plan' && item.interval === 'year',
  );
  let granted = 0;
  for (const due of await findDue(database, { yearly, at, limit })) {
    try {
      granted += await database.transaction((tx) => dripPeriod(tx, due, { context, at }));
    } catch (error) {
      // One subscription must not keep the others from their month; it stays due.
      const name = error instanceof Error ? error.name : 'unknown';
      log.error({ teamId: due.team_id, error: name }, 'allowance not granted');
    }
  }
  return granted;
}

interface Due extends Record<string, unknown> {
  period_id: string;
  subscription_id: string;
  team_id: string;
}

async function dripPeriod(
  tx: Transaction,
  due: Due,
  { context, at }: { context: BillingContext; at: Date },
): Promise<number> {
  const { catalog } = context.settings;
  await boundWaits(tx, context);
  const { teamId } = await lockSubscriptionById(tx, due.subscription_id);
  const period = await lockPeriod(tx, due.period_id);
  const plan = period.plan === null ? null : catalog.findItem(period.plan);
  if (plan?.kind !== 'plan') return 0;
  const { base, changes } = await findPlanChanges(tx, period);
  const begun = monthsOf({ start: period.periodStart, end: period.supersededAt ?? period.periodEnd })
    .filter(({ start }) => Date.parse(start) <= at.getTime())
    .map((month) => ({ ...month, sourceKey: monthLotKey(period.id, month.index) }));
  const lots = await findLots(
    tx,
    'period',
    begun.map(({ sourceKey }) => sourceKey),
  );
  const missed = begun.filter(({ sourceKey }) => !lots.some((lot) => lot.sourceKey === sourceKey));
  for (const month of missed) {
    const credits = planAllowance(base, changes, month);
    // What the month before left on a refunded period has changed with it.
    const current = await lockPeriod(tx, period.id);
    const why = { actor: 'system', reason: `Plan allowance, month ${month.index + 1}` };
    await grantLotOfPeriod(tx, { period: current, plan, teamId, lot: month, credits, at, ...why });
  }
  return missed.length;
}

/**
 * Periods of yearly plans whose newest month that has begun has no lot: months are granted in order, so then none is
 * missed. Postgres counts months as `addMonths` does.
 */
async function findDue(
  database: Database,
  { yearly, at, limit }: { yearly: readonly Plan[]; at: Date; limit: number },
): Promise<Due[]> {
  if (yearly.length === 0) return [];
  const plans = JSON.stringify(yearly.map(({ item }) => item));
  const begins = sql`((period.period_start at time zone 'UTC') + month * interval '1 month') at time zone 'UTC'`;
  return database.execute<Due>(sql`
    select period.id as period_id, period.subscription_id, subscription.team_id
    from ${subscriptionBillingPeriods} as period
    join ${subscriptions} as subscription on subscription.id = period.subscription_id
    cross join lateral (
      select max(month) as newest from generate_series(0, 24) as month
      where ${begins} <= ${at.toISOString()}::timestamptz
        and ${begins} < coalesce(period.superseded_at, period.period_end)
    ) as months
    where period.plan in (select jsonb_array_elements_text(${plans}::jsonb)) and period.allowance_high > 0
      and months.newest is not null
      and not exists (
        select from ${creditGrants} as lot
        where lot.source_type = 'period' and lot.source_key = period.id || ':month:' || months.newest
      )
    order by period.period_start
    limit ${limit}`);
}
