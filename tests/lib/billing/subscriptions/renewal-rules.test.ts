import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { drain } from '@/lib/billing/drain';
import type { ProviderName } from '@/lib/billing/events';
import { fixedClock } from '@/lib/clock';
import { createBarrier } from '../../../support/barrier';
import { bursts } from '../../../support/bursts';
import { createTestDatabase, openConnection, type TestDatabase } from '../../../support/database';
import { type Life, newLife, openCasesOf, periodsOf, subscriptionOf } from '../../../support/life';
import { countWaiting, until } from '../../../support/locks';
import { balanceOf, expectInvariants, one, rows } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));
afterEach(async () => {
  const twice = sql`
    select event_type, billing_period_id from subscription_transition_audits where event_type = 'subscription_renewed'
    group by 1, 2 having count(*) > 1
    union all
    select event_type, billing_period_id from subscription_outbox where billing_period_id is not null
    group by 1, 2 having count(*) > 1`;
  expect(await rows(database.db, twice)).toEqual([]);
});

type PlanProvider = keyof typeof bursts;
const renewal = 'invoice.paid.subscription_cycle';

async function subscribed(provider: PlanProvider): Promise<Life> {
  const life = await newLife(database.db, provider);
  for (const name of bursts[provider].first) await life.tell(name);
  expect(await periodsOf(database.db, life.teamId)).toEqual(['first 2026-09-01 2026-10-01']);
  return life;
}

/** What a team has paid for, and nothing that a snapshot moves. */
const paidBy = async ({ teamId }: Life) => ({
  periods: await periodsOf(database.db, teamId),
  ...(await one(
    database.db,
    sql`select revision, extract(epoch from current_period_end)::bigint as until from subscriptions where team_id = ${teamId}`,
  )),
});

describe('what was paid besides a cycle', () => {
  it.each<[PlanProvider, string]>([
    ['stripe', 'invoice.paid.manual'],
    ['stripe', 'invoice.paid.subscription_update'],
    ['stripe', 'invoice.paid.subscription_update.downgrade'],
    ['stripe', 'invoice.created.subscription_cycle.draft'],
    ['polar', 'order.paid.subscription_update'],
    ['polar', 'order.paid.subscription_update.downgrade'],
    ['polar', 'order.created.subscription_cycle.pending'],
    ['paddle', 'transaction.completed.subscription_update'],
    ['paddle', 'transaction.completed.subscription_update.credited'],
    ['paddle', 'transaction.completed.subscription_charge'],
    ['paddle', 'transaction.billed.subscription_recurring'],
    ['lemonsqueezy', 'subscription_payment_success.updated'],
  ])('is no period: %s, %s', async (provider, name) => {
    const life = await subscribed(provider);
    const before = await paidBy(life);
    expect(await life.tell(name)).toMatch(/^(applied|ignored|waiting)$/);
    expect(await paidBy(life)).toEqual(before);
  });
});

describe('the key of a period', () => {
  it('is its own for each provider: the same one under two of them is two periods', async () => {
    const key = 'key_of_two_providers';
    const [stripe, polar] = [await subscribed('stripe'), await subscribed('polar')];
    expect(await stripe.tell(renewal, { 'data.object.id': key })).toBe('applied');
    expect(await polar.tell('order.paid.subscription_cycle', { 'data.id': key })).toBe('applied');
    const found = await rows(
      database.db,
      sql`select provider from subscription_billing_periods where provider_renewal_key = ${key} order by 1`,
    );
    expect(found).toEqual([{ provider: 'polar' }, { provider: 'stripe' }]);
  });

  it('belongs to one subscription: under another it is a conflict and moves neither', async () => {
    const [first, other] = [await subscribed('stripe'), await subscribed('stripe')];
    const key = { 'data.object.id': `in_shared_${first.teamId}` };
    expect(await first.tell(renewal, key)).toBe('applied');
    const before = [await paidBy(first), await paidBy(other)];
    expect(await other.tell(renewal, key)).toBe('parked');
    expect([await paidBy(first), await paidBy(other)]).toEqual(before);
    const cases = [
      ...(await openCasesOf(database.db, first.teamId)),
      ...(await openCasesOf(database.db, other.teamId)),
    ];
    expect(cases).toEqual(['provider_renewal_key_payload_conflict']);
  });

  it('does not go by what can change on an invoice', async () => {
    const life = await subscribed('stripe');
    expect(await life.tell(renewal)).toBe('applied');
    const edited = { 'data.object.description': 'Edited', 'data.object.metadata': { note: 'edited' } };
    expect(await life.tell(renewal, { id: `evt_edited_${life.teamId}`, ...edited })).toBe('duplicate');
    expect(await balanceOf(database.db, life.teamId)).toBe(1000);
  });
});

