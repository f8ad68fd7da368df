import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BillingContext } from '@/lib/billing/context';
import { capture, hold } from '@/lib/billing/credits/hold';
import { spend } from '@/lib/billing/credits/spend';
import { createIntent, createTeam, send, testContext } from '../support/billing';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { changeFixture } from '../support/fixtures';
import { pack100Context, pack100Purchase } from '../support/pack100';
import { balanceOf, expectInvariants, one, rows } from '../support/state';

let database: TestDatabase;
let context: BillingContext;
beforeAll(async () => {
  database = await createTestDatabase();
  context = pack100Context(database.db);
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

const stripe = async (body: Uint8Array) => (await send(context, { provider: 'stripe', body })).status;
const job = (teamId: string, credits: number) => ({
  teamId,
  credits,
  idempotencyKey: randomUUID(),
  reason: 'A test job',
});
const statusOf = async (teamId: string) =>
  (
    await one(
      database.db,
      sql`select status from credit_purchases where team_id = ${teamId} order by created_at limit 1`,
    )
  ).status;
const casesOf = async (teamId: string) =>
  (await rows(database.db, sql`select kind, state from reconciliation_cases where team_id = ${teamId}`)).map(
    ({ kind, state }) => `${kind} ${state}`,
  );
const kindsOf = async (teamId: string) =>
  (
    await rows(
      database.db,
      sql`select kind, delta from credit_ledger_entries where team_id = ${teamId} order by sequence`,
    )
  ).map(({ kind, delta }) => `${kind} ${delta}`);

async function bought() {
  const made = await pack100Purchase(database.db);
  await stripe(made.paid());
  const at = (seconds: number) => 1_791_612_001 + seconds;
  const dispute = (status: string, seconds = 0, type = 'charge.dispute.created', amount = 1000) =>
    changeFixture('stripe', 'charge.dispute.created', {
      id: `evt_${randomUUID()}`,
      created: at(seconds),
      type,
      'data.object.id': `du_${made.teamId}`,
      'data.object.payment_intent': made.purchase.paymentId,
      'data.object.amount': amount,
      'data.object.status': status,
    });
  const refundedInAll = (amountMinor: number) => withValue(made.purchase.refundedInAll(amountMinor), 'amount', 1000);
  return { ...made, dispute, refundedInAll };
}

function withValue(body: Uint8Array, field: string, value: unknown): Uint8Array {
  const event = JSON.parse(new TextDecoder().decode(body));
  event.data.object[field] = value;
  return new TextEncoder().encode(JSON.stringify(event));
}

describe('a refund', () => {
  it('after the credits were spent leaves a debt that the next pack pays first', async () => {
    const { teamId, refundedInAll } = await bought();
    await spend(database.db, context.clock, job(teamId, 70));
    expect(await stripe(refundedInAll(1000))).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(-70);
    await expect(spend(database.db, context.clock, job(teamId, 1))).rejects.toMatchObject({
      code: 'insufficient_credits',
    });
    await stripe((await pack100Purchase(database.db, { teamId })).paid());
    expect(await balanceOf(database.db, teamId)).toBe(30);
  });

  it('is told as a running total: repeated, grown, late and over-reported, it takes each part once', async () => {
    const { teamId, refundedInAll, purchase } = await bought();
    const first = refundedInAll(300);
    expect(await stripe(first)).toBe('applied');
    expect(await stripe(first)).toBe('duplicate');
    expect(await stripe(withValue(purchase.refunded(`re_${teamId}`, 300), 'status', 'succeeded'))).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(70);
    expect(await statusOf(teamId)).toBe('partially_refunded');
    expect(await stripe(refundedInAll(1000))).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(0);
    expect(await stripe(refundedInAll(300))).toBe('stale');
    expect(await balanceOf(database.db, teamId)).toBe(0);
    expect(await stripe(refundedInAll(1200))).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(0);
    expect(await rows(database.db, sql`select kind from reconciliation_cases where team_id = ${teamId}`)).toEqual([
      { kind: 'purchase_payload_conflict' },
    ]);
    const again = await pack100Purchase(database.db, { teamId });
    await stripe(again.paid());
    expect(await stripe(first)).toBe('duplicate');
    expect(await balanceOf(database.db, teamId)).toBe(100);
  });

  it('that is pending takes nothing, and one that failed after success is given back', async () => {
    const { teamId, purchase } = await bought();
    const refund = (status: string) => withValue(purchase.refunded(`re_back_${teamId}`, 500), 'status', status);
    expect(await stripe(refund('pending'))).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(100);
    expect(await stripe(refund('succeeded'))).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(50);
    expect(await stripe(refund('failed'))).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(100);
    expect(await stripe(refund('succeeded'))).toBe('stale');
    expect(await statusOf(teamId)).toBe('paid');
    expect(await kindsOf(teamId)).toEqual(['purchase 100', 'refund -50', 'reversal_undone 50']);
  });

  it('of the same id with another amount is a conflict and changes nothing', async () => {
    const { teamId, purchase } = await bought();
    await stripe(purchase.refunded(`re_conflict_${teamId}`, 300));
    expect(await stripe(purchase.refunded(`re_conflict_${teamId}`, 400))).toBe('parked');
    expect(await balanceOf(database.db, teamId)).toBe(70);
  });

  it("takes the payment's own lot first and leaves bought credits of other payments", async () => {
    const first = await bought();
    const second = await pack100Purchase(database.db, { teamId: first.teamId });
    await stripe(second.paid());
    await stripe(withValue(second.purchase.refundedInAll(500), 'amount', 1000));
    const lots = await rows(
      database.db,
      sql`select remaining from credit_grants where team_id = ${first.teamId} order by id`,
    );
    expect(lots).toEqual([{ remaining: '100' }, { remaining: '50' }]);
  });

  it('under a hold lets the hold be captured, into debt', async () => {
    const { teamId, refundedInAll } = await bought();
    const held = await hold(database.db, context.clock, job(teamId, 80));
    await stripe(refundedInAll(1000));
    expect(await balanceOf(database.db, teamId)).toBe(0);
    await capture(database.db, context.clock, { teamId, holdId: held.id });
    expect(await balanceOf(database.db, teamId)).toBe(-80);
  });
});

describe('a dispute', () => {
  it('takes the credits when it opens and gives them back when it is won, and is a case meanwhile', async () => {
    const { teamId, dispute } = await bought();
    expect(await stripe(dispute('needs_response'))).toBe('applied');
    expect(await stripe(dispute('needs_response', 5, 'charge.dispute.funds_withdrawn'))).toBe('duplicate');
    expect(await balanceOf(database.db, teamId)).toBe(0);
    expect(await statusOf(teamId)).toBe('disputed');
    expect(await casesOf(teamId)).toEqual(['dispute_opened open']);
    expect(await stripe(dispute('won', 10, 'charge.dispute.funds_reinstated'))).toBe('applied');
    expect(await stripe(dispute('won', 11, 'charge.dispute.closed'))).toBe('duplicate');
    expect(await balanceOf(database.db, teamId)).toBe(100);
    expect(await statusOf(teamId)).toBe('paid');
    expect(await casesOf(teamId)).toEqual(['dispute_opened closed']);
  });

  it('that was won and is refunded later is taken back once', async () => {
    const { teamId, dispute, refundedInAll } = await bought();
    await stripe(dispute('needs_response'));
    await stripe(dispute('won', 10));
    await stripe(refundedInAll(1000));
    expect(await balanceOf(database.db, teamId)).toBe(0);
    expect(await statusOf(teamId)).toBe('refunded');
    expect(await casesOf(teamId)).toEqual(['dispute_opened closed']);
  });

  it('that was won and then lost is lost, in whatever order the two arrive', async () => {
    const inOrder = await bought();
    const reversed = await bought();
    for (const body of [inOrder.dispute('needs_response'), inOrder.dispute('won', 10), inOrder.dispute('lost', 20)])
      await stripe(body);
    expect(await casesOf(inOrder.teamId)).toEqual(['dispute_opened closed']);
    for (const body of [reversed.dispute('lost', 20), reversed.dispute('won', 10), reversed.dispute('needs_response')])
      await stripe(body);
    expect(await casesOf(reversed.teamId)).toEqual([]);
    for (const { teamId } of [inOrder, reversed]) {
      expect(await balanceOf(database.db, teamId)).toBe(0);
      expect(await statusOf(teamId)).toBe('charged_back');
    }
  });

  it('that is only an inquiry changes nothing', async () => {
    const { teamId, dispute } = await bought();
    expect(await stripe(dispute('warning_needs_response'))).toBe('ignored');
    expect(await stripe(dispute('warning_closed', 10, 'charge.dispute.closed'))).toBe('ignored');
    expect(await balanceOf(database.db, teamId)).toBe(100);
    expect(await statusOf(teamId)).toBe('paid');
    expect(await casesOf(teamId)).toEqual([]);
  });

  it('on top of a partial refund never takes more than all', async () => {
    const { teamId, dispute, refundedInAll } = await bought();
    await stripe(refundedInAll(400));
    await stripe(dispute('needs_response'));
    expect(await balanceOf(database.db, teamId)).toBe(0);
    await stripe(dispute('won', 10));
    expect(await balanceOf(database.db, teamId)).toBe(60);
  });

  it('before its purchase waits for it', async () => {
    const made = await pack100Purchase(database.db);
    const body = changeFixture('stripe', 'charge.dispute.created', {
      id: `evt_${randomUUID()}`,
      'data.object.id': `du_${made.teamId}`,
      'data.object.payment_intent': made.purchase.paymentId,
      'data.object.amount': 1000,
    });
    expect(await stripe(body)).toBe('waiting');
    expect(await stripe(made.paid())).toBe('applied');
    expect(await balanceOf(database.db, made.teamId)).toBe(0);
    expect(await kindsOf(made.teamId)).toEqual(['purchase 100', 'dispute -100']);
  });
});

describe('a pack that was charged on top of a subscription', () => {
  it('is found through the plan, is no payment of the plan, and can be refunded', async () => {
    const teamId = await createTeam(database.db);
    const checkoutId = await createIntent(database.db, { teamId, provider: 'paddle', item: 'pro_monthly' });
    const own = {
      'data.id': `txn_${teamId}`,
      event_id: `evt_${teamId}`,
      'data.custom_data': { checkout_id: checkoutId },
    };
    const paid = changeFixture('paddle', 'transaction.completed.subscription_charge', own);
    const plans = testContext(database.db);
    expect((await send(plans, { provider: 'paddle', body: paid })).status).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(1000);
    expect(await one(database.db, sql`select state from billing_checkouts where id = ${checkoutId}`)).toEqual({
      state: 'open',
    });
    const refund = changeFixture('paddle', 'adjustment.updated.top_up_refund_full.approved', {
      'data.transaction_id': `txn_${teamId}`,
      event_id: `evt_r_${teamId}`,
      'data.id': `adj_${teamId}`,
    });
    expect((await send(plans, { provider: 'paddle', body: refund })).status).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(0);
  });
});
