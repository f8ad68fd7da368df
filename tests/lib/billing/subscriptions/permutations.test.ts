import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, Transaction } from '@/db/client';
import { together } from '../../../support/barrier';
import { send } from '../../../support/billing';
import { bursts, ownIds } from '../../../support/bursts';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { readFixture } from '../../../support/fixtures';
import { type Life, newLife } from '../../../support/life';
import { expectAllSettled, readStates, type SubscriptionState } from '../../../support/subscription-states';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** What Paddle sends when a subscription renews; each is an event of its own, also the two updates. */
const paid = new TextDecoder().decode(readFixture('paddle', 'transaction.paid.subscription_recurring'));
const transaction = (type: string, at: string) =>
  paid
    .replace('"transaction.paid"', `"${type}"`)
    .replaceAll('evt_01k4acme0008paddle', `evt_01k4acme${at}paddle`)
    .replaceAll('ntf_01k4acme0008paddle', `ntf_01k4acme${at}paddle`);
const fixture = (name: string) => new TextDecoder().decode(readFixture('paddle', name));
const renewal = [
  fixture('subscription.updated.renewed'),
  transaction('transaction.created', '0071'),
  fixture('transaction.billed.subscription_recurring'),
  transaction('transaction.updated', '0072'),
  paid,
  transaction('transaction.updated', '0073'),
  fixture('transaction.completed.subscription_recurring'),
];

it("all 5,040 orders of Paddle's seven renewal events end in one state", { timeout: 1_200_000 }, async () => {
  const endings = new Map<string, string[]>();
  const onEnd = (order: readonly number[], state: SubscriptionState) => {
    const key = JSON.stringify(state);
    endings.set(key, [...(endings.get(key) ?? []), order.join(' ')]);
  };
  // Those that begin with the same event are told to one team.
  await together(renewal.length, async (first) => {
    const life = await newLife(database.db, 'paddle');
    for (const name of bursts.paddle.first) expect(await life.tell(name)).toMatch(/applied|stale|duplicate/);
    await undone(database.db, (tx) => tellOrders(tx, { life, told: [], next: first, onEnd }));
  });
  const [[ending = '', orders = []] = [], ...others] = [...endings];
  expect(others.map(([other, [order]]) => `${order} ends in ${other}`)).toEqual([]);
  expect(new Set(orders).size).toBe(5040);
  const state: SubscriptionState = JSON.parse(ending);
  expect(state.periods).toHaveLength(2);
  expect(state.ledger).toEqual(['(allowance,1000,1000)', '(expiry,-1000,0)', '(allowance,1000,1000)']);
  expect(state.messages).toEqual(['subscription_renewed', 'subscription_renewed']);
  expect(state.cases).toEqual([]);
});

interface Telling {
  life: Life;
  /** Places in `renewal`. */
  told: readonly number[];
  next: number;
  onEnd(order: readonly number[], state: SubscriptionState): void;
}

/**
 * Tells the next event and then the rest in each of its orders. Orders that begin alike share their beginning: each
 * event is told inside a savepoint, which is undone before another one takes its place.
 */
async function tellOrders(tx: Transaction, { life, told, next, onEnd }: Telling): Promise<void> {
  const order = [...told, next];
  const body = new TextEncoder().encode(ownIds('paddle', renewal[next] ?? '', life));
  const context = { ...life.context, database: Object.assign(tx, { $client: database.db.$client }) };
  const { httpStatus } = await send(context, { provider: 'paddle', body, eventId: randomUUID() });
  if (httpStatus !== 200) throw new Error(`The last of ${order.join(' ')} was answered ${httpStatus}.`);
  const rest = renewal.map((_, index) => index).filter((index) => !order.includes(index));
  if (rest.length === 0) onEnd(order, await readEnd(tx, life));
  for (const after of rest) await undone(tx, (inner) => tellOrders(inner, { life, told: order, next: after, onEnd }));
}

class Undo extends Error {}

async function undone(on: Database | Transaction, work: (tx: Transaction) => Promise<void>): Promise<void> {
  const undoing = on.transaction(async (tx) => {
    await work(tx);
    throw new Undo();
  });
  await undoing.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
}

async function readEnd(tx: Transaction, { teamId }: Life): Promise<SubscriptionState> {
  await expectAllSettled(tx);
  const [found] = await readStates(tx, teamId);
  if (!found) throw new Error(`There is no ${teamId}.`);
  return found.state;
}
