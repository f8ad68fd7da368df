import { sql } from 'drizzle-orm';
import { billingWebhookEvents, teams } from '@/db/schema';
import { consumeFrom } from '../../rate-limit';
import type { BillingContext } from '../context';
import { BillingError } from '../errors';

export const demoLimits = { actionsAMinute: 60, events: 2000 } as const;

/**
 * Counts one thing that a visitor makes the sandbox send; of a team that is for keeps it counts nothing. Throws
 * `too_many_lab_actions`, and `demo_is_full` once the team has its share of events, or has tried as many things in a day.
 */
export async function takeLabAction(
  context: Pick<BillingContext, 'database' | 'clock'>,
  teamId: string,
): Promise<void> {
  const { demoUntil, events } = await readUse(context, teamId);
  if (demoUntil === null) return;
  if (events >= demoLimits.events) throw BillingError.demoIsFull(teamId);
  const minute = { key: `lab:${teamId}`, limit: demoLimits.actionsAMinute, windowSeconds: 60 };
  const taken = await consumeFrom(context, minute);
  if (!taken.allowed) throw BillingError.tooManyLabActions(teamId, taken.resetAt);
  // An event that says it comes from elsewhere is kept as no team's, so it is not among those counted above.
  const day = { key: `lab-day:${teamId}`, limit: demoLimits.events, windowSeconds: 86_400 };
  if (!(await consumeFrom(context, day)).allowed) throw BillingError.demoIsFull(teamId);
}

async function readUse(
  { database }: Pick<BillingContext, 'database'>,
  teamId: string,
): Promise<{ demoUntil: string | null; events: number }> {
  const [row] = await database.execute<{ demoUntil: string | null; events: number }>(sql`
    select demo_until as "demoUntil", (
      select count(*)::int from (
        select from ${billingWebhookEvents} where team_id = ${teamId} limit ${demoLimits.events}
      ) as counted
    ) as events
    from ${teams} where id = ${teamId}`);
  return row ?? { demoUntil: null, events: 0 };
}
