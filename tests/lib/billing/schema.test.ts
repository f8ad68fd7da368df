import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlState } from '@/lib/billing/webhooks/failure';
import { createTeam } from '../../support/billing';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { one, rows } from '../../support/state';

let database: TestDatabase;
let teamId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  teamId = await createTeam(database.db);
});
afterAll(() => database.drop());

/** The SQLSTATE that a statement ends in; null when it goes through. */
async function refusal(statement: SQL): Promise<string | null> {
  try {
    await database.db.execute(statement);
    return null;
  } catch (error) {
    return sqlState(error);
  }
}

const columnsOf = async (table: string) =>
  (
    await rows(database.db, sql`select column_name as name from information_schema.columns where table_name = ${table}`)
  ).map(({ name }) => name);

const unique = '23505';
const check = '23514';

const event = (provider: string, eventId: string) => sql`
  insert into billing_webhook_events (provider, event_id, event_id_source, received_at, last_delivered_at, body_sha256)
  values (${provider}, ${eventId}, 'provider', now(), now(), '')`;

const purchase = (changes: {
  provider?: string;
  key?: string;
  amount?: number;
  credits?: number;
  currency?: string;
}) => {
  const { provider = 'stripe', key = randomUUID(), amount = 4900, credits = 1000, currency = 'USD' } = changes;
  return sql`
    insert into credit_purchases (id, team_id, provider, provider_checkout_id, provider_event_id, lines, credits,
      quantity, subtotal_minor, discount_minor, tax_minor, amount_minor, currency, paid_at)
    values (${randomUUID()}, ${teamId}, ${provider}, ${key}, 'evt', '[]', ${credits}, 1, 4900, 0, 0, ${amount},
      ${currency}, now())`;
};

const reversal = (id: string, amount = 1, total = 1) => sql`
  insert into payment_reversals (id, provider, provider_reversal_id, provider_payment_id, kind, amount_minor,
    total_minor, currency, status, occurred_at)
  values (${randomUUID()}, 'stripe', ${id}, 'pi', 'refund', ${amount}, ${total}, 'USD', 'pending', now())`;

const entry = (key: string, delta: number) => sql`
  insert into credit_ledger_entries (id, team_id, idempotency_key, delta, balance_after, kind, reason, actor, created_at)
  values (${randomUUID()}, ${teamId}, ${key}, ${delta}, 0, 'grant', 'Test', 'test', now())`;

const lot = (key: string, amount: number, remaining: number, held = 0) => sql`
  insert into credit_grants (id, team_id, source_type, source_key, amount, remaining, held)
  values (${randomUUID()}, ${teamId}, 'manual', ${key}, ${amount}, ${remaining}, ${held})`;

const hold = (key: string, credits: number, captured = 0) => sql`
  insert into credit_holds (id, team_id, idempotency_key, credits, captured, lots, reason, actor, expires_at, created_at)
  values (${randomUUID()}, ${teamId}, ${key}, ${credits}, ${captured}, '[]', 'Test', 'test', now(), now())`;

