import { and, asc, desc, eq, gt, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import {
  subscriptionTransitionAudits as audits,
  subscriptionBillingPeriods as periods,
  subscriptions,
} from '@/db/schema';
import type { BillingContext } from '../context';
import { BillingError } from '../errors';
import type { Instant } from '../events';
import { type Access, bestAccess, decideAccess, planInUse } from './access';
import { explainMoment } from './explain';
import type { Subscription } from './store';

/**
 * What a team may use: its plan, how much of it, until when and why. `at` is now unless told; for a moment of the past
 * the periods and transitions of that time decide.
 */
export async function getAccess(context: BillingContext, teamId: string, at?: Date): Promise<Access> {
  const now = context.clock.now();
  if (at !== undefined && at < now) return (await explainMoment(context, teamId, instantOf(at))).access;
  const moment = instantOf(at ?? now);
  const rows = await findStanding(context, teamId, moment);
  return bestAccess(rows.map((row) => accessOf(context, row, moment)));
}

/**
 * For product code: the team's access when it has one of these plans, in full or in grace. Throws `plan_required`.
 */
export async function requirePlan(
  context: BillingContext,
  teamId: string,
  plans: readonly string[],
): Promise<Access & { plan: string }> {
  const access = await getAccess(context, teamId);
  const { plan, level } = access;
  if (plan === null || !plans.includes(plan) || (level !== 'full' && level !== 'grace'))
    throw BillingError.planRequired(teamId, plans);
  return { ...access, plan };
}

/** A subscription, the plan of the paid period that a moment is in, and the one that a paid change within it led to. */
export interface Standing {
  subscription: Subscription;
  paidPlan: string | null;
  upgradedPlan: string | null;
}

/** A team's subscriptions at a moment, the current one first, then the newest. */
export async function findStanding({ database }: BillingContext, teamId: string, at: Instant): Promise<Standing[]> {
  const isRunning = and(
    eq(periods.subscriptionId, subscriptions.id),
    lte(periods.periodStart, at),
    gt(periods.periodEnd, at),
    or(isNull(periods.supersededAt), gt(periods.supersededAt, at)),
    ne(periods.kind, 'after_end'),
  );
  const rows = await database
    .selectDistinctOn([subscriptions.isCurrent, subscriptions.createdAt, subscriptions.id], {
      subscription: subscriptions,
      paidPlan: periods.plan,
      upgradedPlan: upgradedPlan(at),
    })
    .from(subscriptions)
    .leftJoin(periods, isRunning)
    .where(eq(subscriptions.teamId, teamId))
    .orderBy(
      desc(subscriptions.isCurrent),
      desc(subscriptions.createdAt),
      asc(subscriptions.id),
      desc(periods.periodStart),
    );
  return rows;
}

/** As `upgradedPlan` of the basis of a past moment says. */
function upgradedPlan(at: Instant): SQL<string | null> {
  return sql`(select case when (details->>'allowance')::numeric > 0 or (details->>'amountMinor')::numeric > 0 then after->>'plan' end
    from ${audits}
    where ${audits.subscriptionId} = ${subscriptions.id} and billing_period_id = ${periods.id}
      and event_type = 'plan_change_paid' and occurred_at <= ${at}::timestamptz
      and (after->>'plan' is not null or (details->>'amountMinor')::numeric < 0)
    order by occurred_at desc, ${audits.id} desc limit 1)`;
}

export function accessOf(
  { settings }: BillingContext,
  { subscription, paidPlan, upgradedPlan }: Standing,
  at: Instant,
): Access {
  const plan = planInUse(settings.catalog, { paid: paidPlan, upgraded: upgradedPlan, told: subscription.plan });
  return decideAccess({ ...subscription, plan }, at);
}

/** A `Date` as an instant. */
export function instantOf(at: Date): Instant {
  return at.toISOString().replace('Z', '000Z');
}
