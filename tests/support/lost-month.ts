import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '@/db/client';
import type { BillingContext } from '@/lib/billing/context';
import { drain } from '@/lib/billing/drain';
import { isInstalled } from '@/lib/billing/providers/registry';
import { reconcile } from '@/lib/billing/reconciliation/run';
import { type Api, type ApiProvider, apiProviders, settingsWith, startApiOf } from './apis';
import { createIntent, createTeam, fixedClock, send, testContext } from './billing';
import { type TeamMonth, type Told, teamMonth } from './month';
import { expectInvariants, rows } from './state';

type Clock = ReturnType<typeof fixedClock>;

interface Lost {
  events: number;
  dropped: number;
  applied: number;
  differences: number;
  /** How the lost events were answered in the end. */
  late: Record<string, number>;
  /**
   * Of those that were answered `applied`, what was no snapshot. A snapshot that is newer than the one held and says the
   * same is applied, and changes nothing.
   */
  lateFacts: string[];
}

const partsAt = ['2026-09-01T12:00:00Z', '2026-09-26T00:00:00Z', '2026-10-01T12:00:00Z'];

/**
 * A month of `teams` teams, told completely to one database and with a share of its events lost to another one, which is
 * reconciled afterwards. Both have to come to the same books, and what was lost to change nothing when it comes late.
 */
export async function loseEvents(
  { whole, lossy }: { whole: Database; lossy: Database },
  { teams, share, seed }: { teams: number; share: number; seed: number },
): Promise<Lost> {
  const apis = await startApis();
  try {
    const months = Array.from({ length: teams }, (_, index) => monthOf(index));
    for (const told of months.flatMap(({ parts }) => parts.flat())) apis[told.provider].show(told.body);
    const random = randomFrom(seed);
    const dropped = new Set(months.flatMap(({ parts }) => parts.flat()).filter(() => random() < share));
    await live(contextOf(whole, {}), months, new Set());
    const context = contextOf(lossy, apis);
    await live(context, months, dropped);
    const counted = await reconcileAll(context);
    await settle(context);
    expect(await readBooks(lossy)).toEqual(await readBooks(whole));
    await expectInvariants(lossy);
    const { late, lateFacts } = await deliverLate(context, dropped);
    await settle(context);
    expect(await readBooks(lossy)).toEqual(await readBooks(whole));
    const again = await reconcileAll(context);
    expect(again.differences).toBe(0);
    const events = months.flatMap(({ parts }) => parts.flat()).length;
    return { events, dropped: dropped.size, ...counted, late, lateFacts };
  } finally {
    await Promise.all(Object.values(apis).map((api) => api.close()));
  }
}

const installed = apiProviders.filter(isInstalled);

function monthOf(index: number): TeamMonth {
  const provider = installed[index % installed.length] ?? 'stripe';
  return teamMonth(provider, index + 1);
}

async function startApis(): Promise<Record<ApiProvider, Api>> {
  const [stripe, lemonsqueezy, polar, paddle] = await Promise.all([
    startApiOf('stripe'),
    startApiOf('lemonsqueezy'),
    startApiOf('polar'),
    startApiOf('paddle'),
  ]);
  return { stripe, lemonsqueezy, polar, paddle };
}

function contextOf(database: Database, apis: Partial<Record<ApiProvider, Api>>): BillingContext & { clock: Clock } {
  const clock = fixedClock(partsAt[0] ?? '');
  return { ...testContext(database, { settings: settingsWith(apis) }), clock };
}

/** Delivers a month in its parts, with a pass of the worker behind each. */
async function live(
  context: BillingContext & { clock: Clock },
  months: readonly TeamMonth[],
  dropped: ReadonlySet<Told>,
) {
  await inParallel(months, (month) => prepare(context.database, month));
  for (const [part, at] of partsAt.entries()) {
    context.clock.set(at);
    await inParallel(months, async ({ parts }) => {
      for (const told of parts[part] ?? []) if (!dropped.has(told)) await deliver(context, told);
    });
    // Without its interfaces: what is lost stays lost until somebody asks.
    const deaf = { ...context, settings: settingsWith({}) };
    await drain(deaf, { budgetMs: 600_000 });
  }
  context.clock.set('2026-10-03T00:00:00Z');
}

