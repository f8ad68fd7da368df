import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { boughtByLines } from '@/lib/billing/credits/bought';
import { dripAllowances } from '@/lib/billing/credits/drip';
import { expireLots } from '@/lib/billing/credits/expire';
import { recordProration } from '@/lib/billing/credits/proration';
import { spend } from '@/lib/billing/credits/spend';
import type { ProrationPaid } from '@/lib/billing/events';
import { insertAudits } from '@/lib/billing/subscriptions/audits';
import { getAccess } from '@/lib/billing/subscriptions/queries';
import { lockSubscriptionById, updateSubscription } from '@/lib/billing/subscriptions/store';
import { testContext } from '../../../support/billing';
import { request } from '../../../support/credits';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { balanceOf, expectInvariants, one, rows } from '../../../support/state';
import { movementsOf, planCatalog, subscribed } from '../../../support/subscribed';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

const september = { plan: 'pro_monthly', start: '2026-09-01T00:00:00.000000Z', end: '2026-10-01T00:00:00.000000Z' };
const year = { plan: 'pro_yearly', start: '2026-09-01T00:00:00.000000Z', end: '2027-09-01T00:00:00.000000Z' };
const price = (plan: string) => `sandbox_${plan}`;
const line = (plan: string, amountMinor: number, quantity = 1) => ({
  providerPriceId: price(plan),
  quantity,
  amountMinor,
});
const upgrade = [line('pro_monthly', -1450), line('business_monthly', 3950)];
const downgrade = [line('business_monthly', -3950), line('pro_monthly', 1450)];

async function team(period = september, quantity = 1) {
  const subscribedTeam = await subscribed(database.db, { at: '2026-09-01T00:00:00Z', plan: period.plan });
  await subscribedTeam.pay({ ...period, quantity, amountMinor: 29_000, paymentId: `pay_${subscribedTeam.teamId}` });
  const { inTransaction, applying, subscription } = subscribedTeam;
  const change = (told: Partial<ProrationPaid>) =>
    inTransaction(async (tx) => {
      const event: ProrationPaid = {
        ...{ kind: 'proration_paid', occurredAt: '2026-09-16T00:00:00.000000Z', paidAt: '2026-09-16T00:00:00.000000Z' },
        ...{ providerSubscriptionId: subscription.providerSubscriptionId, prorationKey: `in_${randomUUID()}` },
        buyer: {
          ...{ checkoutId: null, providerCheckoutId: null, providerCustomerId: null },
          ...{ providerSubscriptionId: subscription.providerSubscriptionId, claimedTeamId: null },
        },
        ...{ providerPaymentId: null, lines: upgrade },
        price: {
          ...{ currency: 'USD', subtotalMinor: 2500, discountMinor: 0, taxMinor: 0, amountMinor: 2500 },
          listedMinor: 2500,
        },
        ...told,
      };
      return recordProration(tx, applying(), event, await lockSubscriptionById(tx, subscription.id));
    });
  return { ...subscribedTeam, change };
}

