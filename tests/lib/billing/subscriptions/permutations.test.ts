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

/** What a team's renewal came to, without the ids. */
const states = sql`
  select count(*), state from (
    select json_build_object(
      'subscription', (
        select row(status, plan, quantity, revision, is_current, current_period_start, current_period_end,
          provider_period_start, provider_period_end, snapshot_occurred_at, cancel_at_period_end, past_due_since)::text
        from subscriptions s where s.team_id = t.id),
      'periods', (
        select json_agg(row(p.kind, p.period_start, p.period_end, p.paid_amount_minor, p.paid_at, p.plan, p.quantity, p.status, p.superseded_at)::text
          order by p.period_start)
        from subscription_billing_periods p join subscriptions s on s.id = p.subscription_id where s.team_id = t.id),
      'ledger', (
        select json_agg(row(kind, delta, balance_after)::text order by sequence)
        from credit_ledger_entries e where e.team_id = t.id),
      'messages', (
        select json_agg(event_type order by event_type) from subscription_outbox o
        where o.team_id = t.id and state <> 'superseded'),
      'cases', (select count(*) from reconciliation_cases c where c.team_id = t.id and state = 'open')
    )::text as state
    from teams t where t.id like 'team_order_%'
  ) as one group by state`;

it("all 5,040 orders of Paddle's seven renewal events end in one state", { timeout: 1_200_000 }, async () => {
  const orders = permutations(renewal.map((_, index) => index));
  expect(orders).toHaveLength(5040);
  const first = await newLife(database.db, 'paddle');
  for (const name of bursts.paddle.first) expect(await first.tell(name)).toMatch(/applied|stale|duplicate/);
  const own = (scope: string): Own => ({ scope, teamId: `team_order_${scope}`, checkoutId: `chk_order_${scope}` });
  const scopes = orders.map((_, index) => String(index + 10_000));
  await copyLife(first, scopes, own);
  const queue = orders.map((order, index) => ({ order, own: own(String(index + 10_000)) }));
  await together(10, async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      for (const index of next.order) {
        const body = new TextEncoder().encode(ownIds('paddle', renewal[index] ?? '', next.own));
        const { httpStatus } = await send(first.context, { provider: 'paddle', body, eventId: randomUUID() });
        if (httpStatus !== 200) throw new Error(`Order ${next.order.join(' ')} was answered ${httpStatus}.`);
      }
    }
  });
  const found = await rows(database.db, states);
  expect(found).toHaveLength(1);
  expect(Number(found[0]?.count)).toBe(5040);
  const state = JSON.parse(String(found[0]?.state));
  expect(state.periods).toHaveLength(2);
  expect(state.ledger.map((entry: string) => entry.split(',').slice(0, 2).join(' '))).toEqual([
    '(allowance 1000',
    '(expiry -1000',
    '(allowance 1000',
  ]);
  expect(state.messages).toEqual(['subscription_renewed', 'subscription_renewed']);
  expect(state.cases).toBe(0);
  const unsettled = await rows(
    database.db,
    sql`select state, count(*) from billing_webhook_events where state in ('waiting', 'parked', 'retrying') group by state`,
  );
  expect(unsettled).toEqual([]);
});
