import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { renewalClocks } from '@/db/schema';
import { createCatalog } from '@/lib/billing/catalog';
import { findClock } from '@/lib/billing/renewals/clocks';
import { emptyPayloads } from '@/lib/billing/renewals/operations';
import { restartClock } from '@/lib/billing/renewals/restart';
import { nextDueAt, simulateClock } from '@/lib/billing/renewals/simulate';
import { sweepClocks } from '@/lib/billing/renewals/sweep';
import { tickDue } from '@/lib/billing/renewals/tick';
import { exportEvents } from '@/lib/billing/retention/export';
import { prune } from '@/lib/billing/retention/prune';
import { seedClocks } from '@/scripts/bench/renewals/seed';
import { testItems } from '../../../support/catalog';
import { createTestDatabase, openConnection, type TestDatabase } from '../../../support/database';
import { endAll, lost, newRenewing, type Renewing } from '../../../support/renewing';
import { expectInvariants, one, rows } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  await expectInvariants(database.db);
  await endAll(database.db);
});

const clockOf = (subscriptionId: string) => findClock(database.db, subscriptionId);
const withoutPlans = (renewing: Renewing) => {
  const catalog = createCatalog(
    testItems.filter(({ kind }) => kind === 'pack'),
    {},
  );
  return { ...renewing.context, settings: { ...renewing.context.settings, catalog } };
};

