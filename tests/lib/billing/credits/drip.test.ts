import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dripAllowances } from '@/lib/billing/credits/drip';
import { expireLots } from '@/lib/billing/credits/expire';
import { listBillingHistory } from '@/lib/billing/credits/queries';
import { drain } from '@/lib/billing/drain';
import { testContext } from '../../../support/billing';
import { createTestDatabase, openConnection, type TestDatabase } from '../../../support/database';
import { balanceOf, count, expectInvariants, rows } from '../../../support/state';
import { movementsOf, subscribed } from '../../../support/subscribed';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

const year = { plan: 'pro_yearly', start: '2027-01-31T10:00:00.000000Z', end: '2028-01-31T10:00:00.000000Z' };
const lots = (teamId: string) => count(database.db, sql`select count(*) from credit_grants where team_id = ${teamId}`);

async function yearly() {
  const team = await subscribed(database.db, { at: '2027-01-31T10:00:00Z' });
  const period = await team.pay({ ...year, amountMinor: 29_000, paymentId: `pay_${team.teamId}` });
  const pass = async (at: string) => {
    team.clock.set(new Date(at));
    await dripAllowances(team.context, team.clock.now(), 100);
  };
  return { ...team, period, pass };
}

describe('a yearly plan', () => {
  it('gives its first month when it is paid and each later one when it begins', async () => {
    const { teamId, pass } = await yearly();
    await pass('2027-02-28T09:59:59Z');
    expect(await movementsOf(database.db, teamId)).toEqual(['allowance 1000']);
    await pass('2027-02-28T10:00:00Z');
    await pass('2027-02-28T10:00:00Z');
    expect(await movementsOf(database.db, teamId)).toEqual(['allowance 1000', 'expiry -1000', 'allowance 1000']);
  });

  it('gives every month that an outage missed, each with its own end', async () => {
    const { teamId, period, pass, clock } = await yearly();
    await pass('2027-05-01T12:00:00Z');
    expect(
      await rows(
        database.db,
        sql`select source_key, amount from credit_grants where team_id = ${teamId} order by created_at, id`,
      ),
    ).toEqual([0, 1, 2, 3].map((month) => ({ source_key: `${period.id}:month:${month}`, amount: '1000' })));
    expect(await balanceOf(database.db, teamId)).toBe(1000);
    clock.set(new Date('2027-06-03T10:00:00Z'));
    await expireLots(testContext(database.db), clock.now(), 100);
    expect(await balanceOf(database.db, teamId)).toBe(0);
  });

  it('gives twelve months and no more, of which the first stands for the payment', async () => {
    const { teamId, context, clock } = await yearly();
    for (let month = 0; month < 16; month += 1) {
      clock.advance(30 * 86_400_000);
      await drain(context, { budgetMs: 60_000 });
    }
    expect(await lots(teamId)).toBe(12);
    const { entries } = await listBillingHistory(context, { teamId, filter: 'allowances' });
    expect(entries.map(({ isPaidFor }) => isPaidFor)).toEqual([...Array.from({ length: 11 }, () => false), true]);
  });

  it('gives a month once, however many workers see that it is due', async () => {
    const { teamId, context, clock } = await yearly();
    clock.set(new Date('2027-02-28T10:00:00Z'));
    const workers = [1, 2, 3, 4].map(() => ({ ...context, database: openConnection(database.url) }));
    await Promise.all(workers.map((worker) => dripAllowances(worker, clock.now(), 100)));
    expect(await movementsOf(database.db, teamId)).toEqual(['allowance 1000', 'expiry -1000', 'allowance 1000']);
  });

  it('that was replaced gives the months that had begun, and none after', async () => {
    const { teamId, pay, period, pass, clock } = await yearly();
    clock.set(new Date('2027-03-15T10:00:00Z'));
    const monthly = { plan: 'pro_monthly', start: '2027-03-15T10:00:00.000000Z', end: '2027-04-15T10:00:00.000000Z' };
    await pay({ ...monthly, replaces: period });
    await pass('2027-04-10T10:00:00Z');
    expect(await lots(teamId)).toBe(3);
    await expireLots(testContext(database.db), clock.now(), 100);
    expect(await balanceOf(database.db, teamId)).toBe(1000);
  });

  it('that was refunded by half gives half of each later month', async () => {
    const { teamId, pass, refund } = await yearly();
    await refund({ providerPaymentId: `pay_${teamId}`, amountMinor: 14_500, totalMinor: 29_000 });
    expect(await balanceOf(database.db, teamId)).toBe(500);
    await pass('2027-02-28T10:00:00Z');
    expect(await movementsOf(database.db, teamId)).toEqual([
      'allowance 1000',
      'refund -500',
      'expiry -500',
      'allowance 1000',
      'refund -500',
    ]);
  });

  it('that was refunded takes nothing from the year after it when its last months come late', async () => {
    const { teamId, pay, pass, refund, clock } = await yearly();
    await refund({ providerPaymentId: `pay_${teamId}`, amountMinor: 14_500, totalMinor: 29_000 });
    await pass('2027-11-30T10:00:00Z');
    clock.set(new Date('2028-01-31T10:00:00Z'));
    await pay({ ...year, start: year.end, end: '2029-01-31T10:00:00.000000Z', amountMinor: 29_000 });
    await pass('2028-01-31T10:00:01Z');
    expect(await lots(teamId)).toBe(13);
    await expireLots(testContext(database.db), clock.now(), 100);
    const running = sql`select remaining from credit_grants where team_id = ${teamId} and remaining > 0`;
    expect(await rows(database.db, running)).toEqual([{ remaining: '1000' }]);
  });
});
