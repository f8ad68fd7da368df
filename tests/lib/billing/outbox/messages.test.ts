import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { capture, hold } from '@/lib/billing/credits/hold';
import { spend } from '@/lib/billing/credits/spend';
import { fixedClock, systemClock } from '@/lib/clock';
import { together } from '../../../support/barrier';
import { createIntent, createTeam, send, testContext } from '../../../support/billing';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { type Life, newLife } from '../../../support/life';
import { stripePurchase } from '../../../support/purchases';
import { expectInvariants, rows } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

/** What a team would be told: its messages that are not superseded. */
const toldTo = async (teamId: string) =>
  (
    await rows(
      database.db,
      sql`select event_type from subscription_outbox where team_id = ${teamId} and state <> 'superseded' order by 1`,
    )
  ).map(({ event_type }) => event_type);

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

async function purchase(teamId: string) {
  const checkoutId = await createIntent(database.db, { teamId, provider: 'stripe' });
  return stripePurchase({ checkoutId });
}

describe('a purchase', () => {
  it('is one receipt, with what was paid and given, however often it is told', async () => {
    const teamId = await createTeam(database.db);
    const paid = await purchase(teamId);
    const context = testContext(database.db);
    await together(5, () => send(context, { provider: 'stripe', body: paid.paid() }));
    await send(context, { provider: 'stripe', body: paid.paid() });
    const [message, ...more] = await rows(
      database.db,
      sql`select * from subscription_outbox where team_id = ${teamId}`,
    );
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      ...{ event_type: 'purchase_paid', state: 'pending', dedup_key: `purchase_paid:stripe:${paid.purchaseKey}` },
      payload: {
        ...{ credits: 1000, amountMinor: 4900, currency: 'USD' },
        lines: [{ item: 'pack_1000', quantity: 1 }],
      },
    });
  });

  it('whose transaction is undone leaves no receipt', async () => {
    const teamId = await createTeam(database.db);
    const paid = await purchase(teamId);
    const onStep = (step: string) => {
      if (step === 'worked') throw new Error('stopped');
    };
    await send(testContext(database.db, { onStep }), { provider: 'stripe', body: paid.paid() });
    expect(await toldTo(teamId)).toEqual([]);
  });
});

const cancel = 'customer.subscription.updated.cancel_at_period_end';
const uncancel = 'customer.subscription.updated.uncancel';
const ended = 'customer.subscription.deleted';
const at = (time: string) => Date.parse(time) / 1000;

type Telling = [name: string, changes?: Record<string, unknown>];

/** Tells these snapshots in every order, each to a subscription of its own, and returns what its team is told. */
async function toldInEveryOrder(tellings: readonly Telling[]): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const order of permutations(tellings)) {
    const life = await newLife(database.db, 'stripe');
    for (const [index, [name, changes]] of order.entries())
      await life.tell(name, { ...changes, id: `evt_${life.teamId}_${index}` });
    found.push(await toldTo(life.teamId));
  }
  return found;
}

describe('the end of a subscription', () => {
  it.each<[string, Telling[], string[]]>([
    ['is told when it is scheduled', [['customer.subscription.created'], [cancel]], ['subscription_ending']],
    ['is told no more once it is taken back', [['customer.subscription.created'], [cancel], [uncancel]], []],
    [
      'is told again when it is scheduled again for the same day',
      [[cancel], [uncancel], [cancel, { created: at('2026-11-20T10:00:00Z') }]],
      ['subscription_ending'],
    ],
    ['is told when it has come, and not that it will', [[cancel], [uncancel], [ended]], ['subscription_ended']],
  ])('%s, in every order', async (_, tellings, expected) => {
    const found = await toldInEveryOrder(tellings);
    expect(found.length).toBeGreaterThan(1);
    for (const told of found) expect(told).toEqual(expected);
  });

  it('for another day is told for the new day alone', async () => {
    const later: Telling = [
      cancel,
      { created: at('2026-11-20T10:00:00Z'), 'data.object.cancel_at': at('2027-01-01T10:00:00Z') },
    ];
    for (const told of await toldInEveryOrder([[cancel], later])) expect(told).toEqual(['subscription_ending']);
  });
});

