import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { subscriptionBillingPeriods } from '@/db/schema';
import { createCatalog, defaultItems } from '@/lib/billing/catalog';
import { drain } from '@/lib/billing/drain';
import { fixedClock } from '@/lib/clock';
import { createBarrier, openAll, together } from '../../../support/barrier';
import { send, testPriceIds, testSettings } from '../../../support/billing';
import { createTestDatabase, openConnection, type TestDatabase } from '../../../support/database';
import { type Life, messagesOf, newLife, openCasesOf, periodsOf, subscriptionOf } from '../../../support/life';
import { balanceOf, count, expectInvariants, one, rows } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

const seconds = (time: string) => Date.parse(time) / 1000;
const line = 'data.object.lines.data.0';
const october = { start: seconds('2026-10-01T10:00:00Z'), end: seconds('2026-11-01T10:00:00Z') };

/** A Stripe subscription whose first period was paid: 1 September to 1 October. */
async function subscribed(changes: Parameters<typeof newLife>[2] = {}): Promise<Life> {
  const life = await newLife(database.db, 'stripe', changes);
  expect(await life.tell('checkout.session.completed.subscription')).toBe('applied');
  expect(await life.tell('customer.subscription.created')).toBe('applied');
  expect(await life.tell('invoice.paid.subscription_create')).toBe('applied');
  return life;
}

const tellWith = async (life: Life, name: string, changes: Record<string, unknown>): Promise<string> =>
  (await send(life.context, { provider: life.provider, body: life.body(name, changes) })).status;

/** Its renewal for October, under a number of its own unless told. */
const renewal = 'invoice.paid.subscription_cycle';
const nth = (life: Life, n: number) => ({ id: `evt_${life.teamId}_${n}`, 'data.object.id': `in_${life.teamId}_${n}` });
const period = (start: number, end: number) => ({ [`${line}.period`]: { start, end } });

const state = async ({ teamId }: Life) => ({
  subscription: await subscriptionOf(database.db, teamId),
  periods: await rows(
    database.db,
    sql`select p.* from subscription_billing_periods p join subscriptions s on s.id = p.subscription_id where s.team_id = ${teamId} order by p.id`,
  ),
  audits: await rows(
    database.db,
    sql`select a.* from subscription_transition_audits a join subscriptions s on s.id = a.subscription_id where s.team_id = ${teamId} order by a.id`,
  ),
  messages: await rows(database.db, sql`select * from subscription_outbox where team_id = ${teamId} order by id`),
  balance: await balanceOf(database.db, teamId),
});

