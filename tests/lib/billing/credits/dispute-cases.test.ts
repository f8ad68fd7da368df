import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/db/client';
import type { BillingContext } from '@/lib/billing/context';
import type { ProviderName } from '@/lib/billing/events';
import { resolveCase } from '@/lib/billing/operator/resolve-case';
import { fixedClock } from '@/lib/clock';
import { createBarrier } from '../../../support/barrier';
import { createIntent, createTeam, send, testContext, testPriceIds } from '../../../support/billing';
import { bursts } from '../../../support/bursts';
import { createTestDatabase, openConnection, type TestDatabase } from '../../../support/database';
import { changeFixture } from '../../../support/fixtures';
import { newLife } from '../../../support/life';
import type { Sale, SaleEvent } from '../../../support/sales/sale';
import { vocabularies } from '../../../support/sales/tellers';
import { balanceOf, expectInvariants, one, rows } from '../../../support/state';

let database: TestDatabase;
let pool: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openConnection(database.url, { max: 4 });
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

type Status = Extract<SaleEvent, { kind: 'dispute' }>['status'];
type Dispute = { status: Status; second?: number; id?: string; amountMinor?: number };

const clock = fixedClock('2026-09-22T12:00:00Z');
const at = (second: number) => `2026-09-22T10:00:0${second}.000000Z`;

/** A pack of 1,000 credits that a team paid for, or is about to. */
async function sold(provider: ProviderName = 'stripe') {
  const teamId = await createTeam(database.db);
  const seed = `${provider === 'paddle' ? 'txn_' : ''}${randomUUID().replaceAll('-', '')}`;
  const sale: Sale = {
    ...{ provider, seed, checkoutId: await createIntent(database.db, { teamId, provider }), customerId: null },
    ...{ providerPriceId: testPriceIds[provider]?.pack_1000?.[0] ?? '', quantity: 1, unitMinor: 4900 },
    ...{ discountMinor: 0, taxMinor: 0, currency: 'USD', paidAt: '2026-09-20T14:02:10.000000Z' },
  };
  const deliver = async (event: SaleEvent, changes: Partial<BillingContext> = {}) => {
    const context = testContext(database.db, { clock, ...changes });
    const body = vocabularies[provider].tell(sale, event, `evt_${randomUUID()}`);
    return (await send(context, { provider, body })).status;
  };
  const dispute = ({ status, second = 1, id = `dp_${seed}`, amountMinor = 4900 }: Dispute): SaleEvent => ({
    ...{ kind: 'dispute', status, id, amountMinor, at: at(second) },
  });
  const tell = (told: Dispute, changes?: Partial<BillingContext>) => deliver(dispute(told), changes);
  return { teamId, sale, deliver, tell, cases: () => casesOf(teamId) };
}

async function paid(provider?: ProviderName) {
  const made = await sold(provider);
  expect(await made.deliver({ kind: 'paid' })).toBe('applied');
  return made;
}

const casesOf = (teamId: string) =>
  rows(
    database.db,
    sql`select id, kind, subject, state, note, occurrences, provider, local, remote from reconciliation_cases
      where team_id = ${teamId} order by opened_at, id`,
  );
const purchaseOf = (teamId: string) => one(database.db, sql`select id from credit_purchases where team_id = ${teamId}`);
const mailsOf = (teamId: string) =>
  rows(
    database.db,
    sql`select payload from subscription_outbox where event_type = 'case_opened' and payload ->> 'about' = ${teamId}`,
  );

