import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RenewalStep, Step } from '@/lib/billing/context';
import { renderMetrics } from '@/lib/billing/operations/metrics';
import { cancel } from '@/lib/billing/renewals/cancel';
import { chargeDue } from '@/lib/billing/renewals/charge';
import { decideUnclear, markRefunded } from '@/lib/billing/renewals/decide';
import { type Charging, newCharging, settleDown } from '@/tests/support/charging';
import { createTestDatabase, type TestDatabase } from '@/tests/support/database';
import { count, expectInvariants } from '@/tests/support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await expectInvariants(database.db);
  await settleDown(database.db);
});
afterAll(() => database.drop());

const begin = (options?: Parameters<typeof newCharging>[1]) => newCharging(database.db, options);

/** A subscription whose second cycle is registered and due. */
async function due(options?: Parameters<typeof newCharging>[1]): Promise<Charging & { methodId: string; id: string }> {
  const charging = await begin(options);
  const { methodId, id } = await charging.subscribed();
  await charging.toCycle();
  return { ...charging, methodId, id };
}

const paidOnce = { status: 'active', is_failing: false, periods: 2, lots: 2 };
const keysOf = ({ ledger }: Charging) => new Set(ledger.deliveries.map(({ key }) => key)).size;
const commitsOf = ({ ledger }: Charging) => ledger.commits().length - 1;

/** The process dies at a step: what it had in hand is lost. */
function dieAt(charging: Charging, step: RenewalStep): void {
  const die = (reached: Step | RenewalStep) => {
    if (reached === step) throw new Error('killed');
  };
  Object.assign(charging.context, { onStep: die });
}