describe('a payment that needs its buyer', () => {
  const failed = 'invoice.payment_failed.subscription_cycle';
  const needed = 'invoice.payment_action_required.subscription_cycle';
  const subscribed = async (): Promise<Life> => {
    const life = await newLife(database.db, 'stripe');
    for (const name of ['checkout.session.completed.subscription', 'customer.subscription.created'])
      await life.tell(name);
    return life;
  };

  it.each([[[failed, needed]], [[needed, failed]]])('is told as that alone: %j', async (names) => {
    const life = await subscribed();
    const own = { 'data.object.id': `in_needed_${life.teamId}` };
    for (const name of names) expect(await life.tell(name, own)).toBe('applied');
    expect(await toldTo(life.teamId)).toEqual(['action_needed']);
  });

  it('that failed alone is told as that', async () => {
    const life = await subscribed();
    expect(await life.tell(failed)).toBe('applied');
    expect(await toldTo(life.teamId)).toEqual(['payment_failed']);
  });
});

describe('credits', () => {
  const job = (teamId: string, credits: number, idempotencyKey: string = randomUUID()) => ({
    ...{ teamId, credits, idempotencyKey, reason: 'Job', lowAt: 100 },
  });
  async function withCredits(): Promise<string> {
    const teamId = await createTeam(database.db);
    await send(testContext(database.db), { provider: 'stripe', body: (await purchase(teamId)).paid() });
    return teamId;
  }
  const lows = async (teamId: string) => (await toldTo(teamId)).filter((type) => type === 'credits_low').length;

  it('that run low are told once for each time that they cross the threshold', async () => {
    const teamId = await withCredits();
    await spend(database.db, systemClock, job(teamId, 900));
    expect(await lows(teamId)).toBe(0);
    const crossing = job(teamId, 1);
    await spend(database.db, systemClock, crossing);
    await spend(database.db, systemClock, crossing);
    await spend(database.db, systemClock, job(teamId, 50));
    expect(await lows(teamId)).toBe(1);
    await send(testContext(database.db), { provider: 'stripe', body: (await purchase(teamId)).paid() });
    await spend(database.db, systemClock, job(teamId, 1000));
    expect(await lows(teamId)).toBe(2);
  });

  it('spent by many at once cross it once', async () => {
    const teamId = await withCredits();
    await together(10, () => spend(database.db, systemClock, job(teamId, 95)));
    expect(await lows(teamId)).toBe(1);
  });

  it('captured from a hold cross it too', async () => {
    const teamId = await withCredits();
    const { id: holdId } = await hold(database.db, systemClock, job(teamId, 950));
    expect(await lows(teamId)).toBe(0);
    await capture(database.db, systemClock, { teamId, holdId, lowAt: 100 });
    expect(await lows(teamId)).toBe(1);
  });

  it('are told of to nobody who set no threshold', async () => {
    const teamId = await withCredits();
    await spend(database.db, systemClock, { ...job(teamId, 999), lowAt: null });
    expect(await lows(teamId)).toBe(0);
  });
});

describe('a case', () => {
  it('is told to the operators once, however often it comes up', async () => {
    const clock = fixedClock('2026-10-01T10:00:00Z');
    const context = testContext(database.db, { clock });
    const teamId = await createTeam(database.db);
    const paid = await purchase(teamId);
    const conflicting = () => paid.paid({ 'data.object.amount_total': 100, 'data.object.amount_subtotal': 100 });
    await send(context, { provider: 'stripe', body: paid.paid() });
    for (let n = 0; n < 3; n += 1) await send(context, { provider: 'stripe', body: conflicting() });
    const cases = await rows(
      database.db,
      sql`select id, kind, occurrences from reconciliation_cases where subject like ${`%${paid.purchaseKey}%`}`,
    );
    expect(cases).toMatchObject([{ kind: 'purchase_payload_conflict', occurrences: 3 }]);
    const messages = await rows(
      database.db,
      sql`select team_id, state, payload from subscription_outbox where dedup_key = ${`case_opened:${cases[0]?.id}`}`,
    );
    expect(messages).toMatchObject([
      { team_id: null, state: 'pending', payload: { kind: 'purchase_payload_conflict', about: teamId } },
    ]);
  });
});