describe('a dispute that opens', () => {
  it('is a case with both sides, of which the operators are told', async () => {
    const { teamId, sale, tell, cases } = await paid();
    expect(await tell({ status: 'open' })).toBe('applied');
    const { id: purchaseId } = await purchaseOf(teamId);
    const subject = `dispute:stripe:dp_${sale.seed}`;
    expect(await cases()).toMatchObject([
      {
        ...{ kind: 'dispute_opened', subject, state: 'open', provider: 'stripe', occurrences: 1 },
        local: { purchaseId, teamId, paidAmountMinor: 4900, creditsTaken: 1000 },
        remote: {
          ...{ providerReversalId: `dp_${sale.seed}`, providerPaymentId: `pi_${sale.seed}` },
          ...{ amountMinor: 4900, currency: 'USD', status: 'open', occurredAt: at(1) },
        },
      },
    ]);
    expect(await mailsOf(teamId)).toMatchObject([{ payload: { kind: 'dispute_opened', subject } }]);
  });

  it('is a case in the transaction that takes the credits: both are there, or neither', async () => {
    const { teamId, tell, cases } = await paid();
    const breakOff = (step: string) => {
      if (step === 'settled') throw new Error('The process ends here.');
    };
    expect(await tell({ status: 'open' }, { onStep: breakOff })).toBe('not_stored');
    expect([await balanceOf(database.db, teamId), await cases(), await mailsOf(teamId)]).toEqual([1000, [], []]);
    expect(await tell({ status: 'open' })).toBe('applied');
    expect([await balanceOf(database.db, teamId), (await cases()).length]).toEqual([0, 1]);
  });

  it('before its payment is a case once the payment is there', async () => {
    const { deliver, tell, cases } = await sold();
    expect(await tell({ status: 'open' })).toBe('waiting');
    expect(await cases()).toEqual([]);
    await deliver({ kind: 'paid' });
    expect(await cases()).toMatchObject([{ kind: 'dispute_opened', state: 'open', local: { creditsTaken: 1000 } }]);
  });

  it('of a period names the period and its subscription', async () => {
    const { teamId, tell } = await newLife(database.db, 'paddle', { clock });
    for (const name of bursts.paddle.first) await tell(name);
    const period = await one(
      database.db,
      sql`select p.id, p.subscription_id, p.provider_payment_id as payment from subscription_billing_periods p
        join subscriptions s on s.id = p.subscription_id where s.team_id = ${teamId}`,
    );
    const changes = { 'data.transaction_id': period.payment, 'data.totals.total': '2900' };
    expect(await tell('adjustment.created.subscription_chargeback', changes)).toBe('applied');
    const local = { periodId: period.id, subscriptionId: period.subscription_id, teamId, creditsTaken: 1000 };
    expect(await casesOf(teamId)).toMatchObject([{ kind: 'dispute_opened', state: 'open', local }]);
  });

  it('is a case of its own where the payment is disputed a second time', async () => {
    const { tell, cases } = await paid();
    await tell({ status: 'open', id: 'dp_first', amountMinor: 1000 });
    await tell({ status: 'open', id: 'dp_second', amountMinor: 900 });
    await tell({ status: 'won', id: 'dp_first', amountMinor: 1000, second: 2 });
    expect(await cases()).toMatchObject([
      { subject: 'dispute:stripe:dp_first', state: 'closed', local: { creditsTaken: 204 } },
      { subject: 'dispute:stripe:dp_second', state: 'open', local: { creditsTaken: 183 } },
    ]);
  });

  it('that an operator has answered stays answered, whatever is told again', async () => {
    const { tell, cases } = await paid();
    await tell({ status: 'open' });
    const [opened] = await cases();
    const by = { actorId: 'usr_operator', reason: 'Evidence was sent.' };
    await resolveCase(testContext(database.db, { clock }), { caseId: String(opened?.id), by });
    await tell({ status: 'open', second: 2 });
    await tell({ status: 'won', second: 3 });
    expect(await cases()).toMatchObject([{ state: 'resolved', note: 'Evidence was sent.' }]);
  });
});