describe('a charge', () => {
  it('is sent once and paid once where nothing goes wrong', async () => {
    const charging = await due();
    await charging.charge();
    expect(charging.ledger.deliveries).toHaveLength(1);
    expect(commitsOf(charging)).toBe(1);
    expect(await charging.newest()).toMatchObject({ state: 'succeeded', attempts: 1 });
    expect(await charging.standing()).toMatchObject({ ...paidOnce, newest_kind: 'renewal' });
    expect(await charging.messages()).toEqual(['subscription_renewed', 'subscription_renewed']);
  });

  it('that fails twice and then goes through is paid by the third attempt, under one key', async () => {
    const charging = await due();
    charging.server.next('fail_before', 'fail_before');
    await charging.charge();
    expect(await charging.newest()).toMatchObject({ state: 'unknown', attempts: 1 });
    expect(await charging.charge()).toBe(0);
    await charging.afterMinutes(1);
    await charging.afterMinutes(5);
    expect(await charging.newest()).toMatchObject({ state: 'succeeded', attempts: 3, try_no: 1 });
    expect(charging.ledger.deliveries).toHaveLength(3);
    expect(keysOf(charging)).toBe(1);
    expect(commitsOf(charging)).toBe(1);
    expect(await charging.standing()).toMatchObject(paidOnce);
  });

  it('whose connection breaks before anything is committed is paid by the next attempt', async () => {
    const charging = await due();
    charging.server.next('drop_before');
    await charging.charge();
    expect(commitsOf(charging)).toBe(0);
    await charging.afterMinutes(1);
    expect(charging.ledger.deliveries).toHaveLength(2);
    expect(commitsOf(charging)).toBe(1);
    expect(await charging.standing()).toMatchObject(paidOnce);
  });

  it('whose answer is lost twice behind the commit is delivered three times and committed once', async () => {
    const charging = await due();
    charging.server.next('drop_after', 'drop_after');
    await charging.charge();
    await charging.afterMinutes(1);
    await charging.afterMinutes(5);
    expect(charging.ledger.deliveries).toHaveLength(3);
    expect(keysOf(charging)).toBe(1);
    expect(commitsOf(charging)).toBe(1);
    expect(await charging.newest()).toMatchObject({ state: 'succeeded', attempts: 3 });
    expect(await charging.standing()).toMatchObject(paidOnce);
    expect(await charging.messages()).not.toContain('payment_failed');
  });

  it('is taken three times by a receiver that ignores the key: the key is what helps, and each payment is seen', async () => {
    const charging = await due();
    charging.ledger.isProtected = false;
    charging.server.next('drop_after', 'drop_after');
    await charging.charge();
    await charging.afterMinutes(1);
    await charging.afterMinutes(5);
    expect(keysOf(charging)).toBe(1);
    expect(commitsOf(charging)).toBe(3);
    expect(await charging.standing()).toMatchObject(paidOnce);
    const [, first] = charging.ledger.commits();
    if (first) expect(await charging.tellCharge(first)).toMatchObject({ status: 'applied' });
    expect(await charging.cases()).toMatchObject([{ kind: 'charged_twice', state: 'open' }]);
    expect(await charging.standing()).toMatchObject(paidOnce);
  });

  it.each(['charge_leased', 'charge_answered', 'charge_recorded', 'charge_settled'] as const)(
    'whose process dies at "%s" is committed once by whoever comes next, under the same key',
    async (step) => {
      const charging = await due();
      dieAt(charging, step);
      await charging.charge();
      expect(await charging.newest()).toMatchObject({ state: 'sending', attempts: 1 });
      expect(await charging.standing()).toMatchObject({ periods: 1, lots: 1 });
      Object.assign(charging.context, { onStep: undefined });
      expect(await charging.charge()).toBe(0);
      await charging.afterMinutes(2);
      expect(keysOf(charging)).toBe(1);
      expect(commitsOf(charging)).toBe(1);
      expect(await charging.standing()).toMatchObject(paidOnce);
    },
  );

  it('that a receiver drops with our time-out is committed by the next attempt', async () => {
    const charging = await due();
    charging.server.next('hold_before');
    await charging.runOutOfTime();
    expect(await charging.newest()).toMatchObject({ state: 'unknown', error_code: 'timeout' });
    await charging.afterMinutes(1);
    expect(commitsOf(charging)).toBe(1);
    expect(await charging.standing()).toMatchObject(paidOnce);
  });

  it('that a receiver goes on with behind our time-out is committed once with the next attempt', async () => {
    const charging = await due();
    charging.server.next('hold_before');
    await charging.runOutOfTime();
    await charging.afterMinutes(1);
    charging.server.release();
    await charging.tellCharge(charging.ledger.commits()[1] ?? fail());
    expect(charging.ledger.deliveries).toHaveLength(2);
    expect(commitsOf(charging)).toBe(1);
    expect(await charging.cases()).toEqual([]);
    expect(await charging.standing()).toMatchObject(paidOnce);
  });

  it('that is declined for good is attempted once, and another card is asked for', async () => {
    const charging = await due();
    charging.ledger.rules.set(charging.methodId, { status: 'failed', declineCode: 'stolen_card' });
    await charging.charge();
    await charging.after(24 * 60 * 60_000);
    expect(charging.ledger.deliveries).toHaveLength(1);
    expect(await charging.newest()).toMatchObject({ state: 'needs_card', attempts: 1, next_attempt_at: null });
    expect(await charging.standing()).toMatchObject({ status: 'past_due', periods: 1 });
    expect(await charging.messages()).toContain('card_needed');
  });

  it('that is never answered is attempted eight times within twenty hours, alerts, and makes nobody past due', async () => {
    const charging = await due();
    const startedAt = charging.clock.now().getTime();
    charging.server.always('fail_before');
    await throughTry(charging);
    const { text } = await renderMetrics(charging.context);
    await charging.afterMinutes(60);
    expect(charging.ledger.deliveries).toHaveLength(8);
    expect((charging.ledger.deliveries.at(-1)?.at.getTime() ?? 0) - startedAt).toBeLessThan(20 * 60 * 60_000);
    expect(await charging.cases()).toMatchObject([{ kind: 'charge_exhausted', state: 'open' }]);
    expect(await charging.standing()).toMatchObject({ status: 'active', is_failing: false });
    expect(text).toMatch(/paidonce_charge_operations\{state="unknown"\} [1-9]/);
    expect(text).toMatch(/paidonce_charges_exhausted [1-9]/);
    expect(text).toMatch(/paidonce_charge_refunds_due \d/);
    expect(text).toContain('paidonce_renewal_clocks{state="running"} 1');
    expect(text).toMatch(/paidonce_renewal_clock_lag_seconds \d/);
    expect(text).toMatch(/paidonce_charge_answers\{class="unknown_outcome"\} [1-9]/);
  });

  it('that was never answered waits for the key to lapse, is looked for, and only then tried anew', async () => {
    const charging = await due();
    charging.server.always('drop_before');
    await throughTry(charging);
    expect(await charging.newest()).toMatchObject({ state: 'unknown', attempts: 8, try_no: 1 });
    expect(await charging.cases()).toMatchObject([{ kind: 'charge_exhausted', state: 'open' }]);
    charging.server.always(null);
    await charging.afterMinutes(4 * 60);
    expect(charging.ledger.deliveries).toHaveLength(8);
    await charging.afterMinutes(2 * 60);
    await charging.afterMinutes(0);
    expect(keysOf(charging)).toBe(2);
    expect(commitsOf(charging)).toBe(1);
    expect(await charging.newest()).toMatchObject({ state: 'succeeded', try_no: 2 });
    expect(await charging.cases()).toMatchObject([{ kind: 'charge_exhausted', state: 'closed' }]);
  });

  it('whose answers were all lost is found in the list once the key has lapsed, and not made again', async () => {
    const charging = await due();
    charging.server.always('drop_after');
    await throughTry(charging);
    await charging.afterMinutes(6 * 60);
    expect(charging.ledger.deliveries).toHaveLength(8);
    expect(commitsOf(charging)).toBe(1);
    expect(await charging.newest()).toMatchObject({ state: 'succeeded', try_no: 1 });
    expect(await charging.standing()).toMatchObject(paidOnce);
  });

  it('whose provider cannot be asked either is neither tried anew nor past due, and is found later', async () => {
    const charging = await due();
    charging.server.always('drop_after');
    charging.server.refuseLookUps(true);
    await throughTry(charging);
    for (let n = 0; n < 4; n += 1) await charging.afterMinutes(6 * 60);
    expect(await charging.newest()).toMatchObject({ state: 'unknown', try_no: 1 });
    expect(await charging.standing()).toMatchObject({ status: 'active', is_failing: false });
    charging.server.refuseLookUps(false);
    await charging.afterMinutes(12 * 60);
    expect(commitsOf(charging)).toBe(1);
    expect(await charging.newest()).toMatchObject({ state: 'succeeded', try_no: 1 });
  });

  it('keeps its card and its key though the card is replaced while it is on its way', async () => {
    const charging = await due();
    charging.server.next('drop_after');
    await charging.charge();
    await charging.saveCard();
    await charging.afterMinutes(1);
    expect(keysOf(charging)).toBe(1);
    expect(commitsOf(charging)).toBe(1);
    expect(charging.ledger.commits().at(-1)?.methodId).toBe(charging.methodId);
    expect(await charging.standing()).toMatchObject(paidOnce);
  });

  it('is not settled by the late decline of an attempt that another one has overtaken', async () => {
    const charging = await due({ timeoutMs: 60_000 });
    charging.ledger.rules.set(charging.methodId, { status: 'failed', declineCode: 'insufficient_funds' });
    charging.server.next('hold_after');
    const first = charging.charge();
    await charging.server.heldAtLeast(1);
    charging.server.next('fail_before');
    await overtake(charging);
    expect(await charging.newest()).toMatchObject({ state: 'unknown', attempts: 2 });
    charging.server.release();
    await first;
    expect(await charging.newest()).toMatchObject({ state: 'unknown', attempts: 2, first_failed_at: null });
    expect(await charging.attempts()).toMatchObject([{ answer_class: 'soft_decline', is_late: true }, {}]);
    expect(await charging.standing()).toMatchObject({ status: 'active' });
  });

  it('is settled by the late success of an attempt that another one has overtaken', async () => {
    const charging = await due({ timeoutMs: 60_000 });
    charging.server.next('hold_after');
    const first = charging.charge();
    await charging.server.heldAtLeast(1);
    charging.server.next('fail_before');
    await overtake(charging);
    charging.server.release();
    await first;
    expect(await charging.newest()).toMatchObject({ state: 'succeeded' });
    expect(commitsOf(charging)).toBe(1);
    expect(await charging.standing()).toMatchObject(paidOnce);
  });

  it('whose webhook is first is paid once, and its answer is a duplicate', async () => {
    const charging = await due();
    charging.server.next('drop_after');
    await charging.charge();
    expect(await charging.tellCharge(charging.ledger.commits()[1] ?? fail())).toMatchObject({ status: 'applied' });
    expect(await charging.standing()).toMatchObject(paidOnce);
    await charging.afterMinutes(0);
    expect(charging.ledger.deliveries).toHaveLength(1);
    expect(await charging.newest()).toMatchObject({ state: 'succeeded', provider_payment_id: 'pay_2' });
  });

  it('whose webhook comes behind its answer is a duplicate', async () => {
    const charging = await due();
    await charging.charge();
    expect(await charging.tellCharge(charging.ledger.commits()[1] ?? fail())).toMatchObject({ status: 'duplicate' });
    expect(await charging.standing()).toMatchObject(paidOnce);
  });

  it('under a key that was used for something else is not sent again, and is a case', async () => {
    const charging = await due();
    const { id } = await charging.newest();
    charging.ledger.charge({
      ...{ key: `${id}:t1`, operationId: 'another', customerId: 'cus', methodId: 'pm', metadata: {} },
      ...{ amountMinor: 1, currency: 'USD' },
    });
    await charging.charge();
    await charging.after(60 * 60_000);
    expect(charging.ledger.deliveries).toHaveLength(1);
    expect(await charging.newest()).toMatchObject({ state: 'unclear', last_class: 'bug' });
    expect(await charging.cases()).toMatchObject([{ kind: 'charge_rejected' }]);
  });

  it('of another amount than was asked for is for a person, and grants nothing', async () => {
    const charging = await paidAnotherAmount();
    expect(await charging.newest()).toMatchObject({ state: 'unclear', next_attempt_at: null });
    expect(await charging.cases()).toMatchObject([{ kind: 'charge_outcome_unclear', state: 'open' }]);
    expect(await charging.standing()).toMatchObject({ status: 'active', periods: 1, lots: 1 });
  });

  it('is kept back by a rate limit and a refused key, and goes through behind them', async () => {
    const charging = await due();
    charging.server.next('rate_limit', 'refuse_key');
    await charging.charge();
    expect(await charging.newest()).toMatchObject({ state: 'pending', last_class: 'transient' });
    await charging.afterMinutes(1);
    await charging.afterMinutes(5);
    expect(await charging.newest()).toMatchObject({ state: 'succeeded', attempts: 3 });
    expect(commitsOf(charging)).toBe(1);
  });

  it('of one subscription waits for the cycle before it', async () => {
    const charging = await due();
    charging.server.always('fail_before');
    await charging.charge();
    await charging.toCycle('2027-03-31T14:02:10.000Z');
    charging.server.always(null);
    charging.server.next('drop_before');
    while ((await charging.charge()) > 0);
    expect(await charging.operations()).toMatchObject([{}, { state: 'unknown' }, { state: 'pending' }]);
    expect(new Set(charging.ledger.deliveries.map(({ operationId }) => operationId)).size).toBe(1);
  });
});