describe('a paid period', () => {
  it('is recorded with all that says what was paid, for when and by which event', async () => {
    const life = await subscribed();
    expect(await life.tell(renewal)).toBe('applied');
    const { subscription, periods, audits, messages, balance } = await state(life);
    expect(balance).toBe(1000);
    expect(subscription).toMatchObject({
      status: 'active',
      plan: 'pro_monthly',
      revision: 2,
      is_current: true,
      checkout_id: life.checkoutId,
    });
    expect(periods.at(-1)).toMatchObject({
      provider: 'stripe',
      kind: 'renewal',
      plan: 'pro_monthly',
      quantity: 1,
      paid_amount_minor: '2900',
      currency: 'USD',
      period_source: 'provider',
      status: 'paid',
      allowance_high: '1000',
    });
    expect(periods.at(-1)?.provider_renewal_key).toBe(periods.at(-1)?.provider_invoice_id);
    const renewed = audits.filter(({ event_type }) => event_type === 'subscription_renewed');
    expect(renewed).toHaveLength(2);
    expect(renewed.at(-1)).toMatchObject({
      billing_period_id: periods.at(-1)?.id,
      actor_type: 'billing_provider',
      actor_id: 'stripe',
      details: {
        key: periods.at(-1)?.provider_renewal_key,
        eventId: periods.at(-1)?.provider_event_id,
        start: '2026-10-01T10:00:00.000000Z',
        end: '2026-11-01T10:00:00.000000Z',
        kind: 'renewal',
      },
    });
    expect(new Date(String(renewed.at(-1)?.occurred_at)).toISOString()).toBe('2026-10-01T11:00:08.000Z');
    expect(messages.map(({ billing_period_id }) => billing_period_id)).toEqual(periods.map(({ id }) => id));
  });

  it('told again under the same event, another event or another event type changes nothing', async () => {
    const life = await subscribed();
    expect(await life.tell(renewal)).toBe('applied');
    const before = await state(life);
    for (let n = 0; n < 5; n += 1) {
      expect(await life.tell(renewal)).toBe('duplicate');
      expect(await life.tell(renewal, { id: `evt_again_${life.teamId}_${n}` })).toBe('duplicate');
    }
    expect(await life.tell('invoice.payment_succeeded.subscription_cycle')).toBe('ignored');
    expect(await state(life)).toEqual(before);
  });

  it('told on many connections at once is applied once', async () => {
    const life = await subscribed();
    const others = openConnection(database.url, { max: 8 });
    await openAll(others, 8);
    const { arrive } = createBarrier(8);
    const context = { ...life.context, database: others, onStep: undefined };
    const other: Life = { ...life, context };
    const statuses = await together(8, async (index) => {
      await arrive();
      return tellWith(other, renewal, { id: `evt_race_${life.teamId}_${index}` });
    });
    for (const status of statuses) expect(['applied', 'duplicate', 'retrying']).toContain(status);
    // Whoever had to wait for too long is tried again.
    await drain({ ...context, clock: fixedClock(new Date(Date.now() + 60_000).toISOString()) }, { budgetMs: 5000 });
    const outcomes = await rows(
      database.db,
      sql`select outcome from billing_webhook_events where event_id like ${`evt_race_${life.teamId}_%`} order by outcome`,
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'applied',
      ...Array.from({ length: 7 }, () => 'duplicate'),
    ]);
    expect(await periodsOf(database.db, life.teamId)).toHaveLength(2);
    const granted = sql`select count(*) from credit_ledger_entries where team_id = ${life.teamId} and kind = 'allowance'`;
    expect(await count(database.db, granted)).toBe(2);
  });

  it.each([
    ['another amount', { 'data.object.total': 2901, 'data.object.amount_paid': 2901 }],
    ['another currency', { 'data.object.currency': 'eur' }],
    ['another start', period(october.start + 1, october.end)],
    ['another end', period(october.start, october.end + 1)],
  ])('told again with %s is a conflict and changes nothing', async (_, changes) => {
    const life = await subscribed();
    expect(await life.tell(renewal)).toBe('applied');
    const before = await state(life);
    expect(await life.tell(renewal, { id: `evt_other_${life.teamId}`, ...changes })).toBe('parked');
    expect(await state(life)).toEqual(before);
    expect(await openCasesOf(database.db, life.teamId)).toEqual(['provider_renewal_key_payload_conflict']);
  });

  it('under another key for the same time is a conflict of ranges, not a duplicate', async () => {
    const life = await subscribed();
    expect(await life.tell(renewal)).toBe('applied');
    const before = await state(life);
    expect(await life.tell(renewal, nth(life, 2))).toBe('parked');
    expect(await life.tell(renewal, { ...nth(life, 3), ...period(october.start + 60, october.end) })).toBe('parked');
    expect(await state(life)).toEqual(before);
    expect(await openCasesOf(database.db, life.teamId)).toEqual(['period_range_conflict', 'period_range_conflict']);
  });

  it('that ends before it starts is refused', async () => {
    const life = await subscribed();
    expect(await life.tell(renewal, period(october.end, october.start))).toBe('parked');
    expect(await openCasesOf(database.db, life.teamId)).toEqual(['invalid_provider_billing_period']);
  });

  it.each([
    ['a second later', 1],
    ['a second earlier', -1],
  ])('that starts %s than the paid one ends waits, and is a case after an hour', async (_, offset) => {
    const clock = fixedClock('2026-10-01T12:00:00Z');
    const life = await subscribed({ clock });
    const before = await state(life);
    expect(await life.tell(renewal, period(october.start + offset, october.end + 60))).toBe('waiting');
    clock.set('2026-10-01T13:00:00Z');
    await drain(life.context, { budgetMs: 5000 });
    expect(await state(life)).toEqual(before);
    const [found] = await rows(
      database.db,
      sql`select kind, local, remote from reconciliation_cases where subject like ${'subscription:%'} and state = 'open' and local::text like ${`%${before.subscription?.id}%`}`,
    );
    expect(found).toMatchObject({
      kind: 'renewal_period_is_not_contiguous',
      local: { currentPeriodEnd: '2026-10-01T10:00:00.000000Z' },
      remote: { start: new Date((october.start + offset) * 1000).toISOString().replace('Z', '000Z') },
    });
  });

  it('for a time that lies before what is paid is refused', async () => {
    const life = await subscribed();
    const august = period(seconds('2026-08-01T10:00:00Z'), seconds('2026-09-01T09:00:00Z'));
    expect(await life.tell(renewal, { ...nth(life, 2), ...august })).toBe('waiting');
    expect(await periodsOf(database.db, life.teamId)).toEqual(['first 2026-09-01 2026-10-01']);
  });

  it('that comes before the one it follows waits for it, and is applied by its delivery', async () => {
    const life = await newLife(database.db, 'stripe');
    expect(await life.tell('checkout.session.completed.subscription')).toBe('applied');
    expect(await life.tell(renewal)).toBe('waiting');
    const waiting = await one(
      database.db,
      sql`select error_code from billing_webhook_events where state = 'waiting' and convert_from(raw_body, 'UTF8') like ${`%${life.teamId}%`}`,
    );
    expect(waiting.error_code).toBe('subscription_has_no_current_period');
    expect(await life.tell('invoice.paid.subscription_create')).toBe('applied');
    expect(await periodsOf(database.db, life.teamId)).toEqual([
      'first 2026-09-01 2026-10-01',
      'renewal 2026-10-01 2026-11-01',
    ]);
  });

  it('of a subscription whose team nobody knows yet waits, and grants once the link says it', async () => {
    const life = await newLife(database.db, 'stripe');
    const unnamed = { 'data.object.parent.subscription_details.metadata': {} };
    expect(await life.tell('invoice.paid.subscription_create', unnamed)).toBe('waiting');
    expect(await balanceOf(database.db, life.teamId)).toBe(0);
    expect(await life.tell('checkout.session.completed.subscription')).toBe('applied');
    expect(await balanceOf(database.db, life.teamId)).toBe(1000);
    expect(await periodsOf(database.db, life.teamId)).toEqual(['first 2026-09-01 2026-10-01']);
    expect(await subscriptionOf(database.db, life.teamId)).toMatchObject({ status: 'active', plan: 'pro_monthly' });
    const lots = sql`select count(*) from credit_grants where team_id = ${life.teamId}`;
    expect(await count(database.db, lots)).toBe(1);
  });

  it('of a team that nobody knows is a case after ten minutes', async () => {
    const clock = fixedClock('2026-10-01T12:00:00Z');
    const life = await newLife(database.db, 'stripe', { clock });
    const unnamed = { 'data.object.parent.subscription_details.metadata': {} };
    expect(await life.tell('invoice.paid.subscription_create', unnamed)).toBe('waiting');
    clock.set('2026-10-01T12:10:00Z');
    await drain(life.context, { budgetMs: 5000 });
    const found = await rows(
      database.db,
      sql`select kind from reconciliation_cases where state = 'open' and subject like ${`%Acme${life.scope.padStart(5, '0')}x%`}`,
    );
    expect(found).toEqual([{ kind: 'unknown_team' }]);
    expect(await count(database.db, sql`select count(*) from subscriptions where team_id = ${life.teamId}`)).toBe(0);
  });

  it('neither undoes a cancellation nor changes seats, and a renewal of what is ending is a case', async () => {
    const life = await subscribed();
    const ending = 'customer.subscription.updated.cancel_at_period_end';
    const item = 'data.object.items.data.0';
    expect(
      await life.tell(ending, {
        created: seconds('2026-09-20T10:00:00Z'),
        'data.object.cancel_at': october.start,
        [`${item}.quantity`]: 3,
        [`${item}.current_period_start`]: seconds('2026-09-01T10:00:00Z'),
        [`${item}.current_period_end`]: october.start,
      }),
    ).toBe('applied');
    expect(await life.tell(renewal)).toBe('applied');
    expect(await subscriptionOf(database.db, life.teamId)).toMatchObject({
      cancel_at_period_end: true,
      quantity: 3,
      status: 'active',
    });
    expect(await openCasesOf(database.db, life.teamId)).toEqual(['renewed_while_canceling']);
    expect(await life.tell('customer.subscription.updated.renewed')).toBe('applied');
    expect(await openCasesOf(database.db, life.teamId)).toEqual([]);
  });
});

