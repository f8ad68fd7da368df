import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expireLots } from '@/lib/billing/credits/expire';
import { hold, release } from '@/lib/billing/credits/hold';
import { grantLot } from '@/lib/billing/credits/ledger';
import { getCredits, listBillingHistory } from '@/lib/billing/credits/queries';
import { spend } from '@/lib/billing/credits/spend';
import { testContext } from '../../../support/billing';
import { request } from '../../../support/credits';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { balanceOf, expectInvariants, one } from '../../../support/state';
import { movementsOf, subscribed } from '../../../support/subscribed';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

const september = { plan: 'pro_monthly', start: '2026-09-01T10:00:00.000000Z', end: '2026-10-01T10:00:00.000000Z' };
const october = { plan: 'pro_monthly', start: september.end, end: '2026-11-01T10:00:00.000000Z' };
const start = '2026-09-01T10:00:00Z';

describe('the allowance of a paid period', () => {
  it('is the credits of its plan, once for each seat', async () => {
    const { teamId, pay } = await subscribed(database.db, { at: start });
    await pay({ ...september, quantity: 3 });
    expect(await balanceOf(database.db, teamId)).toBe(3000);
    expect(
      await one(
        database.db,
        sql`select allowance_high from subscription_billing_periods where subscription_id in
      (select id from subscriptions where team_id = ${teamId})`,
      ),
    ).toEqual({ allowance_high: '3000' });
  });

  it('is a line of the history with its period behind it, and nobody names one that is not theirs', async () => {
    const { teamId, pay, clock, context } = await subscribed(database.db, { at: start });
    const period = await pay(september);
    await spend(database.db, clock, { ...request(teamId, 1), ref: `period:${period.id}` });
    const { entries } = await listBillingHistory(context, { teamId });
    expect(entries.map(({ kind, delta, period: of }) => ({ kind, delta, of: of?.planName ?? null }))).toEqual([
      { kind: 'spend', delta: -1, of: null },
      { kind: 'allowance', delta: 1000, of: 'Pro' },
    ]);
    const { entries: allowances } = await listBillingHistory(context, { teamId, filter: 'allowances' });
    expect(allowances).toHaveLength(1);
  });

  it('lapses when the next one arrives, and bought credits stay', async () => {
    const { teamId, pay, clock, inTransaction } = await subscribed(database.db, { at: start });
    await inTransaction((tx) =>
      grantLot(
        tx,
        { credits: 100, sourceType: 'manual', sourceKey: teamId, expiresAt: null },
        { teamId, idempotencyKey: 'pack', kind: 'grant', reason: 'Pack', ref: null, actor: 'test', at: clock.now() },
      ),
    );
    await pay(september);
    await spend(database.db, clock, request(teamId, 980));
    clock.set(new Date('2026-10-01T10:00:00Z'));
    await pay(october);
    expect(await movementsOf(database.db, teamId)).toEqual([
      'grant 100',
      'allowance 1000',
      'spend -980',
      'expiry -20',
      'allowance 1000',
    ]);
    expect(await balanceOf(database.db, teamId)).toBe(1100);
  });

  it('has no hole while the next one is late, and ends 72 hours after its period', async () => {
    const { teamId, pay, clock, context } = await subscribed(database.db, { at: start });
    await pay(september);
    clock.set(new Date('2026-10-04T09:59:59.999Z'));
    await expireLots(testContext(database.db), clock.now(), 100);
    expect((await getCredits(context, teamId)).available).toBe(1000);
    clock.set(new Date('2026-10-04T10:00:00Z'));
    expect((await getCredits(context, teamId)).available).toBe(0);
    await expireLots(testContext(database.db), clock.now(), 100);
    expect(await balanceOf(database.db, teamId)).toBe(0);
  });

  it('stays where the plan lets it', async () => {
    const { teamId, pay, clock } = await subscribed(database.db, { at: start });
    await pay({ ...september, plan: 'keeper_monthly' });
    await spend(database.db, clock, request(teamId, 50));
    clock.set(new Date('2026-10-01T10:00:00Z'));
    await pay({ ...october, plan: 'keeper_monthly' });
    clock.set(new Date('2027-10-01T10:00:00Z'));
    await expireLots(testContext(database.db), clock.now(), 100);
    expect(await balanceOf(database.db, teamId)).toBe(550);
  });

  it('of a replaced period ends where the new one starts, also where the plan lets credits stay', async () => {
    const { teamId, pay, clock } = await subscribed(database.db, { at: start });
    const replaced = await pay({ ...september, plan: 'keeper_monthly' });
    clock.set(new Date('2026-09-11T10:00:00Z'));
    const yearly = { plan: 'pro_yearly', start: '2026-09-11T10:00:00.000000Z', end: '2027-09-11T10:00:00.000000Z' };
    await pay({ ...yearly, replaces: replaced });
    expect(await movementsOf(database.db, teamId)).toEqual(['allowance 300', 'expiry -300', 'allowance 1000']);
  });

  it.each(['pro_monthly', 'keeper_monthly'])(
    'of %s comes to the same when the period after it was told first',
    async (plan) => {
      const inOrder = await subscribed(database.db, { at: '2026-10-01T10:00:00Z' });
      await inOrder.pay({ ...september, plan });
      await inOrder.pay({ ...october, plan });
      const late = await subscribed(database.db, { at: '2026-10-01T10:00:00Z' });
      await late.pay({ ...october, plan });
      await late.pay({ ...september, plan });
      expect(await balanceOf(database.db, late.teamId)).toBe(await balanceOf(database.db, inOrder.teamId));
    },
  );

  it('of one subscription leaves the credits of another', async () => {
    const first = await subscribed(database.db, { at: start });
    await first.pay(september);
    const second = await subscribed(database.db, { at: start, teamId: first.teamId, isCurrent: false });
    await second.pay(october);
    expect(await balanceOf(database.db, first.teamId)).toBe(2000);
  });

  it('pinned by a hold lapses once the hold lets go', async () => {
    const { teamId, pay, clock } = await subscribed(database.db, { at: start });
    await pay(september);
    clock.set(new Date('2026-10-01T09:59:00Z'));
    const { id } = await hold(database.db, clock, request(teamId, 400));
    await pay(october);
    expect(await balanceOf(database.db, teamId)).toBe(1400);
    await release(database.db, clock, { teamId, holdId: id });
    await expireLots(testContext(database.db), clock.now(), 100);
    expect(await balanceOf(database.db, teamId)).toBe(1000);
  });

  it('pays a debt first', async () => {
    const { teamId, pay, clock, refund } = await subscribed(database.db, { at: start });
    await pay({ ...september, paymentId: `pay_${teamId}` });
    await spend(database.db, clock, request(teamId, 700));
    await refund({ providerPaymentId: `pay_${teamId}` });
    expect(await balanceOf(database.db, teamId)).toBe(-700);
    clock.set(new Date('2026-10-01T10:00:00Z'));
    await pay(october);
    expect(await balanceOf(database.db, teamId)).toBe(300);
  });
});