describe('the tick', () => {
  it('registers a cycle that is due and moves the clock on by exactly one interval from the nominal time', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    expect((await clockOf(id))?.nextDueAt).toBe('2027-02-28T14:02:10.000000Z');
    renewing.clock.set('2027-02-28T14:02:09Z');
    expect(await renewing.tick()).toBe(0);
    // Ten hours late.
    renewing.clock.set('2027-03-01T00:00:00Z');
    expect(await renewing.tick()).toBe(1);
    expect(await clockOf(id)).toMatchObject({ nextCycleNo: 2, nextDueAt: '2027-03-31T14:02:10.000000Z' });
    const [, second] = await renewing.operations();
    expect(second).toMatchObject({ id: `charge:${id}:1`, state: 'pending' });
    expect(second?.payload).toMatchObject({
      ...{ item: 'pro_monthly', quantity: 1, amountMinor: 2900, currency: 'USD' },
      ...{ periodStart: '2027-02-28T14:02:10.000000Z', periodEnd: '2027-03-31T14:02:10.000000Z' },
    });
    expect(await renewing.audits('charge_registered')).toHaveLength(2);
  });

  it('goes on while the provider answers nothing', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    renewing.till.answers.push(lost, lost);
    await renewing.comeTo('2027-02-28T14:02:10Z');
    expect((await renewing.operations()).at(-1)?.state).not.toBe('succeeded');
    expect((await clockOf(id))?.nextDueAt).toBe('2027-03-31T14:02:10.000000Z');
  });

  it('has a year of cycles, each paid once and joined to the one before', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    for (let n = 0; n < 12; n += 1) await renewing.comeTo((await clockOf(id))?.nextDueAt ?? '');
    const periods = await rows(
      database.db,
      sql`select period_start = lag(period_end) over (order by period_start) as joins, kind from subscription_billing_periods
        where subscription_id = ${id} order by period_start`,
    );
    expect(periods.map(({ kind }) => kind)).toEqual(['first', ...Array(12).fill('renewal')]);
    expect(periods.slice(1).every(({ joins }) => joins === true)).toBe(true);
    expect(renewing.till.made).toHaveLength(13);
    expect((await clockOf(id))?.nextDueAt).toBe('2028-02-29T14:02:10.000000Z');
  });

  it.each([20, 200])('makes one operation of a cycle that %i ticks want at once', async (ticks) => {
    const renewing = await newRenewing(database.db);
    await renewing.begin();
    renewing.clock.set('2027-02-28T15:00:00Z');
    await Promise.all(Array.from({ length: ticks }, () => renewing.tick()));
    expect(await renewing.operations()).toHaveLength(2);
    expect(await renewing.audits('charge_registered')).toHaveLength(2);
  });

  it('shares a hundred clocks that are due between workers without doing one twice', async () => {
    const { context, clock, pass } = await newRenewing(database.db);
    await seedClocks(database.db, { count: 100, dueAt: '2027-02-28T14:02:10Z' });
    clock.set('2027-02-28T15:00:00Z');
    const worker = () => tickDue({ ...context, database: openConnection(database.url, { max: 1 }) }, pass);
    const done = await Promise.all([worker(), worker(), worker(), worker()]);
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(100);
    const made = sql`select count(*)::int as n, count(distinct subscription_id)::int as clocks from charge_operations
      where state = 'pending' and cycle_no = 1`;
    expect(await one(database.db, made)).toEqual({ n: 100, clocks: 100 });
  });

  it.each(['tick_locked', 'tick_registered', 'tick_moved'] as const)(
    'that breaks off at %s has registered no cycle and moved no clock, and the next one does both',
    async (step) => {
      const renewing = await newRenewing(database.db);
      const { id } = await renewing.begin();
      renewing.clock.set('2027-02-28T14:02:10Z');
      const onStep = (reached: string) => {
        if (reached === step) throw new Error('The power went.');
      };
      await tickDue({ ...renewing.context, onStep }, { ...renewing.pass, limit: 1 });
      expect(await renewing.operations()).toHaveLength(1);
      expect(await renewing.audits('charge_registered')).toHaveLength(1);
      expect(await clockOf(id)).toMatchObject({ nextCycleNo: 1, nextDueAt: '2027-02-28T14:02:10.000000Z' });
      renewing.clock.advance(60_000);
      await renewing.tick();
      expect(await renewing.operations()).toHaveLength(2);
      expect(await clockOf(id)).toMatchObject({ nextCycleNo: 2, nextDueAt: '2027-03-31T14:02:10.000000Z' });
    },
  );

  it('finds an operation that was registered before, and does not change it', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    await renewing.comeTo('2027-02-28T14:02:10Z');
    await database.db
      .update(renewalClocks)
      .set({ nextCycleNo: 1, nextDueAt: '2027-02-28T14:02:10.000000Z', nextRunAt: renewing.clock.now() })
      .where(eq(renewalClocks.subscriptionId, id));
    await renewing.tick();
    expect(await renewing.operations()).toHaveLength(2);
    expect(await renewing.audits('charge_registered')).toHaveLength(2);
    expect(await renewing.cases()).toEqual([]);
    expect((await clockOf(id))?.nextCycleNo).toBe(2);
  });

  it('opens a case for an operation that was registered with another price, and the first price stands', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    await renewing.comeTo('2027-02-28T14:02:10Z');
    const back = { nextCycleNo: 1, nextDueAt: '2027-02-28T14:02:10.000000Z', nextRunAt: renewing.clock.now() };
    await database.db
      .update(renewalClocks)
      .set({ ...back, quantity: 3 })
      .where(eq(renewalClocks.subscriptionId, id));
    await renewing.tick();
    expect((await renewing.operations()).at(-1)?.payload).toMatchObject({ amountMinor: 2900 });
    expect(await renewing.cases()).toMatchObject([{ kind: 'charge_operation_conflict', subject: `charge:${id}:1` }]);
  });

  it('keeps what an operation charges for, whatever changes after it was registered', async () => {
    const renewing = await newRenewing(database.db);
    await renewing.begin();
    renewing.clock.set('2027-02-28T14:02:10Z');
    await renewing.tick();
    const dearer = createCatalog(
      testItems.map((item) => ({ ...item, amountMinor: item.amountMinor * 2 })),
      {},
    );
    renewing.context.settings = { ...renewing.context.settings, catalog: dearer };
    await renewing.charge();
    expect(renewing.till.made.at(-1)?.amountMinor).toBe(2900);
  });
});

