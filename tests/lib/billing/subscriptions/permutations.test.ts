import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { together } from '../../../support/barrier';
import { send } from '../../../support/billing';
import { bursts, type Own, ownIds } from '../../../support/bursts';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { readFixture } from '../../../support/fixtures';
import { newLife } from '../../../support/life';
import { rows } from '../../../support/state';
import { expectAllSettled, readStates } from '../../../support/subscription-states';

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

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

/** The rows that a first payment leaves, in the order of their references. */
const tables = [
  'teams',
  'billing_checkouts',
  'billing_customers',
  'subscriptions',
  'subscription_billing_periods',
  'subscription_transition_audits',
  'subscription_outbox',
  'credits',
  'credit_grants',
  'credit_ledger_entries',
];

/** Copies everything of the first life for each scope, under ids of its own. */
async function copyLife(first: Own, scopes: readonly string[], own: (scope: string) => Own): Promise<void> {
  const copies = scopes.map((scope) => ({ ...own(scope), digits: scope.padStart(5, '0') }));
  for (const table of tables) {
    const columns = await rows(
      database.db,
      sql`select column_name as name from information_schema.columns where table_name = ${table} and is_identity = 'NO' order by ordinal_position`,
    );
    const names = sql.raw(columns.map(({ name }) => `"${String(name)}"`).join(', '));
    await database.db.execute(sql`
      with first as materialized (
        select regexp_replace(to_jsonb(original)::text, '([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})', '\\1-@digits', 'g') as text
        from ${sql.raw(table)} as original
        where to_jsonb(original)::text like ${`%${first.teamId}%`} or to_jsonb(original)::text like any (
          select '%' || id || '%' from subscriptions where team_id = ${first.teamId})
      )
      insert into ${sql.raw(table)} (${names})
      select ${names} from first, jsonb_to_recordset(${JSON.stringify(copies)}::jsonb)
          as copy("teamId" text, "checkoutId" text, digits text),
        jsonb_populate_record(null::${sql.raw(table)}, replace(replace(replace(replace(text,
          ${`${first.teamId}-@digits`}, copy."teamId"),
          ${`${first.checkoutId}-@digits`}, copy."checkoutId"),
          ${`${first.scope.padStart(5, '0')}acme`}, copy.digits || 'acme'), '@digits', copy.digits)::jsonb)`);
  }
  // The planner must not take the tables for empty.
  await database.db.execute(sql`analyze`);
}

it("all 5,040 orders of Paddle's seven renewal events end in one state", { timeout: 1_200_000 }, async () => {
  const orders = permutations(renewal.map((_, index) => index));
  expect(orders).toHaveLength(5040);
  const first = await newLife(database.db, 'paddle');
  for (const name of bursts.paddle.first) expect(await first.tell(name)).toMatch(/applied|stale|duplicate/);
  const own = (scope: string): Own => ({ scope, teamId: `team_order_${scope}`, checkoutId: `chk_order_${scope}` });
  const scopes = orders.map((_, index) => String(index + 10_000));
  await copyLife(first, scopes, own);
  const queue = orders.map((order, index) => ({ order, own: own(String(index + 10_000)) }));
  await together(6, async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      for (const index of next.order) {
        const body = new TextEncoder().encode(ownIds('paddle', renewal[index] ?? '', next.own));
        const { httpStatus } = await send(first.context, { provider: 'paddle', body, eventId: randomUUID() });
        if (httpStatus !== 200) throw new Error(`Order ${next.order.join(' ')} was answered ${httpStatus}.`);
      }
      if (queue.length % 250 === 0) await database.db.execute(sql`analyze`);
    }
  });
  const found = await readStates(database.db, 'team_order_');
  expect(found).toMatchObject([{ teams: 5040 }]);
  const { state } = found[0] ?? {};
  expect(state?.periods).toHaveLength(2);
  expect(state?.ledger).toEqual(['(allowance,1000,1000)', '(expiry,-1000,0)', '(allowance,1000,1000)']);
  expect(state?.messages).toEqual(['subscription_renewed', 'subscription_renewed']);
  expect(state?.cases).toEqual([]);
  await expectAllSettled(database.db);
});
