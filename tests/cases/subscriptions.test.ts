import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCatalog, defaultItems } from '@/lib/billing/catalog';
import { grantLot } from '@/lib/billing/credits/ledger';
import { spend } from '@/lib/billing/credits/spend';
import { drain } from '@/lib/billing/drain';
import { getAccess } from '@/lib/billing/subscriptions/queries';
import { fixedClock } from '@/lib/clock';
import { testPriceIds, testSettings } from '../support/billing';
import { bursts } from '../support/bursts';
import { request } from '../support/credits';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { type Life, newLife, openCasesOf, periodsOf, subscriptionOf } from '../support/life';
import { balanceOf, count, expectInvariants } from '../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

const seconds = (time: string) => Date.parse(time) / 1000;
const item = 'data.object.items.data.0';
const cycle = 'invoice.paid.subscription_cycle';

/** A team that has paid for September through Stripe; times are told as they come. */
async function subscribed() {
  const clock = fixedClock('2026-09-01T10:00:30Z');
  const life = await newLife(database.db, 'stripe', { clock });
  for (const name of bursts.stripe.first) await life.tell(name);
  let events = 0;
  /** The payload at a time, under an event id of its own. */
  const tellAt = (at: string, name: string, changes: Record<string, unknown> = {}) => {
    clock.set(at);
    events += 1;
    return life.tell(name, { id: `evt_${life.teamId}_${events}`, created: seconds(at), ...changes });
  };
  const payMonth = (start: string, end: string, changes: Record<string, unknown> = {}) =>
    tellAt(start, cycle, {
      'data.object.id': `in_${life.teamId}_${start.slice(0, 7)}`,
      'data.object.lines.data.0.period': { start: seconds(start), end: seconds(end) },
      'data.object.status_transitions.paid_at': seconds(start) + 5,
      ...changes,
    });
  const levelAt = async (at: string) => {
    clock.set(at);
    await drain(life.context, { budgetMs: 60_000 });
    return (await getAccess(life.context, life.teamId)).level;
  };
  return { life, clock, tellAt, payMonth, levelAt };
}

const [october, november, december] = ['2026-10-01T10:00:00Z', '2026-11-01T10:00:00Z', '2026-12-01T10:00:00Z'];
const allowances = ({ teamId }: Life) =>
  count(
    database.db,
    sql`select count(*) from credit_ledger_entries where team_id = ${teamId} and kind = 'allowance' and reason = 'Plan allowance'`,
  );

describe('an upgrade', () => {
  it('adds the difference for the time that is left once, however often the plan goes down and up again', async () => {
    const { life, clock, tellAt, payMonth } = await subscribed();
    await payMonth(october, november);
    await payMonth(november, december);
    await spend(database.db, clock, request(life.teamId, 100));
    expect(await tellAt('2026-11-10T15:30:02Z', 'customer.subscription.updated.plan_change')).toBe('applied');
    expect(await tellAt('2026-11-10T15:30:04Z', 'invoice.paid.subscription_update')).toBe('applied');
    // 4,000 more for 20 days, 18:29:58 of 30: 2,769.4.
    expect(await balanceOf(database.db, life.teamId)).toBe(3669);
    for (let n = 1; n <= 3; n += 1) {
      const at = (hour: number) => `2026-11-${10 + n}T${hour}:00:00Z`;
      const paid = (which: string, time: string) => ({
        'data.object.id': `in_${life.teamId}_${which}_${n}`,
        'data.object.status_transitions.paid_at': seconds(time),
      });
      await tellAt(at(11), 'invoice.paid.subscription_update.downgrade', paid('down', at(11)));
      await tellAt(at(12), 'invoice.paid.subscription_update', paid('up', at(12)));
    }
    expect(await balanceOf(database.db, life.teamId)).toBe(3669);
    for (const reason of ['manual', 'subscription_threshold'])
      expect(
        await tellAt('2026-11-20T12:00:00Z', 'invoice.paid.manual', { 'data.object.billing_reason': reason }),
      ).toMatch(/^(ignored|parked)$/);
    expect(await balanceOf(database.db, life.teamId)).toBe(3669);
    expect(await periodsOf(database.db, life.teamId)).toHaveLength(3);
  });
});

describe('a cancellation at the end of the period', () => {
  const ending = { 'data.object.cancel_at': seconds(october), [`${item}.current_period_end`]: seconds(october) };

  it('leaves everything until then, and nothing after it, though no further event comes', async () => {
    const { life, tellAt, levelAt } = await subscribed();
    expect(await tellAt('2026-09-20T12:00:00Z', 'customer.subscription.updated.cancel_at_period_end', ending)).toBe(
      'applied',
    );
    expect(await levelAt('2026-10-01T09:59:59Z')).toBe('full');
    expect(await levelAt(october)).toBe('none');
    expect(await allowances(life)).toBe(1);
  });

  it('that is taken back leaves the subscription as it was', async () => {
    const { life, tellAt, payMonth, levelAt } = await subscribed();
    await tellAt('2026-09-20T12:00:00Z', 'customer.subscription.updated.cancel_at_period_end', ending);
    expect(await tellAt('2026-09-21T12:00:00Z', 'customer.subscription.updated.uncancel')).toBe('applied');
    expect(await payMonth(october, november)).toBe('applied');
    expect(await levelAt('2026-10-15T00:00:00Z')).toBe('full');
    expect(await allowances(life)).toBe(2);
    expect(await openCasesOf(database.db, life.teamId)).toEqual([]);
  });

  it('is not taken back by an older update, nor is the time that it told', async () => {
    const { life, tellAt } = await subscribed();
    await tellAt('2026-10-05T12:00:00Z', 'customer.subscription.updated.cancel_at_period_end', {
      [`${item}.current_period_end`]: seconds(november),
      'data.object.cancel_at': seconds(november),
    });
    const before = await subscriptionOf(database.db, life.teamId);
    const older = { [`${item}.current_period_end`]: seconds(october), created: seconds('2026-09-05T12:00:00Z') };
    expect(await tellAt('2026-10-06T12:00:00Z', 'customer.subscription.updated.renewed', older)).toBe('stale');
    const { provider_period_end, cancel_at_period_end, cancel_at } = before ?? {};
    expect(await subscriptionOf(database.db, life.teamId)).toMatchObject({
      ...{ provider_period_end, cancel_at_period_end, cancel_at },
    });
    expect(cancel_at_period_end).toBe(true);
    expect(await openCasesOf(database.db, life.teamId)).toEqual([]);
  });
});