describe('cycles that were missed', () => {
  const late = async (catchUp: 'latest_only' | 'all' | 'skip') => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    const { settings } = renewing.context;
    renewing.context.settings = { ...settings, renewals: { ...settings.renewals, catchUp } };
    await renewing.comeTo('2027-05-10T00:00:00Z');
    await renewing.charge();
    const states = (await renewing.operations()).map(({ state }) => state);
    return { renewing, id, states };
  };

  it('are one charge for the cycle that contains now, and one case for the rest', async () => {
    const { renewing, id, states } = await late('latest_only');
    expect(states).toEqual(['succeeded', 'skipped', 'skipped', 'succeeded']);
    expect(renewing.till.made).toHaveLength(2);
    expect(await renewing.cases()).toMatchObject([{ kind: 'renewal_cycles_skipped', state: 'open' }]);
    expect((await clockOf(id))?.nextDueAt).toBe('2027-05-31T14:02:10.000000Z');
    const last = sql`select kind, period_start from subscription_billing_periods where subscription_id = ${id}
      order by period_start desc limit 1`;
    expect(await one(database.db, last)).toMatchObject({ kind: 'resumption' });
    expect(await renewing.audits('period_voided')).toHaveLength(2);
  });

  it('are all charged, the oldest first, where that is the setting', async () => {
    const { renewing, states } = await late('all');
    expect(states).toEqual(['succeeded', 'succeeded', 'succeeded', 'succeeded']);
    expect(renewing.till.made).toHaveLength(4);
    expect(await renewing.cases()).toEqual([]);
  });

  it('are not charged at all where that is the setting, and the next one is', async () => {
    const { renewing, states } = await late('skip');
    expect(states).toEqual(['succeeded', 'skipped', 'skipped', 'skipped']);
    await renewing.comeTo('2027-05-31T14:02:10Z');
    expect((await renewing.operations()).at(-1)).toMatchObject({ cycle_no: 4, state: 'succeeded' });
  });
});

describe('a clock whose tick fails', () => {
  it('backs off, then halts with a case, and goes on from the same cycle once it is started again', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    const broken = withoutPlans(renewing);
    renewing.clock.set('2027-02-28T14:02:10Z');
    await tickDue(broken, { isTimeLeft: () => true, limit: 1 });
    expect(await clockOf(id)).toMatchObject({ state: 'running', failures: 1, errorCode: 'unknown_item' });
    expect((await clockOf(id))?.nextRunAt).toEqual(new Date('2027-02-28T14:03:10Z'));
    for (let n = 1; n < 10; n += 1) {
      renewing.clock.set((await clockOf(id))?.nextRunAt ?? expect.unreachable());
      await tickDue(broken, { isTimeLeft: () => true, limit: 1 });
    }
    expect(await clockOf(id)).toMatchObject({ state: 'halted', nextRunAt: null, nextCycleNo: 1, failures: 10 });
    expect(await renewing.cases()).toMatchObject([{ kind: 'renewal_clock_halted', state: 'open' }]);
    expect(await renewing.audits('clock_halted')).toHaveLength(1);
    await restartClock(renewing.context, { subscriptionId: id, operatorId: 'operator_1' });
    await renewing.tick();
    expect(await clockOf(id)).toMatchObject({ state: 'running', nextCycleNo: 2, failures: 0, errorCode: null });
    expect(await renewing.cases()).toMatchObject([{ kind: 'renewal_clock_halted', state: 'closed' }]);
  });

  it('holds up no other', async () => {
    const broken = await newRenewing(database.db);
    const sound = await newRenewing(database.db);
    const { id } = await broken.begin();
    await sound.begin();
    await database.db.update(renewalClocks).set({ item: 'gone' }).where(eq(renewalClocks.subscriptionId, id));
    sound.clock.set('2027-02-28T14:02:10Z');
    expect(await sound.tick()).toBe(2);
    expect(await sound.operations()).toHaveLength(2);
    expect(await broken.operations()).toHaveLength(1);
  });
});

describe('the sweeper', () => {
  const sweep = ({ context, clock }: Renewing) => {
    clock.advance(61_000);
    return sweepClocks(context, { isTimeLeft: () => true, limit: 100 });
  };

  it('starts a clock again that stopped under a live subscription, with a case', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    const stopped = { state: 'stopped', stateReason: 'by hand', nextRunAt: null } as const;
    await database.db.update(renewalClocks).set(stopped).where(eq(renewalClocks.subscriptionId, id));
    await sweep(renewing);
    expect(await clockOf(id)).toMatchObject({ state: 'running', nextCycleNo: 1 });
    expect(await renewing.cases()).toMatchObject([{ kind: 'renewal_clock_missing' }]);
  });

  it('makes a clock again that is gone, on the same anchor and behind the last cycle', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    await renewing.comeTo('2027-02-28T14:02:10Z');
    const before = await clockOf(id);
    await database.db.delete(renewalClocks).where(eq(renewalClocks.subscriptionId, id));
    await sweep(renewing);
    const { anchor, nextCycleNo, nextDueAt: due, nextRunAt, item } = before ?? expect.unreachable();
    expect(await clockOf(id)).toMatchObject({ anchor, nextCycleNo, nextDueAt: due, nextRunAt, item, state: 'running' });
  });

  it('leaves alone what runs, what is halted, and what has ended', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    const halted = { state: 'halted', stateReason: 'tick_failed', nextRunAt: null } as const;
    await database.db.update(renewalClocks).set(halted).where(eq(renewalClocks.subscriptionId, id));
    await sweep(renewing);
    expect((await clockOf(id))?.state).toBe('halted');
    expect(await renewing.cases()).toEqual([]);
  });
});