describe('a paid upgrade', () => {
  it('adds the difference for the time that is left, in the lot of its period', async () => {
    const { teamId, change } = await team();
    expect(await change({})).toMatchObject({ kind: 'applied', details: { credits: 2000 } });
    expect(await movementsOf(database.db, teamId)).toEqual(['allowance 1000', 'allowance 2000']);
    expect(await one(database.db, sql`select amount, remaining from credit_grants where team_id = ${teamId}`)).toEqual({
      amount: '3000',
      remaining: '3000',
    });
  });

  it('says from which plan to which, also after another one within the period', async () => {
    const { teamId, change } = await team();
    await change({
      lines: [line('pro_monthly', -2000, 1), line('pro_monthly', 4000, 2)],
      paidAt: '2026-09-11T00:00:00.000000Z',
    });
    await change({ lines: [line('pro_monthly', -2000, 2), line('business_monthly', 4000, 2)] });
    const told = await rows(
      database.db,
      sql`select reason from credit_ledger_entries where team_id = ${teamId} order by sequence`,
    );
    expect(told.map(({ reason }) => reason)).toEqual([
      'Plan allowance',
      'Upgrade from Pro to Pro × 2',
      'Upgrade from Pro × 2 to Business × 2',
    ]);
    const audits = await rows(
      database.db,
      sql`select a.before, a.after from subscription_transition_audits a join subscriptions s on s.id = a.subscription_id
        where s.team_id = ${teamId} and a.event_type = 'plan_change_paid' order by a.occurred_at`,
    );
    expect(audits).toEqual([
      { before: { plan: 'pro_monthly', quantity: 1 }, after: { plan: 'pro_monthly', quantity: 2 } },
      { before: { plan: 'pro_monthly', quantity: 2 }, after: { plan: 'business_monthly', quantity: 2 } },
    ]);
  });

  it('is in use until its period ends, though a smaller plan is told for the next one, or until money is given back', async () => {
    const { teamId, context, clock, change } = await team();
    await change({});
    const planAt = async (day: string) => {
      clock.set(new Date(`${day}T12:00:00Z`));
      return (await getAccess(context, teamId)).plan;
    };
    expect(await planAt('2026-09-16')).toBe('business_monthly');
    expect(await planAt('2026-10-01')).toBe('pro_monthly');
    const credited = { currency: 'USD', subtotalMinor: -2500, discountMinor: 0, taxMinor: 0, amountMinor: -2500 };
    const price = { ...credited, listedMinor: -2500 };
    await change({ lines: downgrade, price, paidAt: '2026-09-20T00:00:00.000000Z' });
    expect(await planAt('2026-09-20')).toBe('pro_monthly');
    const past = await Promise.all(
      ['15', '18', '20'].map(async (day) => getAccess(context, teamId, new Date(`2026-09-${day}T06:00:00Z`))),
    );
    expect(past.map(({ plan }) => plan)).toEqual(['pro_monthly', 'business_monthly', 'pro_monthly']);
  });

  it('stays in use behind changes that come down to nothing', async () => {
    const { teamId, context, clock, change } = await team();
    await change({});
    const lines = [line('business_monthly', -3000), line('business_monthly', 3000)];
    const free = { currency: 'USD', subtotalMinor: 0, discountMinor: 0, taxMinor: 0, amountMinor: 0, listedMinor: 0 };
    await change({ lines, price: free, paidAt: '2026-09-18T00:00:00.000000Z' });
    clock.set(new Date('2026-09-20T00:00:00Z'));
    expect((await getAccess(context, teamId)).plan).toBe('business_monthly');
    expect((await getAccess(context, teamId, new Date('2026-09-19T00:00:00Z'))).plan).toBe('business_monthly');
  });

  it('is counted once, and another amount under its key is a conflict', async () => {
    const { teamId, change } = await team();
    await change({ prorationKey: 'in_once' });
    expect((await change({ prorationKey: 'in_once' })).kind).toBe('duplicate');
    const other = { currency: 'USD', subtotalMinor: 1, discountMinor: 0, taxMinor: 0, amountMinor: 1, listedMinor: 1 };
    expect(await change({ prorationKey: 'in_once', price: other })).toMatchObject({
      kind: 'parked',
      finding: { kind: 'purchase_payload_conflict' },
    });
    expect(await balanceOf(database.db, teamId)).toBe(3000);
  });

  it('down and up again within one period adds nothing more', async () => {
    const { teamId, change } = await team();
    await change({});
    await change({ lines: downgrade, paidAt: '2026-09-18T00:00:00.000000Z' });
    await change({ paidAt: '2026-09-20T00:00:00.000000Z' });
    expect(await balanceOf(database.db, teamId)).toBe(3000);
  });

  it.each([[[0, 1]], [[1, 0]]])('of seats and of the plan add up alike, told in order %j', async (order) => {
    const { teamId, change } = await team();
    const seats = {
      lines: [line('pro_monthly', -2000, 1), line('pro_monthly', 4000, 2)],
      paidAt: '2026-09-11T00:00:00.000000Z',
    };
    const plan = {
      lines: [line('pro_monthly', -2000, 2), line('business_monthly', 4000, 2)],
      paidAt: '2026-09-21T00:00:00.000000Z',
    };
    for (const index of order) await change([seats, plan][index] ?? {});
    expect(await balanceOf(database.db, teamId)).toBe(1000 + 666 + 2666);
    expect(
      await one(
        database.db,
        sql`select allowance_high from subscription_billing_periods p
        join subscriptions s on s.id = p.subscription_id where s.team_id = ${teamId}`,
      ),
    ).toEqual({ allowance_high: '10000' });
  });

  it('pays a debt first', async () => {
    const { teamId, change, refund, clock } = await team();
    await spend(database.db, clock, request(teamId, 1000));
    await refund({ providerPaymentId: `pay_${teamId}`, amountMinor: 29_000, totalMinor: 29_000 });
    expect(await balanceOf(database.db, teamId)).toBe(-1000);
    await change({});
    // What a full refund leaves of the larger allowance is nothing as well.
    expect(await balanceOf(database.db, teamId)).toBe(-1000);
  });

  it('that is told after the next period, of credits that were spent, is over as if it had been told before', async () => {
    const { teamId, change, pay, clock } = await team();
    await spend(database.db, clock, request(teamId, 1000));
    clock.set('2026-10-01T00:00:00Z');
    await pay({ ...september, start: september.end, end: '2026-11-01T00:00:00.000000Z' });
    expect(await change({})).toMatchObject({ kind: 'applied', details: { credits: 2000 } });
    await expireLots(testContext(database.db), clock.now(), 10);
    expect(await balanceOf(database.db, teamId)).toBe(1000);
  });

  it('for which nothing was paid, because more was credited than charged, adds nothing', async () => {
    const { teamId, change } = await team();
    const free = { currency: 'USD', subtotalMinor: 0, discountMinor: 0, taxMinor: 0, amountMinor: 0, listedMinor: 0 };
    expect(await change({ price: free })).toMatchObject({ kind: 'applied', details: { credits: 0 } });
    expect(await balanceOf(database.db, teamId)).toBe(1000);
    expect(await change({ price: { ...free, discountMinor: 2500 } })).toMatchObject({ details: { credits: 2000 } });
  });

  it('waits for the period that it was paid in', async () => {
    const { change } = await team();
    expect(await change({ paidAt: '2026-10-01T00:00:00.000000Z' })).toMatchObject({
      kind: 'waiting',
      code: 'subscription_has_no_current_period',
    });
  });

  it('to a price that the catalog does not know is parked with its amount', async () => {
    const { change } = await team();
    const lines = [{ providerPriceId: 'price_new', quantity: 1, amountMinor: 2500 }];
    expect(await change({ lines })).toMatchObject({
      kind: 'parked',
      finding: { kind: 'unknown_price', remote: { amountMinor: 2500, currency: 'USD' } },
    });
  });

  it('of a yearly plan enlarges the running month and every later one', async () => {
    const { teamId, change, context, clock } = await team(year);
    await change({ lines: [line('pro_yearly', -100, 1), line('pro_yearly', 200, 2)] });
    expect(await balanceOf(database.db, teamId)).toBe(1500);
    clock.set(new Date('2026-10-01T00:00:00Z'));
    await dripAllowances(context, clock.now(), 100);
    expect(await balanceOf(database.db, teamId)).toBe(2000);
  });

  it('of a yearly plan that is told late comes to the same', async () => {
    const { teamId, change, context, clock } = await team(year);
    clock.set(new Date('2026-10-01T00:00:00Z'));
    await dripAllowances(context, clock.now(), 100);
    await change({ lines: [line('pro_yearly', -100, 1), line('pro_yearly', 200, 2)] });
    const lots = await database.db.execute(
      sql`select amount from credit_grants where team_id = ${teamId} order by source_key`,
    );
    expect([...lots]).toEqual([{ amount: '1500' }, { amount: '2000' }]);
  });
});