describe('after the end', () => {
  const ended = { 'data.object.ended_at': seconds('2026-10-01T10:30:00Z'), created: seconds('2026-10-01T10:30:00Z') };
  const paidAt = (time: string) => ({ 'data.object.status_transitions.paid_at': seconds(time) });

  it('what was paid later is kept, moves nothing, and is a case', async () => {
    const life = await subscribed();
    expect(await life.tell('customer.subscription.deleted', ended)).toBe('applied');
    expect(await life.tell(renewal, paidAt('2026-10-01T10:30:01Z'))).toBe('applied');
    expect(await periodsOf(database.db, life.teamId)).toEqual([
      'first 2026-09-01 2026-10-01',
      'after_end 2026-10-01 2026-11-01',
    ]);
    expect(await subscriptionOf(database.db, life.teamId)).toMatchObject({ status: 'canceled', revision: 1 });
    expect(await balanceOf(database.db, life.teamId)).toBe(1000);
    expect(await openCasesOf(database.db, life.teamId)).toEqual(['paid_after_end']);
    const audit = await one(
      database.db,
      sql`select a.details from subscription_transition_audits a join subscriptions s on s.id = a.subscription_id where s.team_id = ${life.teamId} and event_type = 'paid_after_end'`,
    );
    expect(audit.details).toMatchObject({ code: 'renewal_not_allowed_for_subscription_status' });
    expect(await life.tell(renewal, { id: `evt_${life.teamId}`, ...paidAt('2026-10-01T10:30:01Z') })).toBe('duplicate');
  });

  it.each([
    ['the end', ['customer.subscription.deleted', renewal]],
    ['the payment', [renewal, 'customer.subscription.deleted']],
  ])('what was paid before counts and revives nothing, though %s is told first', async (_, names) => {
    const life = await subscribed();
    for (const name of names) {
      const changes = name === renewal ? paidAt('2026-10-01T10:29:59Z') : ended;
      expect(await life.tell(name, changes)).toBe('applied');
    }
    expect(await subscriptionOf(database.db, life.teamId)).toMatchObject({ status: 'canceled', revision: 2 });
    expect(await periodsOf(database.db, life.teamId)).toHaveLength(2);
    expect(await openCasesOf(database.db, life.teamId)).toEqual([]);
  });
});