describe('what is not clear', () => {
  it('waits for a person, who says that it was charged, and then it renews', async () => {
    const charging = await paidAnotherAmount();
    const { id: operationId } = await charging.newest();
    const deciding = { operationId: String(operationId), operatorId: 'operator_1' };
    const decision = { kind: 'charged', providerPaymentId: 'pay_2' } as const;
    await decideUnclear(charging.context, { ...deciding, decision });
    expect(await charging.newest()).toMatchObject({ state: 'succeeded', provider_payment_id: 'pay_2' });
    expect(await charging.standing()).toMatchObject(paidOnce);
    expect(await charging.cases()).toMatchObject([{ kind: 'charge_outcome_unclear', state: 'closed' }]);
    await expect(decideUnclear(charging.context, { ...deciding, decision })).rejects.toMatchObject({
      code: 'charge_not_unclear',
    });
  });

  it('is tried anew, under a key of its own, once a person says that nothing was taken', async () => {
    const charging = await paidAnotherAmount();
    const { id } = await charging.newest();
    const decision = { kind: 'not_charged' } as const;
    await decideUnclear(charging.context, { operationId: String(id), operatorId: 'operator_1', decision });
    await charging.charge();
    expect(await charging.newest()).toMatchObject({ state: 'succeeded', try_no: 2 });
    expect(await charging.standing()).toMatchObject(paidOnce);
  });

  it('is owed back once, and no more when it was given back', async () => {
    const charging = await due();
    const { id } = await charging.newest();
    const owed = { operationId: String(id), operatorId: 'operator_1', reason: 'refunded in the dashboard' };
    await expect(markRefunded(charging.context, owed)).rejects.toMatchObject({ code: 'no_refund_due' });
    charging.server.next('hold_after');
    const charge = charging.charge();
    await charging.server.heldAtLeast(1);
    const { teamId, id: subscriptionId, userId } = charging;
    await cancel(charging.context, { teamId, subscriptionId, userId, mode: 'now' });
    charging.server.release();
    await charge;
    await markRefunded(charging.context, owed);
    expect(await charging.cases()).toMatchObject([{ kind: 'charge_refund_due', state: 'closed' }]);
    await expect(markRefunded(charging.context, owed)).rejects.toMatchObject({ code: 'no_refund_due' });
  });
});