describe('a subscription that is unpaid', () => {
  it('is granted what is paid after all, month by month and once, and is active when the provider says so', async () => {
    const { life, tellAt, payMonth, levelAt } = await subscribed();
    await tellAt('2026-10-01T11:00:09Z', 'customer.subscription.updated.past_due');
    expect(await levelAt('2026-10-02T00:00:00Z')).toBe('grace');
    await tellAt('2026-10-20T11:00:09Z', 'customer.subscription.updated.unpaid');
    expect(await levelAt('2026-10-21T00:00:00Z')).toBe('restricted');
    const late = { 'data.object.status_transitions.paid_at': seconds('2026-11-02T08:00:00Z') };
    expect(await payMonth(october, november, late)).toBe('applied');
    expect((await subscriptionOf(database.db, life.teamId))?.status).toBe('unpaid');
    expect(await payMonth(november, december, late)).toBe('applied');
    expect(await allowances(life)).toBe(3);
    expect(await balanceOf(database.db, life.teamId)).toBe(1000);
    expect(await tellAt('2026-11-02T08:00:05Z', 'customer.subscription.updated.recovered')).toBe('applied');
    expect(await levelAt('2026-11-03T00:00:00Z')).toBe('full');
  });
});

describe('credits of a plan', () => {
  it('are moved by no update of the subscription', async () => {
    const { life, clock, tellAt } = await subscribed();
    await spend(database.db, clock, request(life.teamId, 300));
    for (let day = 10; day < 15; day += 1)
      expect(
        await tellAt(`2026-09-${day}T12:00:00Z`, 'customer.subscription.updated.quantity', {
          [`${item}.quantity`]: day,
        }),
      ).toBe('applied');
    expect(await balanceOf(database.db, life.teamId)).toBe(700);
  });

  it('of a year are given month by month, once, however often its payment is told in between', async () => {
    const price = 'price_1SProYearly00000000001';
    const catalog = createCatalog(defaultItems, { ...testPriceIds, stripe: { pro_yearly: [price] } });
    const clock = fixedClock('2027-01-31T10:00:30Z');
    const life = await newLife(database.db, 'stripe', { clock, settings: testSettings({ catalog }) });
    const line = 'data.object.lines.data.0';
    const paid = (id: string) =>
      life.tell('invoice.paid.subscription_create', {
        id: `evt_${life.teamId}_${id}`,
        [`${line}.pricing.price_details.price`]: price,
        [`${line}.period`]: { start: seconds('2027-01-31T10:00:00Z'), end: seconds('2028-01-31T10:00:00Z') },
        'data.object.status_transitions.paid_at': seconds('2027-01-31T10:00:02Z'),
      });
    const lotsAt = async (at: string) => {
      clock.set(at);
      await Promise.all([1, 2].map(() => drain(life.context, { budgetMs: 60_000 })));
      expect([await paid('first'), await paid(at)]).toEqual(['duplicate', 'duplicate']);
      await drain(life.context, { budgetMs: 60_000 });
      return count(database.db, sql`select count(*) from credit_grants where team_id = ${life.teamId}`);
    };
    expect(await paid('first')).toBe('applied');
    expect(await lotsAt('2027-02-28T09:59:59Z')).toBe(1);
    expect(await lotsAt('2027-02-28T10:00:00Z')).toBe(2);
    // Three months in which nobody worked.
    expect(await lotsAt('2027-05-31T10:00:00Z')).toBe(5);
    expect(await balanceOf(database.db, life.teamId)).toBe(1000);
    expect(await lotsAt('2028-01-31T09:59:59Z')).toBe(12);
  });

  it('are renewed and end without touching bought ones, also when a renewal fails', async () => {
    const { life, clock, tellAt, payMonth, levelAt } = await subscribed();
    const { teamId } = life;
    const lot = { credits: 100, sourceType: 'manual', sourceKey: teamId, expiresAt: null } as const;
    const cause = { teamId, idempotencyKey: 'pack', kind: 'grant', reason: 'Pack', ref: null, actor: 'test' } as const;
    await database.db.transaction((tx) => grantLot(tx, lot, { ...cause, at: clock.now() }));
    await spend(database.db, clock, request(teamId, 980));
    expect(await balanceOf(database.db, teamId)).toBe(120);
    expect(await payMonth(october, november)).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(1100);
    const failed = { 'data.object.id': `in_${teamId}_failed` };
    expect(await tellAt('2026-11-01T11:00:09Z', 'invoice.payment_failed.subscription_cycle', failed)).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(1100);
    await tellAt('2026-11-15T11:00:00Z', 'customer.subscription.deleted', {
      'data.object.ended_at': seconds('2026-11-15T11:00:00Z'),
    });
    expect(await levelAt('2026-11-16T00:00:00Z')).toBe('none');
    expect(await balanceOf(database.db, teamId)).toBe(100);
  });
});