describe('an invoice for a change that has no lines', () => {
  it('waits for the snapshot of the change, and goes by it', async () => {
    const { teamId, change, inTransaction, applying, subscription, clock } = await team();
    expect(await change({ lines: [] })).toMatchObject({ kind: 'waiting', code: 'needs_provider_lookup' });
    await inTransaction(async (tx) => {
      await updateSubscription(tx, subscription.id, { plan: 'business_monthly' }, clock.now());
      await insertAudits(tx, applying(), [
        { subscriptionId: subscription.id, eventType: 'plan_changed', occurredAt: '2026-09-15T23:59:55.000000Z' },
      ]);
    });
    expect(await change({ lines: [] })).toMatchObject({ kind: 'applied', details: { credits: 2000 } });
    expect(await balanceOf(database.db, teamId)).toBe(3000);
  });
});

describe('the lines of a change', () => {
  const known = (plan: string, creditsPerMonth: number) => ({ kind: 'plan', plan, quantity: 1, creditsPerMonth });

  it.each([
    ['lead to the plan that is charged', upgrade, known('business_monthly', 5000)],
    ['lead to the last of several plans', [...upgrade, ...downgrade], { kind: 'nothing' }],
    [
      'lead over a plan on the way',
      [...upgrade, line('business_monthly', -3900), line('pro_yearly', 20_000)],
      known('pro_yearly', 1000),
    ],
    [
      'lead to two plans at once',
      [line('pro_monthly', 10), line('business_monthly', 10)],
      { kind: 'ambiguous', plans: ['pro_monthly', 'business_monthly'] },
    ],
    [
      'lead to what stands beside an add-on',
      [{ ...line('pro_monthly', 10), providerPriceId: 'x' }, line('pro_yearly', 1)],
      known('pro_yearly', 1000),
    ],
  ])('%s', (_, lines, bought) => {
    expect(boughtByLines(planCatalog, 'sandbox', lines)).toEqual(bought);
  });
});
