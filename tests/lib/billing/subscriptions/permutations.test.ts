import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, Transaction } from '@/db/client';
import { together } from '../../../support/barrier';
import { send } from '../../../support/billing';
import { bursts, ownIds } from '../../../support/bursts';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { readFixture } from '../../../support/fixtures';
import { type Life, newLife } from '../../../support/life';
import { rows } from '../../../support/state';
import { readStates, type SubscriptionState } from '../../../support/subscription-states';

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
  const onEnd = (order: readonly number[], ending: Ending) => {
    const key = JSON.stringify(ending);
    endings.set(key, [...(endings.get(key) ?? []), order.join(' ')]);
  };
  // Those that begin with the same event are told to one team.
  await together(renewal.length, async (first) => {
    const life = await newLife(database.db, 'paddle');
    for (const name of bursts.paddle.first) expect(await life.tell(name)).toMatch(/applied|stale|duplicate/);
    await undone(database.db, (tx) => tellOrders(tx, { life, told: [], next: first, onEnd }));
  });
  const [[ending, orders = []] = [], ...others] = [...endings];
  expect(others.map(([other, [order]]) => `${order} ends in ${other}`)).toEqual([]);
  expect(new Set(orders).size).toBe(5040);
  const { state, open }: Ending = JSON.parse(ending ?? '');
  expect(state.periods).toHaveLength(2);
  expect(state.ledger).toEqual(['(allowance,1000,1000)', '(expiry,-1000,0)', '(allowance,1000,1000)']);
  expect(state.messages).toEqual(['subscription_renewed', 'subscription_renewed']);
  expect(state.cases).toEqual([]);
  expect(open).toEqual([]);
});

/** How a team stands in the end, and its events that are not settled. */
interface Ending {
  state: SubscriptionState;
  open: unknown[];
}

interface Telling {
  life: Life;
  /** Places in `renewal`. */
  told: readonly number[];
  next: number;
  onEnd(order: readonly number[], ending: Ending): void;
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
  if (rest.length === 0) onEnd(order, await readEnding(tx, life));
  for (const after of rest)
    await undone(tx, (inner) => tellOrders(inner, { life, told: order, next: after, onEnd }));
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

async function readEnding(tx: Transaction, { teamId }: Life): Promise<Ending> {
  const [found] = await readStates(tx, teamId);
  if (!found) throw new Error(`There is no ${teamId}.`);
  const unsettled = sql`
    select type, state, error_code from billing_webhook_events
    where state in ('waiting', 'parked', 'retrying')`;
  return { state: found.state, open: await rows(tx, unsettled) };
}