describe('gaps', () => {
  const december = { start: seconds('2026-12-01T10:00:00Z'), end: seconds('2027-01-01T10:00:00Z') };
  const own = { 'data.object.id': 'sub_1SAcme00000000000000001' };
  const later = (life: Life) => ({ ...nth(life, 4), ...period(december.start, december.end) });

  it('a later period waits until something explains the gap', async () => {
    const life = await subscribed();
    expect(await life.tell(renewal)).toBe('applied');
    expect(await life.tell(renewal, later(life))).toBe('waiting');
    const voided = { ...nth(life, 3), ...period(october.end, december.start) };
    expect(await life.tell('invoice.voided.subscription_cycle', voided)).toBe('applied');
    expect(await periodsOf(database.db, life.teamId)).toEqual([
      'first 2026-09-01 2026-10-01',
      'renewal 2026-10-01 2026-11-01',
      'resumption 2026-12-01 2027-01-01',
    ]);
  });

  it.each([
    ['paused collection', 'customer.subscription.updated.pause_collection'],
    ['a pause', 'customer.subscription.paused'],
    ['an unpaid cycle', 'customer.subscription.updated.unpaid'],
  ])('%s explains it, also when it is told late', async (_, name) => {
    for (const told of [{ isLate: false }, { isLate: true }]) {
      const life = await subscribed();
      expect(await life.tell(renewal)).toBe('applied');
      const paused = () => life.tell(name, { ...own, created: seconds('2026-11-02T10:00:00Z') });
      const resumed = () =>
        life.tell('customer.subscription.resumed', {
          ...own,
          created: december.start,
          'data.object.status': 'active',
          'data.object.pause_collection': null,
        });
      if (!told.isLate) expect(await paused()).toBe('applied');
      expect(await resumed()).toBe('applied');
      expect(await life.tell(renewal, later(life))).toBe(told.isLate ? 'waiting' : 'applied');
      if (told.isLate) expect(await paused()).toBe('stale');
      expect((await periodsOf(database.db, life.teamId)).at(-1)).toBe('resumption 2026-12-01 2027-01-01');
      expect((await subscriptionOf(database.db, life.teamId))?.status).toBe('active');
    }
  });

  it('the skipped cycle that is paid after all fills the gap and moves nothing else', async () => {
    const life = await subscribed();
    expect(await life.tell(renewal)).toBe('applied');
    const skipped = { ...nth(life, 3), ...period(october.end, december.start) };
    expect(await life.tell('invoice.marked_uncollectible.subscription_cycle', skipped)).toBe('applied');
    expect(await life.tell(renewal, later(life))).toBe('applied');
    const before = await subscriptionOf(database.db, life.teamId);
    expect(await life.tell(renewal, { ...skipped, id: `evt_late_${life.teamId}` })).toBe('applied');
    expect(await subscriptionOf(database.db, life.teamId)).toMatchObject({
      current_period_end: before?.current_period_end,
      revision: 4,
    });
    expect(await periodsOf(database.db, life.teamId)).toEqual([
      'first 2026-09-01 2026-10-01',
      'renewal 2026-10-01 2026-11-01',
      'renewal 2026-11-01 2026-12-01',
      'resumption 2026-12-01 2027-01-01',
    ]);
  });
});