describe('many charges', () => {
  it('of one process are on their way at most as many at once as the settings say', async () => {
    const charging = await begin();
    for (let n = 0; n < 12; n += 1) await (n === 0 ? charging.subscribed() : another(charging));
    charging.server.always('hold_after');
    charging.clock.set('2027-02-28T14:02:10.000Z');
    await charging.tick();
    const passes = [charging.charge(), charging.charge(), charging.charge()];
    await charging.server.heldAtLeast(5);
    // Either the other two find no room, or a sixth charge comes in.
    await Promise.race([endOf(2, passes), charging.server.heldAtLeast(6)]);
    expect(charging.server.mostAtOnce()).toBe(5);
    charging.server.always(null);
    charging.server.release();
    await Promise.all(passes);
    while ((await charging.charge()) > 0);
    expect(charging.server.mostAtOnce()).toBe(5);
    expect(charging.ledger.commits()).toHaveLength(24);
  });
});

/** The provider's answer, when it comes, tells of another amount. */
async function paidAnotherAmount() {
  const charging = await due();
  charging.server.next('drop_after');
  await charging.charge();
  Object.assign(charging.ledger.commits()[1] ?? fail(), { amountMinor: 1 });
  await charging.afterMinutes(1);
  return charging;
}

/** Every attempt of a try, each when it is due. */
async function throughTry(charging: Charging): Promise<void> {
  await charging.charge();
  for (const minutes of [1, 5, 15, 60, 180, 360, 540]) await charging.afterMinutes(minutes);
}

/** When so many of them have ended. */
function endOf(count: number, passes: readonly Promise<unknown>[]): Promise<void> {
  let missing = count;
  return new Promise((resolve, reject) => {
    for (const pass of passes) {
      pass.then(() => {
        missing -= 1;
        if (missing === 0) resolve();
      }, reject);
    }
  });
}

/** The lease of the first attempt ends, and another process attempts it. */
async function overtake({ context, clock, pass }: Charging): Promise<void> {
  clock.advance(3 * 60_000);
  const other = { ...context, settings: { ...context.settings, renewals: { ...context.settings.renewals } } };
  await chargeDue(other, pass);
}

/** Another team on the same payment service. */
async function another({ clock, context }: Charging): Promise<void> {
  const more = await newCharging(database.db, { start: clock.now().toISOString() });
  Object.assign(more.context, { chargers: context.chargers });
  await more.subscribed();
}

function fail(): never {
  throw new Error('There is no such charge.');
}

it('no cycle is there twice, whatever happened above', async () => {
  const twice = sql`select count(*) from (select subscription_id, cycle_no from charge_operations
    group by 1, 2 having count(*) > 1) as doubled`;
  expect(await count(database.db, twice)).toBe(0);
});