async function prepare(database: Database, { provider, teamId, checkoutId, packCheckoutId }: TeamMonth) {
  await createTeam(database, teamId);
  await createIntent(database, { teamId, provider, id: checkoutId, item: 'pro_monthly' });
  const quantity = 1 + (Number(teamId.replace(/\D/g, '')) % 3);
  await createIntent(database, { teamId, provider, id: packCheckoutId, item: 'pack_1000', quantity });
}

async function deliver(context: BillingContext, { provider, body, eventId }: Told): Promise<string> {
  const answer = await send(context, { provider, body, eventId });
  expect(answer.httpStatus).toBe(200);
  return answer.status;
}

async function reconcileAll(context: BillingContext) {
  const sum = { applied: 0, differences: 0 };
  for (const provider of installed) {
    const since = new Date('2026-08-31T00:00:00Z');
    const reconciled = await reconcile(context, { provider, since });
    expect(reconciled).toMatchObject({ kind: 'done' });
    if (reconciled.kind !== 'done') continue;
    sum.applied += reconciled.counted.applied;
    sum.differences += reconciled.counted.differences;
  }
  return sum;
}

async function settle(context: BillingContext & { clock: Clock }): Promise<void> {
  for (let pass = 0; pass < 3; pass += 1) {
    context.clock.advance(60_000);
    await drain(context, { budgetMs: 600_000 });
  }
}

async function deliverLate(context: BillingContext, dropped: ReadonlySet<Told>) {
  const late: Record<string, number> = {};
  const lateFacts: string[] = [];
  await inParallel([...dropped], async (told) => {
    const status = await deliver(context, told);
    late[status] = (late[status] ?? 0) + 1;
    const type = typeOf(told);
    if (status === 'applied' && !snapshot.test(type)) lateFacts.push(`${told.provider} ${type}`);
  });
  return { late, lateFacts };
}

/**
 * What a month has to come to, whatever told it. When a thing was learned is no part of it, such as when a lot that is
 * empty by then lapsed. Lemon Squeezy tells in webhooks alone which checkout of ours led to an order.
 */
async function readBooks(database: Database): Promise<Record<string, unknown[]>> {
  const unlessUntold = (column: string) =>
    sql.raw(`case when provider <> 'lemonsqueezy' then ${column} end as ${column}`);
  const utc = (column: string) => sql.raw(`${column} at time zone 'UTC'`);
  const [credits, purchases, reversals, subscriptions, periods, lots, intents, cases, unsettled] = await Promise.all([
    rows(database, sql`select team_id, balance, held from credits order by 1`),
    rows(
      database,
      sql`select provider, provider_checkout_id, team_id, ${unlessUntold('checkout_id')}, provider_payment_id, credits, quantity, amount_minor,
        currency, status, refunded_minor, refunded_credits from credit_purchases order by 1, 2`,
    ),
    rows(
      database,
      sql`select provider, provider_reversal_id, provider_payment_id, kind, amount_minor, total_minor, cumulative, status
        from payment_reversals order by 1, 2`,
    ),
    rows(
      database,
      sql`select provider, provider_subscription_id, team_id, status, plan, quantity, is_current, cancel_at_period_end,
        ${utc('current_period_start')} as starts, ${utc('current_period_end')} as ends, ended_at from subscriptions order by 1, 2`,
    ),
    rows(
      database,
      sql`select p.provider, p.provider_renewal_key, p.provider_payment_id, ${utc('p.period_start')} as starts,
        ${utc('p.period_end')} as ends, p.paid_amount_minor, p.plan, p.quantity, p.kind, p.allowance_high, p.status
        from subscription_billing_periods p order by 1, 2`,
    ),
    rows(
      database,
      sql`select team_id, source_type, amount, remaining, held, case when remaining > 0 then ${utc('expires_at')} end as expires from credit_grants order by 1, 2, 3, 6`,
    ),
    rows(database, sql`select id, ${unlessUntold('state')} from billing_checkouts order by 1`),
    rows(database, sql`select kind, subject from reconciliation_cases where state = 'open' order by 1, 2`),
    rows(
      database,
      sql`select provider, event_id, error_code, waiting_for from billing_webhook_events where state not in ('applied', 'ignored', 'stale')`,
    ),
  ]);
  return { credits, purchases, reversals, subscriptions, periods, lots, intents, cases, unsettled };
}

const snapshot = /^(customer\.)?subscription[._](created|updated|active|activated|cycled)$/;

function typeOf({ body }: Told): string {
  const { type, event_type, meta } = JSON.parse(new TextDecoder().decode(body));
  return type ?? event_type ?? meta.event_name;
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}

/** The same seed drops the same events. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