describe('a failed payment', () => {
  it('moves no status, is told once, and is superseded by the payment in either order', async () => {
    for (const names of [
      ['invoice.payment_failed.subscription_cycle', 'invoice.paid.subscription_cycle.recovered'],
      ['invoice.paid.subscription_cycle.recovered', 'invoice.payment_failed.subscription_cycle'],
    ]) {
      const life = await subscribed();
      const own = {
        'data.object.id': `in_recovered_${life.teamId}`,
        [`${line}.period`]: october,
      };
      for (const name of names) expect(await life.tell(name, own)).toBe('applied');
      expect(await life.tell('invoice.payment_failed.subscription_cycle', { ...own, id: `evt_${life.teamId}` })).toBe(
        'duplicate',
      );
      expect((await periodsOf(database.db, life.teamId)).at(-1)).toBe('recovery 2026-10-01 2026-11-01');
      expect(await messagesOf(database.db, life.teamId)).toEqual([
        'payment_failed superseded',
        'subscription_renewed pending',
        'subscription_renewed pending',
      ]);
      expect((await subscriptionOf(database.db, life.teamId))?.status).toBe('active');
    }
  });
});

describe('a price that the catalog does not know', () => {
  it('is recorded without credits and is a case; once it is mapped, the same event grants once', async () => {
    const life = await subscribed();
    const price = 'data.object.lines.data.0.pricing.price_details.price';
    const unmapped = { [price]: `price_new_${life.scope}` };
    expect(await life.tell(renewal, unmapped)).toBe('applied');
    expect(await subscriptionOf(database.db, life.teamId)).toMatchObject({ plan: 'pro_monthly', revision: 2 });
    expect(await balanceOf(database.db, life.teamId)).toBe(1000);
    expect(await openCasesOf(database.db, life.teamId)).toEqual(['unknown_price']);
    const catalog = createCatalog(defaultItems, {
      ...testPriceIds,
      stripe: { business_monthly: [`price_new_${life.scope}`] },
    });
    const mapped: Life = { ...life, context: { ...life.context, settings: testSettings({ catalog }) } };
    expect(await tellWith(mapped, renewal, { ...unmapped, id: `evt_mapped_${life.teamId}` })).toBe('applied');
    expect(await tellWith(mapped, renewal, { ...unmapped, id: `evt_again_${life.teamId}` })).toBe('duplicate');
    expect(await balanceOf(database.db, life.teamId)).toBe(5000);
    expect(await openCasesOf(database.db, life.teamId)).toEqual([]);
  });

  it('two known plans on one invoice are for a person', async () => {
    const life = await subscribed();
    const body = JSON.parse(new TextDecoder().decode(life.body(renewal)));
    const [first] = body.data.object.lines.data;
    const second = structuredClone(first);
    second.pricing.price_details.price = 'price_1SBizMonthly0000000001';
    expect(await life.tell(renewal, { 'data.object.lines.data': [first, second] })).toBe('parked');
    expect(await openCasesOf(database.db, life.teamId)).toEqual(['ambiguous_plan']);
    expect(await periodsOf(database.db, life.teamId)).toHaveLength(1);
  });
});