describe('a renewal', () => {
  it('moves the paid time to exactly its end, and the revision by one', async () => {
    const life = await subscribed('stripe');
    expect(await life.tell(renewal)).toBe('applied');
    expect(await paidBy(life)).toMatchObject({ revision: 2, until: String(Date.parse('2026-11-01T10:00:00Z') / 1000) });
  });

  it('can be followed from its receipt to its message', async () => {
    const life = await subscribed('stripe');
    expect(await life.tell(renewal)).toBe('applied');
    expect(await life.tell(renewal, { id: `evt_again_${life.teamId}` })).toBe('duplicate');
    const trail = await rows(
      database.db,
      sql`
        select event.outcome, event.team_id = s.team_id as is_of_team,
          event.details ->> 'billingPeriodId' = p.id as names_period,
          audit.details ->> 'eventId' = p.provider_event_id as names_event,
          message.state, message.published_at, entry.delta
        from subscriptions s
        join subscription_billing_periods p on p.subscription_id = s.id and p.kind = 'renewal'
        join billing_webhook_events event on event.event_id in (p.provider_event_id, ${`evt_again_${life.teamId}`})
        join subscription_transition_audits audit on audit.billing_period_id = p.id
        join subscription_outbox message on message.billing_period_id = p.id
        join credit_ledger_entries entry on entry.team_id = s.team_id and entry.ref = 'period:' || p.id
        where s.team_id = ${life.teamId} order by event.outcome`,
    );
    const line = { is_of_team: true, names_period: true, names_event: true, delta: '1000' };
    // Nothing was sent yet: what is to be told lies in the outbox.
    const unsent = { state: 'pending', published_at: null };
    expect(trail).toEqual([
      { outcome: 'applied', ...line, ...unsent },
      { outcome: 'duplicate', ...line, ...unsent },
    ]);
  });

  it('waits for whoever has the subscription, and is applied once that is over', async () => {
    const life = await subscribed('stripe');
    const holder = openConnection(database.url, { max: 1 });
    const [held, released] = [createBarrier(1), createBarrier(1)];
    const holding = holder.transaction(async (tx) => {
      await tx.execute(sql`select from subscriptions where team_id = ${life.teamId} for update`);
      await held.arrive();
      await released.opened;
    });
    await held.opened;
    const answer = life.tell(renewal);
    await until(async () => (await countWaiting(database.db)) > 0);
    expect(await periodsOf(database.db, life.teamId)).toHaveLength(1);
    await released.arrive();
    await holding;
    expect(await answer).toBe('applied');
    expect(await life.tell(renewal)).toBe('duplicate');
    expect(await periodsOf(database.db, life.teamId)).toHaveLength(2);
  });
});