describe('the database itself', () => {
  it('is a real Postgres', async () => {
    expect(await one(database.db, sql`select version()`)).toEqual({
      version: expect.stringMatching(/^PostgreSQL 1\d/),
    });
    expect(await one(database.db, sql`show transaction_isolation`)).toEqual({
      transaction_isolation: 'read committed',
    });
  });

  it('refuses the same event of the same provider twice, and takes it from another', async () => {
    expect(await refusal(event('stripe', 'evt_1'))).toBeNull();
    expect(await refusal(event('stripe', 'evt_1'))).toBe(unique);
    expect(await refusal(event('paddle', 'evt_1'))).toBeNull();
    expect(await refusal(event('stripe', ''))).toBe(check);
  });

  it('keeps of an event what identifies it, what it is, when it happened and came, and how far it got', async () => {
    expect(await columnsOf('billing_webhook_events')).toEqual(
      expect.arrayContaining([
        ...['provider', 'environment', 'event_id', 'type', 'subject_key', 'occurred_at', 'received_at'],
        ...['last_delivered_at', 'delivery_count', 'raw_body', 'body_sha256', 'state', 'outcome', 'attempts'],
        ...[
          'next_attempt_at',
          'waiting_for',
          'error_category',
          'error_code',
          'error_message',
          'retry_safe',
          'settled_at',
        ],
      ]),
    );
  });

  it('calls a row that was only written not settled', async () => {
    await database.db.execute(event('stripe', 'evt_new'));
    const row = sql`select state, settled_at, attempts from billing_webhook_events where event_id = 'evt_new'`;
    expect(await one(database.db, row)).toEqual({ state: 'retrying', settled_at: null, attempts: 0 });
  });

  it('refuses the same checkout of the same provider twice, and takes it from another', async () => {
    expect(await refusal(purchase({ key: 'cs_1' }))).toBeNull();
    expect(await refusal(purchase({ key: 'cs_1' }))).toBe(unique);
    expect(await refusal(purchase({ key: 'cs_1', provider: 'paddle' }))).toBeNull();
  });

  it.each([
    ['without a key', { key: '' }],
    ['of less than nothing', { amount: -1 }],
    ['of no credits', { credits: 0 }],
    ['in something that is no currency', { currency: 'usd' }],
  ])('refuses a purchase %s', async (_, changes) => {
    expect(await refusal(purchase(changes))).toBe(check);
  });

  it('takes a purchase that a discount made free', async () => {
    expect(await refusal(purchase({ amount: 0 }))).toBeNull();
  });

  it('refuses the same refund or dispute twice, and one of less than nothing', async () => {
    expect(await refusal(reversal('re_1'))).toBeNull();
    expect(await refusal(reversal('re_1'))).toBe(unique);
    expect(await refusal(reversal('re_2', -1))).toBe(check);
    expect(await refusal(reversal('re_3', 1, 0))).toBe(check);
  });

  it('refuses the same movement twice, and one of nothing', async () => {
    expect(await refusal(entry('key_1', 5))).toBeNull();
    expect(await refusal(entry('key_1', 5))).toBe(unique);
    expect(await refusal(entry('key_2', 0))).toBe(check);
  });

  it('refuses a lot twice, one below zero, and one with more than it came with', async () => {
    expect(await refusal(lot('lot_1', 10, 10))).toBeNull();
    expect(await refusal(lot('lot_1', 10, 10))).toBe(unique);
    expect(await refusal(lot('lot_2', 10, -1))).toBe(check);
    expect(await refusal(lot('lot_3', 10, 11))).toBe(check);
    expect(await refusal(lot('lot_4', 10, 10, 11))).toBe(check);
  });

  it('refuses a hold twice under one key, and one that captured more than it holds', async () => {
    expect(await refusal(hold('hold_1', 10))).toBeNull();
    expect(await refusal(hold('hold_1', 10))).toBe(unique);
    expect(await refusal(hold('hold_2', 10, 11))).toBe(check);
    expect(await refusal(hold('hold_3', 0))).toBe(check);
  });

  it('lets a balance go below zero but never what is held', async () => {
    expect(await refusal(sql`insert into credits (team_id, balance) values (${teamId}, -100)`)).toBeNull();
    expect(await refusal(sql`update credits set held = -1 where team_id = ${teamId}`)).toBe(check);
  });

  it('has at most one open case of a kind about one thing', async () => {
    const found = (state: string) => sql`
      insert into reconciliation_cases (id, kind, subject, state, opened_at, last_seen_at)
      values (${randomUUID()}, 'unknown_price', 'cs_1', ${state}, now(), now())`;
    expect(await refusal(found('open'))).toBeNull();
    expect(await refusal(found('open'))).toBe(unique);
    expect(await refusal(found('closed'))).toBeNull();
    expect(await refusal(found('undecided'))).toBe(check);
  });
});