describe('what the database itself refuses', () => {
  it.each([
    ['an empty key', sql`provider_renewal_key = ''`, '23514'],
    ['a period that does not increase', sql`period_end = period_start`, '23514'],
    ['an amount below zero', sql`paid_amount_minor = -1`, '23514'],
    [
      'a key that is taken',
      sql`provider_renewal_key = (select min(p.provider_renewal_key) from subscription_billing_periods p where p.id <> subscription_billing_periods.id)`,
      '23505',
    ],
  ])('%s', async (_, change, code) => {
    const life = await subscribed();
    await life.tell(renewal);
    const query = sql`
      update ${subscriptionBillingPeriods} set ${change}
      where subscription_id = (select id from subscriptions where team_id = ${life.teamId}) and kind = 'renewal'`;
    await expect(database.db.execute(query)).rejects.toMatchObject({ cause: { code } });
  });

  it('an amount of zero is allowed', async () => {
    const life = await subscribed();
    await database.db.execute(sql`
      update ${subscriptionBillingPeriods} set paid_amount_minor = 0
      where subscription_id = (select id from subscriptions where team_id = ${life.teamId})`);
  });

  it('a second transition or message of one renewal, and a second period of one range', async () => {
    const life = await subscribed();
    const again = (table: string, change: string) =>
      database.db.execute(
        sql.raw(`
          insert into ${table}
          select (jsonb_populate_record(null::${table}, to_jsonb(t) || '${change}'::jsonb)).* from ${table} t
          where t.subscription_id = (select id from subscriptions where team_id = '${life.teamId}')
            and ${table === 'subscription_transition_audits' ? "event_type = 'subscription_renewed'" : 'true'}`),
      );
    const refused = { cause: { code: '23505' } };
    await expect(again('subscription_transition_audits', '{"id":"a2"}')).rejects.toMatchObject(refused);
    await expect(again('subscription_outbox', '{"id":"m2","dedup_key":"other"}')).rejects.toMatchObject(refused);
    await expect(
      again('subscription_billing_periods', '{"id":"p2","provider_renewal_key":"other"}'),
    ).rejects.toMatchObject(refused);
  });
});