describe('a renewal that somebody records past every lock', () => {
  it('is one period all the same, and a duplicate the next time', async () => {
    const life = await subscribed('stripe');
    const { id: key } = JSON.parse(new TextDecoder().decode(life.body(renewal))).data.object;
    const holder = openConnection(database.url, { max: 1 });
    const [inserted, released] = [createBarrier(1), createBarrier(1)];
    const recorded = { id: `period_${key}`, provider_renewal_key: key, kind: 'renewal' };
    const range = { period_start: '2026-10-01T10:00:00Z', period_end: '2026-11-01T10:00:00Z' };
    const recording = holder.transaction(async (tx) => {
      await tx.execute(sql`
        insert into subscription_billing_periods
        select (jsonb_populate_record(p, ${JSON.stringify({ ...recorded, ...range })}::jsonb)).*
        from subscription_billing_periods p join subscriptions s on s.id = p.subscription_id where s.team_id = ${life.teamId}`);
      await inserted.arrive();
      await released.opened;
    });
    await inserted.opened;
    const answer = life.tell(renewal);
    await until(async () => (await countWaiting(database.db)) > 0);
    await released.arrive();
    await recording;
    expect(['parked', 'retrying']).toContain(await answer);
    expect(await life.tell(renewal)).toBe('duplicate');
    expect(await openCasesOf(database.db, life.teamId)).toEqual([]);
    expect(await periodsOf(database.db, life.teamId)).toEqual([
      'first 2026-09-01 2026-10-01',
      'renewal 2026-10-01 2026-11-01',
    ]);
    expect(await balanceOf(database.db, life.teamId)).toBe(1000);
  });
});

describe('payments and snapshots', () => {
  it('a payment makes the subscription, and any snapshot wins over what the payment said', async () => {
    const life = await newLife(database.db, 'stripe');
    expect(await life.tell('invoice.paid.subscription_create')).toBe('applied');
    expect(await subscriptionOf(database.db, life.teamId)).toMatchObject({
      ...{ status: 'active', plan: 'pro_monthly', snapshot_occurred_at: null },
    });
    const older = { created: Date.parse('2026-08-01T00:00:00Z') / 1000, 'data.object.status': 'past_due' };
    expect(await life.tell('customer.subscription.created', older)).toBe('applied');
    expect(await subscriptionOf(database.db, life.teamId)).toMatchObject({ status: 'past_due', revision: 1 });
  });

  it.each<[ProviderName, string, string]>([
    ['stripe', 'customer.subscription.updated.renewed', 'invoice.paid.subscription_create'],
    ['paddle', 'subscription.updated.renewed', 'transaction.completed.subscription_create'],
    ['polar', 'subscription.cycled', 'order.paid.subscription_create'],
  ])('a payment of %s counts though a later snapshot is here already', async (provider, snapshot, payment) => {
    const life = await newLife(database.db, provider);
    expect(await life.tell(snapshot)).toBe('applied');
    expect(await life.tell(payment)).toBe('applied');
    expect(await balanceOf(database.db, life.teamId)).toBe(1000);
  });
});

describe('two snapshots of one instant that disagree', () => {
  it('are put in no order: the later one waits to be asked about, and is a case after an hour', async () => {
    const clock = fixedClock('2026-10-01T12:00:00Z');
    const life = await newLife(database.db, 'stripe', { clock });
    expect(await life.tell('customer.subscription.created')).toBe('applied');
    const update = (n: number, status: string) =>
      life.tell('customer.subscription.updated.renewed', {
        ...{ id: `evt_${life.teamId}_${n}`, 'data.object.status': status },
        'data.previous_attributes': { metadata: {} },
      });
    expect(await update(1, 'past_due')).toBe('applied');
    expect(await update(2, 'active')).toBe('waiting');
    expect((await subscriptionOf(database.db, life.teamId))?.status).toBe('past_due');
    clock.advance(3_600_000);
    await drain(life.context, { budgetMs: 60_000 });
    const told = await one(
      database.db,
      sql`select state, error_code from billing_webhook_events where event_id = ${`evt_${life.teamId}_2`}`,
    );
    expect(told).toEqual({ state: 'parked', error_code: 'needs_provider_lookup' });
    const [found] = await rows(
      database.db,
      sql`select local, remote from reconciliation_cases where kind = 'needs_provider_lookup' and state = 'open'`,
    );
    expect(found).toMatchObject({ local: { status: 'past_due' }, remote: { status: 'active' } });
  });
});

