import { sql } from 'drizzle-orm';
import { createDatabase, type Database } from '@/db/client';
import type { BillingContext } from '@/lib/billing/context';
import { getHealth } from '@/lib/billing/operations/health';
import { findWatermark } from '@/lib/billing/retention/watermark';
import type { BillingSettings } from '@/lib/billing/settings';
import { systemClock } from '@/lib/clock';
import { type Finding, look, ok, wrong } from './finding';

const silent = () => {};
const day = 24 * 60 * 60 * 1000;

/** What the database can tell: whether it answers and is migrated, who works on it, what needs a person. */
export async function checkDatabase(url: string, settings: BillingSettings): Promise<Finding[]> {
  const database = createDatabase(url, { max: 2 });
  const log = { info: silent, warn: silent, error: silent };
  const context: BillingContext = { database, settings, clock: systemClock, log };
  try {
    const health = await getHealth(context);
    if (health.database === 'down')
      return [wrong('database', 'does not answer', 'See that it runs, and that DATABASE_URL is right.')];
    const { applied = 0, missing = 0 } = health.migrations ?? {};
    const reached = ok('database', 'answers');
    if (missing > 0)
      return [reached, wrong('migrations', `${missing} of ${applied + missing} missing`, 'Run npm run db:migrate.')];
    return [
      reached,
      ok('migrations', `all ${applied} applied`),
      ...checkWork(health),
      ...checkPeople(health),
      await checkRetention(database, settings),
    ];
  } finally {
    await database.$client.end({ timeout: 1 });
  }
}

type Health = Awaited<ReturnType<typeof getHealth>>;

function checkWork({ workerAgeSeconds, overdueSeconds }: Health): Finding[] {
  const todo = 'Run npm start or npm run worker, or have a schedule call /api/cron/drain each minute.';
  const seen =
    workerAgeSeconds === null
      ? wrong('worker', 'nobody has worked for a day', todo)
      : workerAgeSeconds > 120
        ? look('worker', `last seen ${age(workerAgeSeconds)} ago`, todo)
        : ok('worker', `seen ${age(workerAgeSeconds)} ago`);
  if (overdueSeconds === null || overdueSeconds < 60) return [seen, ok('due events', 'none waits for its turn')];
  return [seen, look('due events', `waiting for ${age(overdueSeconds)}`, todo)];
}

function checkPeople({ parked, openCases }: Health): Finding[] {
  const todo = 'See /admin: each says what is known and what can be done.';
  return [
    parked ? look('parked events', `${parked}`, todo) : ok('parked events', 'none'),
    openCases ? look('open cases', `${openCases}`, todo) : ok('open cases', 'none'),
  ];
}

async function checkRetention(database: Database, { retention }: BillingSettings): Promise<Finding> {
  const exportedUntil = await findWatermark(database);
  const before = new Date(systemClock.now().getTime() - retention.eventDays * day);
  const [oldest] = await database.execute<{ at: string | null }>(
    sql`select min(received_at) as at from billing_webhook_events`,
  );
  const isOld = oldest?.at != null && new Date(oldest.at) < before;
  const isBehind = isOld && (exportedUntil === null || exportedUntil < before);
  if (isBehind)
    return look(
      'retention',
      `events older than ${retention.eventDays} days are not exported, so they stay`,
      'Run npm run export -- --out <file>.',
    );
  return ok('retention', `bodies ${retention.bodyDays} days, events ${retention.eventDays} days`);
}

function age(seconds: number): string {
  return seconds < 120
    ? `${seconds} s`
    : seconds < 7200
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3600)} h`;
}
