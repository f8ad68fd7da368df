import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { grantLot } from '@/lib/billing/credits/ledger';
import { spend } from '@/lib/billing/credits/spend';
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

async function paid(change: { orderPaymentId?: string; amountMinor?: number } = {}) {
  const team = await subscribed(database.db, { at: '2026-09-01T10:00:00Z' });
  const paymentId = `pay_${randomUUID()}`;
  const period = await team.pay({ ...september, paymentId, ...change });
  const left = () =>
    one(
      database.db,
      sql`select status, refunded_minor, refunded_credits from subscription_billing_periods where id = ${period.id}`,
    );
  return { ...team, paymentId, period, left };
}

describe('a refund of a period', () => {
  it('takes its share of the allowance, taxed or not', async () => {
    const { teamId, refund, paymentId, left } = await paid();
    // 1,450 of 2,900 without tax is half of it.
    await refund({ providerPaymentId: paymentId, amountMinor: 1218, totalMinor: 2436 });
    expect(await balanceOf(database.db, teamId)).toBe(500);
    expect(await left()).toEqual({ status: 'partially_refunded', refunded_minor: '1450', refunded_credits: '500' });
  });

  it('waits for its period', async () => {
    const { refund } = await paid();
    expect(await refund({ providerPaymentId: 'pay_later' })).toMatchObject({
      kind: 'waiting',
      code: 'unknown_payment',
      waitingFor: ['payment:sandbox:pay_later'],
    });
  });

  it('takes each part once, however often it is told', async () => {
    const { teamId, refund, paymentId } = await paid();
    const part = { providerPaymentId: paymentId, providerReversalId: `re_${paymentId}`, amountMinor: 1450 };
    expect([(await refund(part)).kind, (await refund(part)).kind]).toEqual(['applied', 'duplicate']);
    expect(await balanceOf(database.db, teamId)).toBe(500);
  });

  it('that was spent goes into debt', async () => {
    const { teamId, refund, paymentId, clock } = await paid();
    await spend(database.db, clock, request(teamId, 900));
    await refund({ providerPaymentId: paymentId });
    expect(await balanceOf(database.db, teamId)).toBe(-900);
  });

  it('of nothing paid takes nothing', async () => {
    const { teamId, refund, paymentId } = await paid({ amountMinor: 0 });
    expect((await refund({ providerPaymentId: paymentId })).kind).toBe('ignored');
    expect(await balanceOf(database.db, teamId)).toBe(1000);
  });

  it.each([
    ['the order first', ['order', 'invoice']],
    ['the invoice first', ['invoice', 'order']],
  ])('told of the order and of the invoice is one refund, %s', async (_, told) => {
    const orderPaymentId = `order:${randomUUID()}`;
    const { teamId, refund, paymentId, left } = await paid({ orderPaymentId });
    for (const which of told) {
      const providerPaymentId = which === 'order' ? orderPaymentId : paymentId;
      const total = { cumulative: true, providerReversalId: `${providerPaymentId}:refunded`, amountMinor: 1450 };
      await refund({ providerPaymentId, ...total });
    }
    expect(await balanceOf(database.db, teamId)).toBe(500);
    expect(await left()).toEqual({ status: 'partially_refunded', refunded_minor: '1450', refunded_credits: '500' });
  });

  it('that failed after it succeeded is given back', async () => {
    const { teamId, refund, paymentId, left } = await paid();
    const part = { providerPaymentId: paymentId, providerReversalId: `re_${paymentId}` };
    await refund(part);
    await refund({ ...part, status: 'failed', occurredAt: '2026-09-11T00:00:00.000000Z' });
    expect(await balanceOf(database.db, teamId)).toBe(1000);
    expect(await left()).toEqual({ status: 'paid', refunded_minor: '0', refunded_credits: '0' });
  });

  it('that failed when the period was over goes back to where it was taken from', async () => {
    const { teamId, refund, paymentId, clock, pay } = await paid();
    clock.set(new Date('2026-10-01T10:00:00Z'));
    await pay(october);
    const part = { providerPaymentId: paymentId, providerReversalId: `re_${paymentId}` };
    await refund(part);
    expect(await balanceOf(database.db, teamId)).toBe(0);
    await refund({ ...part, status: 'failed', occurredAt: '2026-10-11T00:00:00.000000Z' });
    expect(
      await one(
        database.db,
        sql`select remaining from credit_grants where team_id = ${teamId} and expires_at > ${clock.now().toISOString()}::timestamptz`,
      ),
    ).toEqual({ remaining: '1000' });
  });

  it('leaves bought credits while the allowance covers it', async () => {
    const { teamId, refund, paymentId, clock, inTransaction } = await paid();
    await inTransaction((tx) =>
      grantLot(
        tx,
        { credits: 100, sourceType: 'manual', sourceKey: teamId, expiresAt: null },
        { teamId, idempotencyKey: 'pack', kind: 'grant', reason: 'Pack', ref: null, actor: 'test', at: clock.now() },
      ),
    );
    await refund({ providerPaymentId: paymentId });
    expect(await movementsOf(database.db, teamId)).toEqual(['allowance 1000', 'grant 100', 'refund -1000']);
    expect(
      await one(
        database.db,
        sql`select remaining from credit_grants where team_id = ${teamId} and source_type = 'manual'`,
      ),
    ).toEqual({ remaining: '100' });
  });
});