describe('the tables', () => {
  it('keep of a period what was paid, for when, how much and how it is known', async () => {
    expect(await columnsOf('subscriptions')).toMatchObject({
      ...{ id: 'text', provider: 'text', provider_subscription_id: 'text', status: 'text', provider_version: 'text' },
      ...{ current_period_start: 'timestamptz', current_period_end: 'timestamptz', revision: 'int4' },
    });
    expect(await columnsOf('subscription_billing_periods')).toMatchObject({
      ...{ id: 'text', subscription_id: 'text', provider: 'text', provider_renewal_key: 'text' },
      ...{ provider_invoice_id: 'text', period_start: 'timestamptz', period_end: 'timestamptz', currency: 'varchar' },
      ...{ paid_amount_minor: 'int8', paid_at: 'timestamptz', created_at: 'timestamptz' },
    });
    const details = await rows(
      database.db,
      sql`select column_name as name, is_nullable as nullable, character_maximum_length as length, column_default as default
        from information_schema.columns where table_name = 'subscription_billing_periods'
          and column_name in ('provider_invoice_id', 'currency', 'created_at', 'provider_renewal_key') order by 1`,
    );
    expect(details).toEqual([
      { name: 'created_at', nullable: 'NO', length: null, default: 'now()' },
      { name: 'currency', nullable: 'NO', length: 3, default: null },
      { name: 'provider_invoice_id', nullable: 'YES', length: null, default: null },
      { name: 'provider_renewal_key', nullable: 'NO', length: null, default: null },
    ]);
    expect(await columnsOf('subscription_outbox')).toMatchObject({
      ...{ id: 'text', event_type: 'text', billing_period_id: 'text', dedup_key: 'text', payload: 'jsonb' },
      published_at: 'timestamptz',
    });
  });

  it('refuse a second message under one key, also about no period', async () => {
    const { teamId } = await newLife(database.db, 'stripe');
    const message = sql`
      insert into subscription_outbox (id, event_type, team_id, dedup_key, payload)
      values (gen_random_uuid(), 'credits_low', ${teamId}, ${`credits_low:${teamId}`}, '{}')`;
    await database.db.execute(message);
    await expect(database.db.execute(message)).rejects.toMatchObject({ cause: { code: '23505' } });
  });
});

describe('the writes of a renewal', () => {
  it('are the receipt first, then period, subscription, transition and message, and the settled receipt last', async () => {
    const life = await subscribed('stripe');
    const noted = await notingWrites(() => life.tell(renewal));
    const order = [
      'INSERT billing_webhook_events',
      'INSERT subscription_billing_periods',
      'UPDATE subscriptions',
      'INSERT subscription_transition_audits',
      'INSERT subscription_outbox',
      'INSERT credit_grants',
      'UPDATE billing_webhook_events',
    ];
    expect(noted.filter((write) => order.includes(write))).toEqual(order);
    const again = await notingWrites(() => life.tell(renewal, { id: `evt_again_${life.teamId}` }));
    expect(again).toEqual(['INSERT billing_webhook_events', 'UPDATE billing_webhook_events']);
  });
});

async function columnsOf(table: string): Promise<Record<string, string>> {
  const found = await rows(
    database.db,
    sql`select column_name, udt_name from information_schema.columns where table_name = ${table}`,
  );
  return Object.fromEntries(found.map(({ column_name, udt_name }) => [String(column_name), String(udt_name)]));
}

/** Every row that is written meanwhile, in the order in which that happens. */
async function notingWrites(work: () => Promise<string>): Promise<string[]> {
  await database.db.execute(sql`create table writes (n bigint generated always as identity, what text not null)`);
  await database.db.execute(sql`
    create function note_write() returns trigger language plpgsql as $$
    begin insert into writes (what) values (tg_op || ' ' || tg_table_name); return new; end $$`);
  const tables = ['billing_webhook_events', 'subscriptions', 'subscription_billing_periods', 'credit_grants'];
  for (const table of [...tables, 'subscription_transition_audits', 'subscription_outbox', 'credits'])
    await database.db.execute(
      sql.raw(`create trigger note before insert or update on ${table} for each row execute function note_write()`),
    );
  await work();
  const noted = await rows(database.db, sql`select what from writes order by n`);
  await database.db.execute(sql`drop function note_write cascade`);
  await database.db.execute(sql`drop table writes`);
  return noted.map(({ what }) => String(what));
}
