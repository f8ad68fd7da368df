import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInvoiceUrl } from '@/lib/billing/invoices/document';
import { type InvoiceFilter, type InvoicePage, listInvoices } from '@/lib/billing/invoices/list';
import { createTeam, testContext } from '../../support/billing';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { haveSubscription } from '../../support/selling';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const context = () => testContext(database.db);

/** Purchases of a team, two of them a second each, so that pages end between equal times. */
async function havePurchases(teamId: string, count: number) {
  await database.db.execute(sql`
    insert into credit_purchases (id, team_id, provider, provider_checkout_id, provider_event_id, lines, credits, quantity,
      subtotal_minor, discount_minor, tax_minor, amount_minor, currency, paid_at)
    select ${`${teamId}-`} || n, ${teamId}, 'stripe', ${`${teamId}-`} || n, 'evt', '[{"item":"pack_1000","quantity":1}]',
      1000, 1, 4900, 0, 0, 4900, 'USD', '2026-09-01T00:00:00Z'::timestamptz + (n / 2) * interval '1 second'
    from generate_series(1, ${count}) n`);
}

/** A paid period, a change of plan and a payment that failed, of a subscription of Stripe's. */
async function haveStory(teamId: string) {
  const { id } = await haveSubscription(database.db, { provider: 'stripe', teamId, status: 'past_due' });
  await database.db.execute(sql`
    insert into subscription_billing_periods (id, subscription_id, provider, provider_renewal_key, provider_event_id,
      period_start, period_end, paid_amount_minor, subtotal_minor, discount_minor, tax_minor, currency, paid_at, plan,
      quantity, kind, period_source, status, refunded_minor)
    values (${`per-${id}`}, ${id}, 'stripe', ${`in_1-${id}`}, 'evt', '2026-08-01', '2026-09-01', 2900, 2900, 0, 0, 'USD',
      '2026-08-01', 'pro_monthly', 2, 'first', 'provider', 'partially_refunded', 900)`);
  const tell = (type: string, at: string, details: object) =>
    database.db.execute(sql`
      insert into subscription_transition_audits (id, subscription_id, event_type, details, after, actor_type, actor_id,
        cause, occurred_at)
      values (${randomUUID()}, ${id}, ${type}, ${JSON.stringify(details)}, '{"plan":"business_monthly","quantity":1}',
        'billing_provider', 'stripe', 'event:evt', ${at})`);
  await tell('payment_failed', '2026-07-01', { renewalKey: `in_0-${id}` });
  await tell('payment_failed', '2026-07-04', { renewalKey: `in_0-${id}` });
  await tell('payment_failed', '2026-08-01', { renewalKey: `in_1-${id}` });
  await tell('payment_failed', '2026-08-02', { renewalKey: `in_v-${id}` });
  await tell('period_voided', '2026-08-03', { renewalKey: `in_v-${id}`, reason: 'voided' });
  await tell('plan_change_paid', '2026-08-10', { prorationKey: `in_u-${id}`, amountMinor: 2500, currency: 'USD' });
  return id;
}

async function readAll(teamId: string, { limit = 10, filter = 'all' as InvoiceFilter, between = async () => {} } = {}) {
  const pages: InvoicePage[] = [];
  let cursor: string | undefined;
  do {
    const page = await listInvoices(context(), { teamId, limit, filter, ...(cursor && { cursor }) });
    pages.push(page);
    cursor = page.nextCursor ?? undefined;
    await between();
  } while (cursor);
  return pages.flatMap(({ entries }) => entries);
}

describe('what a team was charged', () => {
  it.each([0, 1, 10, 11, 101, 250])('of %i payments each is on exactly one page', async (count) => {
    const teamId = await createTeam(database.db);
    await havePurchases(await createTeam(database.db), 3);
    await havePurchases(teamId, count);
    const entries = await readAll(teamId);
    expect(new Set(entries.map(({ id }) => id))).toEqual(
      new Set(Array.from({ length: count }, (_, index) => `purchase:${teamId}-${index + 1}`)),
    );
    expect(entries).toHaveLength(count);
    expect(entries.map(({ at }) => at)).toEqual(
      entries
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    );
  });

  it('that arrives while somebody pages moves nothing', async () => {
    const teamId = await createTeam(database.db);
    await havePurchases(teamId, 25);
    let added = 0;
    const between = async () => {
      added += 1;
      await database.db.execute(sql`
        insert into credit_purchases (id, team_id, provider, provider_checkout_id, provider_event_id, lines, credits,
          quantity, subtotal_minor, discount_minor, tax_minor, amount_minor, currency, paid_at)
        values (${randomUUID()}, ${teamId}, 'stripe', ${randomUUID()}, 'evt', '[]', 1, 1, 1, 0, 0, 1, 'USD', now())`);
    };
    const entries = await readAll(teamId, { between });
    expect(added).toBe(3);
    expect(entries).toHaveLength(25);
  });

  it('is told with its amount, what came back of it, and what is still unpaid, once', async () => {
    const teamId = await createTeam(database.db);
    const id = await haveStory(teamId);
    expect(await readAll(teamId)).toMatchObject([
      { kind: 'plan_change', at: '2026-08-10T00:00:00.000000Z', amountMinor: 2500, items: [{ name: 'Business' }] },
      { id: `period:per-${id}`, amountMinor: 2900, refundedMinor: 900, items: [{ name: 'Pro', quantity: 2 }] },
      { id: `open:${id}:in_0-${id}`, status: 'unpaid', amountMinor: null, at: '2026-07-01T00:00:00.000000Z' },
    ]);
  });

  it('that is unpaid is found though it is the oldest', async () => {
    const teamId = await createTeam(database.db);
    const id = await haveStory(teamId);
    await havePurchases(teamId, 60);
    const filtered = (filter: InvoiceFilter) => readAll(teamId, { filter }).then((all) => all.map((one) => one.id));
    expect(await filtered('unpaid')).toEqual([`open:${id}:in_0-${id}`]);
    expect(await filtered('refunded')).toEqual([`period:per-${id}`]);
    expect(await filtered('paid')).toHaveLength(61);
    await database.db.execute(sql`update subscriptions set status = 'canceled' where id = ${id}`);
    expect(await filtered('unpaid')).toEqual([]);
  });

  it.each(['', 'x', '2026-09-01_x', '2026-13-01T00:00:00.000000Z_x', "2026-09-01T00:00:00.000000Z'--"])(
    'has no page %j',
    async (cursor) => {
      const page = listInvoices(context(), { teamId: await createTeam(database.db), cursor });
      await expect(page).rejects.toMatchObject({ code: 'invalid_cursor' });
    },
  );

  it('has no document that nobody here was charged for', async () => {
    const teamId = await createTeam(database.db);
    const id = await haveStory(teamId);
    const wrong = ['', 'x', `open:${id}:in_of_somebody_else`, `period:${id}`, `purchase:' or true`, `open:${id}:`];
    for (const invoiceId of wrong)
      await expect(findInvoiceUrl(context(), { teamId, userId: null, invoiceId })).rejects.toMatchObject({
        code: 'invoice_not_found',
      });
  });
});