describe('made-up time', () => {
  it('runs one subscription through months that the others do not see', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    await simulateClock(renewing.context, { teamId: renewing.teamId, subscriptionId: id });
    expect(await nextDueAt(database.db, id)).toEqual(new Date('2027-02-28T14:02:10Z'));
    renewing.clock.set('2027-02-28T14:02:10Z');
    expect(await renewing.tick()).toBe(0);
    expect(await tickDue(renewing.context, renewing.pass, { subscriptionId: id })).toBe(1);
    expect(await renewing.charge()).toBe(0);
  });
});

describe('what was charged long ago', () => {
  it('is forgotten after 400 days once it was exported, and is still charged only once', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    await renewing.comeTo('2027-02-28T14:02:10Z');
    const payloads = async () => (await renewing.operations()).map(({ payload }) => payload !== null);
    renewing.clock.set('2028-05-01T00:00:00Z');
    await database.db.execute(sql`truncate retention_watermarks`);
    await prune(renewing.context, renewing.pass);
    expect(await payloads()).toEqual([true, true]);
    const lines: string[] = [];
    const write = async (line: string) => void lines.push(line);
    await exportEvents(renewing.context, { write, finish: async () => {} });
    const exported = lines.flatMap(
      (line) => z.object({ operation_id: z.string() }).safeParse(JSON.parse(line)).data ?? [],
    );
    expect(exported.map(({ operation_id }) => operation_id)).toEqual(
      expect.arrayContaining([`charge:${id}:0`, `charge:${id}:1`]),
    );
    await prune(renewing.context, renewing.pass);
    expect(await payloads()).toEqual([false, false]);
    // The same occurrence again.
    await database.db
      .update(renewalClocks)
      .set({ nextCycleNo: 1, nextDueAt: '2027-02-28T14:02:10.000000Z', nextRunAt: renewing.clock.now() })
      .where(eq(renewalClocks.subscriptionId, id));
    await renewing.tick();
    await renewing.charge();
    expect(renewing.till.sent.filter((key) => key === `charge:${id}:1:t1`)).toHaveLength(1);
    expect((await renewing.operations())[1]).toMatchObject({ state: 'succeeded', payload: null });
  });

  it('is kept while it is open, or is owed back', async () => {
    const renewing = await newRenewing(database.db);
    await renewing.begin();
    renewing.till.losing = 1;
    await renewing.comeTo('2027-02-28T14:02:10Z');
    await database.db.execute(sql`update charge_operations set refund_due_at = now()
      where team_id = ${renewing.teamId} and cycle_no = 0`);
    const at = { before: new Date('2030-01-01'), exportedUntil: new Date('2030-01-01'), limit: 1000 };
    await emptyPayloads(database.db, at);
    expect((await renewing.operations()).map(({ payload }) => payload !== null)).toEqual([true, true]);
  });
});

describe('whose clock it is', () => {
  it('is the provider’s or ours, never both', async () => {
    const renewing = await newRenewing(database.db);
    const { id, providerSubscriptionId } = await renewing.begin();
    const broken = [
      sql`update subscriptions set clock_owner = 'provider', provider_subscription_id = 'sub_1' where id = ${id}`,
      sql`update subscriptions set provider_subscription_id = 'sub_1' where id = ${id}`,
      sql`update subscriptions set snapshot_occurred_at = now() where id = ${id}`,
      sql`update renewal_clocks set clock_owner = 'provider' where subscription_id = ${id}`,
      sql`insert into subscriptions (id, team_id, provider, provider_subscription_id, status)
        values ('sub_x', ${renewing.teamId}, 'sandbox', 'own_x', 'active')`,
    ];
    for (const statement of broken) await expect(database.db.execute(statement)).rejects.toThrow();
    expect(providerSubscriptionId).toMatch(/^own_/);
  });
});
