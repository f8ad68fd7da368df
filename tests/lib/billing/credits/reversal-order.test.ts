import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BillingContext } from '@/lib/billing/context';
import { createIntent, createTeam, fixedClock, send, testContext } from '../../../support/billing';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import type { Sale, SaleEvent } from '../../../support/sales/sale';
import { tellStripe } from '../../../support/sales/stripe';
import { expectInvariants, one, rows } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

const at = (second: number) => `2026-09-22T10:00:0${second}.000000Z`;
const refund = (id: string, amountMinor: number, status: 'succeeded' | 'failed', second: number): SaleEvent => ({
  kind: 'refund',
  id,
  amountMinor,
  status,
  at: at(second),
});

async function paid(): Promise<{ context: BillingContext; sale: Sale; tell: (event: SaleEvent) => Promise<string> }> {
  const context = testContext(database.db, { clock: fixedClock('2026-09-22T12:00:00Z') });
  const teamId = await createTeam(database.db);
  const sale: Sale = {
    provider: 'stripe',
    seed: randomUUID().replaceAll('-', ''),
    checkoutId: await createIntent(database.db, { teamId, provider: 'stripe' }),
    customerId: null,
    providerPriceId: '',
    quantity: 1,
    unitMinor: 4900,
    discountMinor: 0,
    taxMinor: 0,
    currency: 'USD',
    paidAt: '2026-09-20T14:02:10.000000Z',
  };
  const tell = async (event: SaleEvent) => {
    const body = tellStripe(sale, event, `evt_${randomUUID()}`);
    return (await send(context, { provider: 'stripe', body })).status;
  };
  await tell({ kind: 'paid' });
  return { context, sale, tell };
}

const purchase = ({ seed }: Sale) =>
  one(database.db, sql`select * from credit_purchases where provider_checkout_id = ${`cs_${seed}`}`);
const cases = ({ seed }: Sale) =>
  rows(
    database.db,
    sql`select kind, state from reconciliation_cases where subject = ${`payment:stripe:pi_${seed}`} order by id`,
  );

describe('more refunded than was paid', () => {
  it('is capped and opens a case, which closes when one of the refunds turns out to have failed', async () => {
    const { sale, tell } = await paid();
    await tell(refund('re_first', 4900, 'succeeded', 1));
    await tell(refund('re_second', 4900, 'succeeded', 3));
    expect(await purchase(sale)).toMatchObject({
      status: 'refunded',
      refunded_minor: '4900',
      refunded_credits: '1000',
    });
    expect(await cases(sale)).toEqual([{ kind: 'purchase_payload_conflict', state: 'open' }]);
    await tell(refund('re_first', 4900, 'failed', 2));
    expect(await cases(sale)).toEqual([{ kind: 'purchase_payload_conflict', state: 'closed' }]);
    expect(await purchase(sale)).toMatchObject({ status: 'refunded', refunded_credits: '1000' });
  });
});

describe('a refund that failed', () => {
  it.each([
    ['earlier first', [2, 4]],
    ['later first', [4, 2]],
  ])('is told at two times, the %s, and ends alike also where it moves no credit', async (_, times) => {
    const { sale, tell } = await paid();
    await tell({ kind: 'total', amountMinor: 2, at: at(3) });
    expect(await purchase(sale)).toMatchObject({ refunded_minor: '2', refunded_credits: '0' });
    for (const second of times) await tell(refund(`re_${sale.seed}`, 2, 'failed', second));
    expect(await purchase(sale)).toMatchObject({ status: 'paid', refunded_minor: '0', refunded_credits: '0' });
  });

  it('keeps the time at which it was last told, in any order', async () => {
    const [one_, other] = [await paid(), await paid()];
    for (const second of [1, 2])
      await one_.tell({
        kind: 'dispute',
        id: `dp_${one_.sale.seed}`,
        amountMinor: 4900,
        status: 'open',
        at: at(second),
      });
    for (const second of [2, 1])
      await other.tell({
        kind: 'dispute',
        id: `dp_${other.sale.seed}`,
        amountMinor: 4900,
        status: 'open',
        at: at(second),
      });
    const times = await rows(
      database.db,
      sql`select distinct occurred_at from payment_reversals
        where provider_payment_id in (${`pi_${one_.sale.seed}`}, ${`pi_${other.sale.seed}`})`,
    );
    expect(times).toEqual([{ occurred_at: '2026-09-22 10:00:02+00' }]);
  });
});