describe('an inquiry', () => {
  it('is no case until it becomes a dispute', async () => {
    const { teamId, sale, tell, cases } = await paid();
    const body = (status: string) =>
      changeFixture('stripe', 'charge.dispute.created.inquiry', {
        id: `evt_${randomUUID()}`,
        'data.object.id': `dp_${sale.seed}`,
        'data.object.payment_intent': `pi_${sale.seed}`,
        'data.object.status': status,
      });
    const context = testContext(database.db, { clock });
    for (const status of ['warning_needs_response', 'warning_under_review', 'warning_closed'])
      expect((await send(context, { provider: 'stripe', body: body(status) })).status).toBe('ignored');
    expect(await cases()).toEqual([]);
    expect(await tell({ status: 'open' })).toBe('applied');
    expect(await cases()).toMatchObject([{ kind: 'dispute_opened', state: 'open' }]);
    expect(await balanceOf(database.db, teamId)).toBe(0);
  });
});

describe('a dispute that is decided', () => {
  it.each([
    ['stripe', 'won'],
    ['stripe', 'lost'],
    ['paddle', 'won'],
    ['sandbox', 'won'],
    ['sandbox', 'lost'],
  ] as const)('at %s is %s, and its case is closed', async (provider, status) => {
    const { tell, cases } = await paid(provider);
    await tell({ status: 'open' });
    expect(await cases()).toMatchObject([{ kind: 'dispute_opened', provider, state: 'open' }]);
    await tell({ status, second: 2 });
    expect(await cases()).toMatchObject([{ state: 'closed', note: `The dispute was ${status}.` }]);
  });

  it('in whatever order it is told was one case at most, which is open while the dispute is', async () => {
    const { teamId, tell } = await paid();
    const told: Dispute[] = [
      { status: 'open', second: 1 },
      { status: 'open', second: 2 },
      { status: 'won', second: 3 },
      { status: 'lost', second: 4 },
    ];
    for (const [n, order] of ordersOf(told).entries()) {
      const id = `dp_${teamId}_${n}`;
      for (const [so, each] of order.entries()) {
        await tell({ ...each, id, amountMinor: 100 });
        const said = order.slice(0, so + 1).map(({ status }) => status);
        const isOpen = said.every((status) => status === 'open');
        const states = said[0] === 'open' ? [isOpen ? 'open 1' : 'closed 1'] : [];
        expect({ said, states: await statesOf(id) }).toEqual({ said, states });
      }
    }
  });

  const statesOf = async (id: string) =>
    (
      await rows(
        database.db,
        sql`select state, occurrences from reconciliation_cases where subject = ${`dispute:stripe:${id}`}`,
      )
    ).map(({ state, occurrences }) => `${state} ${occurrences}`);
});

describe('two deliveries at once', () => {
  it('of a dispute that opened are one case', async () => {
    await atOnce({ status: 'open' }, { status: 'open', second: 2 }, async ({ cases }) => {
      expect(await cases()).toMatchObject([{ kind: 'dispute_opened', state: 'open', occurrences: 1 }]);
    });
  });

  it.each(['won', 'lost'] as const)('of its opening and that it was %s leave no open case', async (status) => {
    await atOnce({ status: 'open' }, { status, second: 2 }, async ({ cases }) => {
      expect((await cases()).map(({ state }) => state)).not.toContain('open');
    });
  });

  async function atOnce(
    first: Dispute,
    second: Dispute,
    check: (made: Awaited<ReturnType<typeof paid>>) => Promise<void>,
  ): Promise<void> {
    for (let round = 0; round < 4; round += 1) {
      const made = await paid();
      const { arrive } = createBarrier(2);
      const onStep = (step: string) => (step === 'verified' ? arrive() : undefined);
      const pair = round % 2 === 0 ? [first, second] : [second, first];
      await Promise.all(pair.map((told) => made.tell(told, { database: pool, onStep })));
      await check(made);
    }
  }
});

/** Every order of these. */
function ordersOf<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]];
  return all.flatMap((first, n) => ordersOf(all.filter((_, index) => index !== n)).map((rest) => [first, ...rest]));
}
