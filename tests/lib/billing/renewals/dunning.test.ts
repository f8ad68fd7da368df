import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findInvoiceUrl } from '@/lib/billing/invoices/document';
import { listInvoices } from '@/lib/billing/invoices/list';
import { cancel } from '@/lib/billing/renewals/cancel';
import { chargeDue } from '@/lib/billing/renewals/charge';
import { decideUnclear } from '@/lib/billing/renewals/decide';
import { getRenewal } from '@/lib/billing/renewals/queries';
import { resume } from '@/lib/billing/renewals/resume';
import { getAccess } from '@/lib/billing/subscriptions/queries';
import { type Charging, newCharging, settleDown } from '@/tests/support/charging';
import { createTestDatabase, type TestDatabase } from '@/tests/support/database';
import { expectInvariants, rows } from '@/tests/support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await expectInvariants(database.db);
  await settleDown(database.db);
});
afterAll(() => database.drop());

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const softly = { status: 'failed', declineCode: 'insufficient_funds' } as const;
const forGood = { status: 'failed', declineCode: 'stolen_card' } as const;

type Due = Charging & { methodId: string; id: string };

/** A subscription whose second cycle is due, with a card that does this from now on. */
async function due(rule?: Parameters<Charging['ledger']['rules']['set']>[1]): Promise<Due> {
  const charging = await newCharging(database.db);
  const { methodId, id } = await charging.subscribed();
  if (rule) charging.ledger.rules.set(methodId, rule);
  await charging.toCycle();
  return { ...charging, methodId, id };
}

async function passDays(charging: Charging, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await charging.after(day);
}

const keysSent = ({ ledger }: Charging) => ledger.deliveries.map(({ key }) => key.split(':').at(-1));

describe('a renewal that is declined', () => {
  it('is past due at once, is tried on days 1, 3, 5 and 7 under keys of their own, and ends on day 21', async () => {
    const charging = await due(softly);
    await charging.charge();
    expect(await charging.standing()).toMatchObject({ status: 'past_due', is_failing: true, periods: 1 });
    await passDays(charging, 21);
    expect(keysSent(charging)).toEqual(['t1', 't2', 't3', 't4', 't5']);
    const days = charging.ledger.deliveries.map(({ at }) => Math.round((+at - Date.UTC(2027, 1, 28, 14, 2)) / day));
    expect(days).toEqual([0, 1, 3, 5, 7]);
    expect(await charging.standing()).toMatchObject({ status: 'canceled', has_ended: true, periods: 1 });
    expect(await charging.newest()).toMatchObject({ state: 'failed' });
    expect(await charging.messages()).toEqual([
      'subscription_renewed',
      ...['payment_failed', 'payment_retry_failed', 'payment_retry_failed', 'payment_retry_failed'],
      ...['payment_retry_failed', 'access_restricted', 'subscription_ended'],
    ]);
  });

  it('is tried on the days that were chosen, also behind the restriction, and recovers then', async () => {
    const charging = await due(softly);
    charging.context.settings.renewals.dunningDays = [2, 4, 10];
    await charging.charge();
    await passDays(charging, 9);
    expect(keysSent(charging)).toEqual(['t1', 't2', 't3']);
    expect(await charging.standing()).toMatchObject({ status: 'unpaid' });
    expect((await getAccess(charging.context, charging.teamId)).level).toBe('restricted');
    charging.ledger.rules.delete(charging.methodId);
    await passDays(charging, 1);
    expect(keysSent(charging)).toEqual(['t1', 't2', 't3', 't4']);
    expect(await charging.standing()).toMatchObject({ status: 'active', has_ended: false, periods: 2 });
    expect((await getAccess(charging.context, charging.teamId)).level).toBe('full');
  });

  it('takes each step once, however often and by how many workers it is looked at', async () => {
    const charging = await due(forGood);
    await charging.charge();
    charging.clock.advance(day);
    await Promise.all(Array.from({ length: 8 }, () => charging.dun()));
    charging.clock.advance(6 * day);
    await Promise.all(Array.from({ length: 8 }, () => charging.dun()));
    const steps = (await charging.audits('dunning_step')).map(({ details }) => details);
    expect(steps.map((step) => Reflect.get(Object(step), 'kind')).sort()).toEqual([
      ...['remind', 'remind', 'remind', 'remind', 'restrict'],
    ]);
    expect(await charging.standing()).toMatchObject({ status: 'unpaid' });
    // Days 3, 5 and 7 fell due together behind an outage of ours, and the restriction says it all.
    expect(await charging.messages()).toEqual([
      ...['subscription_renewed', 'card_needed', 'card_needed', 'access_restricted'],
    ]);
  });

  it('keeps everything for seven days, is restricted then, and has nothing after its end', async () => {
    const charging = await due(softly);
    await charging.charge();
    const { context, teamId } = charging;
    const levels: string[] = [];
    const shown: unknown[] = [];
    for (const at of [0, 6.9, 0.3, 13.9]) {
      await charging.after(at * day);
      levels.push((await getAccess(context, teamId)).level);
      shown.push((await getRenewal(context, teamId))?.failed?.isInGrace);
    }
    expect(levels).toEqual(['grace', 'grace', 'restricted', 'none']);
    expect(shown).toEqual([true, true, false, undefined]);
  });

  it('is paid on our own page, since its provider has none for it', async () => {
    const { context, teamId, charge } = await due(softly);
    await charge();
    const { entries } = await listInvoices(context, { teamId, filter: 'unpaid' });
    const invoiceId = entries[0]?.id ?? '';
    const url = await findInvoiceUrl(context, { teamId, userId: null, invoiceId });
    expect([entries.length, url]).toEqual([1, `${context.settings.appUrl}/subscription#renewal`]);
  });

  it('recovers with the same cycle when the card goes through on its second day of trying', async () => {
    const charging = await due(softly);
    await charging.charge();
    await passDays(charging, 2);
    charging.ledger.rules.delete(charging.methodId);
    await passDays(charging, 1);
    expect(keysSent(charging)).toEqual(['t1', 't2', 't3']);
    expect(await charging.standing()).toMatchObject({
      ...{ status: 'active', is_failing: false, periods: 2, newest_kind: 'recovery', lots: 2 },
    });
    const [period] = await rows(
      database.db,
      sql`select period_start = '2027-02-28T14:02:10Z' as starts, period_end = '2027-03-31T14:02:10Z' as ends
        from subscription_billing_periods p join subscriptions s on s.id = p.subscription_id
        where s.team_id = ${charging.teamId} order by period_start desc limit 1`,
    );
    expect(period).toEqual({ starts: true, ends: true });
    await passDays(charging, 20);
    expect(await charging.standing()).toMatchObject({ status: 'active', has_ended: false });
  });

  it('is tried at once with a new card, and then again only by the days', async () => {
    const charging = await due(forGood);
    await charging.charge();
    await passDays(charging, 4);
    expect(charging.ledger.deliveries).toHaveLength(1);
    await charging.saveCard();
    await charging.charge();
    expect(keysSent(charging)).toEqual(['t1', 't2']);
    expect(await charging.standing()).toMatchObject({ status: 'active', newest_kind: 'recovery' });
  });

  it('is recovered by a new card also once access is restricted', async () => {
    const charging = await due(softly);
    await charging.charge();
    await passDays(charging, 10);
    expect(await charging.standing()).toMatchObject({ status: 'unpaid' });
    await charging.saveCard();
    await charging.charge();
    expect(await charging.standing()).toMatchObject({ status: 'active', is_failing: false, newest_kind: 'recovery' });
    expect((await getAccess(charging.context, charging.teamId)).level).toBe('full');
  });

  it('ends on its day also where the days of trying were made fewer meanwhile', async () => {
    const charging = await due(forGood);
    await charging.charge();
    await passDays(charging, 4);
    const { settings } = charging.context;
    Object.assign(charging.context, {
      settings: { ...settings, renewals: { ...settings.renewals, dunningDays: [2] } },
    });
    await passDays(charging, 2);
    expect(await charging.standing()).toMatchObject({ status: 'past_due' });
    await passDays(charging, 14);
    expect(await charging.standing()).toMatchObject({ status: 'unpaid', has_ended: false });
    await passDays(charging, 1);
    expect(await charging.standing()).toMatchObject({ status: 'canceled', has_ended: true });
  });

  it('ends on its day also where a person had to say in between that nothing was taken', async () => {
    const charging = await due(softly);
    await charging.charge();
    charging.ledger.rules.delete(charging.methodId);
    charging.server.next('drop_after');
    await charging.after(day);
    Object.assign(charging.ledger.commits()[1] ?? {}, { amountMinor: 1 });
    await charging.afterMinutes(1);
    const { id, state } = await charging.newest();
    expect(state).toBe('unclear');
    charging.ledger.rules.set(charging.methodId, softly);
    await decideUnclear(charging.context, {
      ...{ operationId: String(id), operatorId: 'operator_1', decision: { kind: 'not_charged' } },
    });
    await passDays(charging, 21);
    expect(await charging.standing()).toMatchObject({ status: 'canceled', has_ended: true });
  });

  it('keeps no other from its steps where one of them cannot be taken', async () => {
    const broken = await due(forGood);
    await broken.charge();
    const other = await due(forGood);
    await other.charge();
    await refusing(`new.subscription_id = '${broken.id}'`, async () => {
      await passDays(other, 7);
    });
    expect(await other.standing()).toMatchObject({ status: 'unpaid' });
    expect(await broken.standing()).toMatchObject({ status: 'past_due' });
    broken.clock.advance(7 * day);
    await broken.dun();
    expect(await broken.standing()).toMatchObject({ status: 'unpaid' });
  });

  it('leaves no message unsent that says what is not so any more', async () => {
    const charging = await due(softly);
    await charging.charge();
    await charging.saveCard();
    await charging.charge();
    const unsent = await rows(
      database.db,
      sql`select state from subscription_outbox where team_id = ${charging.teamId} and event_type = 'payment_failed'`,
    );
    expect(unsent).toEqual([{ state: 'superseded' }]);
  });
});

describe('a payment that needs its buyer', () => {
  it('is told with the page to confirm on, is not sent again, and renews when it is confirmed', async () => {
    const charging = await due({ status: 'action_required' });
    await charging.charge();
    expect(await charging.newest()).toMatchObject({
      ...{ state: 'action_required', action_url: 'https://pay.example/confirm' },
    });
    expect(await charging.standing()).toMatchObject({ status: 'past_due' });
    await passDays(charging, 2);
    expect(charging.ledger.deliveries).toHaveLength(1);
    expect(await charging.messages()).toEqual(['subscription_renewed', 'action_needed', 'action_needed']);
    charging.ledger.end('pay_2', 'succeeded');
    await charging.after(6 * hour);
    expect(await charging.newest()).toMatchObject({ state: 'succeeded' });
    expect(await charging.standing()).toMatchObject({ status: 'active', newest_kind: 'recovery' });
  });

  it('is withdrawn before another card is tried, so that both can never be paid', async () => {
    const charging = await due({ status: 'action_required' });
    await charging.charge();
    await charging.saveCard();
    await charging.after(0);
    expect(charging.ledger.find('pay_2')).toMatchObject({ status: 'failed', code: 'canceled' });
    expect(charging.ledger.commits()).toHaveLength(2);
    expect(keysSent(charging)).toEqual(['t1', 't2']);
    expect(await charging.standing()).toMatchObject({ status: 'active', periods: 2 });
  });

  it('that was confirmed while another card was saved is taken as paid, and the other card is not charged', async () => {
    const charging = await due({ status: 'action_required' });
    await charging.charge();
    await charging.saveCard();
    charging.ledger.end('pay_2', 'succeeded');
    await charging.after(0);
    expect(keysSent(charging)).toEqual(['t1']);
    expect(await charging.newest()).toMatchObject({ state: 'succeeded', provider_payment_id: 'pay_2' });
  });

  it('is withdrawn for a card that was saved while it was asked for', async () => {
    const charging = await due({ status: 'action_required' });
    await charging.charge();
    const { lookUp } = charging.charger;
    Object.assign(charging.charger, {
      lookUp: async (id: string) => {
        const asked = await lookUp(id);
        Object.assign(charging.charger, { lookUp });
        await charging.saveCard();
        return asked;
      },
    });
    await charging.after(minute);
    await charging.after(3 * minute);
    expect(charging.ledger.find('pay_2')).toMatchObject({ status: 'failed', code: 'canceled' });
    expect(keysSent(charging)).toEqual(['t1', 't2']);
    expect(await charging.standing()).toMatchObject({ status: 'active', periods: 2 });
  });

  it('that was confirmed before dunning ended the subscription is owed back', async () => {
    const charging = await due({ status: 'action_required' });
    await charging.charge();
    await passDays(charging, 20);
    charging.ledger.end('pay_2', 'succeeded');
    charging.clock.advance(day);
    await charging.dun();
    expect(await charging.standing()).toMatchObject({ status: 'canceled', has_ended: true });
    expect(await charging.newest()).toMatchObject({ state: 'succeeded', refund_due_at: expect.anything() });
    expect(await charging.cases()).toMatchObject([{ kind: 'charge_refund_due', state: 'open' }]);
  });

  it('is called off at the provider when dunning ends the subscription', async () => {
    const charging = await due({ status: 'action_required' });
    await charging.charge();
    await passDays(charging, 21);
    expect(await charging.standing()).toMatchObject({ status: 'canceled', has_ended: true });
    expect(charging.ledger.find('pay_2')).toMatchObject({ status: 'failed' });
  });
});

describe('a payment that takes its time', () => {
  it('is asked for and never sent again, makes nobody past due, and renews once it is through', async () => {
    const charging = await due({ status: 'processing' });
    await charging.charge();
    await passDays(charging, 3);
    expect(charging.ledger.deliveries).toHaveLength(1);
    expect(await charging.newest()).toMatchObject({ state: 'processing' });
    expect(await charging.standing()).toMatchObject({ status: 'active' });
    charging.ledger.end('pay_2', 'succeeded');
    await charging.after(6 * hour);
    expect(await charging.standing()).toMatchObject({ status: 'active', periods: 2, newest_kind: 'renewal' });
  });

  it('is shown to a person when it takes longer than any bank, and is taken as paid when it is', async () => {
    const charging = await due({ status: 'processing' });
    await charging.charge();
    await charging.after(16 * day);
    expect(await charging.cases()).toMatchObject([{ kind: 'charge_outcome_unclear', state: 'open' }]);
    charging.ledger.end('pay_2', 'succeeded');
    await charging.after(6 * hour);
    expect(await charging.cases()).toMatchObject([{ kind: 'charge_outcome_unclear', state: 'closed' }]);
    expect(await charging.standing()).toMatchObject({ status: 'active', periods: 2 });
  });

  it('is a decline like any other when it fails in the end', async () => {
    const charging = await due({ status: 'processing' });
    await charging.charge();
    charging.ledger.end('pay_2', 'failed', 'insufficient_funds');
    await charging.after(6 * hour);
    expect(await charging.newest()).toMatchObject({ state: 'declined' });
    expect(await charging.standing()).toMatchObject({ status: 'past_due' });
  });
});

describe('a first payment', () => {
  it.each([softly, forGood])('that is declined ($declineCode) ends what has not begun', async (rule) => {
    const charging = await newCharging(database.db);
    const methodId = `pm_${rule.declineCode}`;
    charging.ledger.rules.set(methodId, rule);
    await charging.saveCard({ methodId });
    await charging.subscribe();
    await charging.charge();
    expect(await charging.newest()).toMatchObject({ state: 'failed' });
    expect(await charging.standing()).toMatchObject({ status: 'canceled', has_ended: true, periods: 0 });
    charging.ledger.rules.delete(methodId);
    await charging.subscribe();
    await charging.charge();
    expect(await charging.standing()).toMatchObject({ status: 'active', periods: 1 });
  });

  it('that needs its buyer waits for a day', async () => {
    const charging = await newCharging(database.db);
    charging.ledger.rules.set('pm_action', { status: 'action_required' });
    await charging.saveCard({ methodId: 'pm_action' });
    await charging.subscribe();
    await charging.charge();
    expect(await charging.standing()).toMatchObject({ status: 'incomplete' });
    await charging.after(day);
    expect(await charging.standing()).toMatchObject({ status: 'canceled', has_ended: true });
    expect(charging.ledger.commits()).toEqual([]);
  });
});

describe('a cancellation while a charge is on its way', () => {
  const cancelAs = (charging: Due, mode: 'now' | 'period_end') =>
    cancel(charging.context, { teamId: charging.teamId, subscriptionId: charging.id, userId: 'user_1', mode });

  /** The charge stands at the provider while the subscription is canceled. */
  async function cancelInFlight(charging: Due, mode: 'now' | 'period_end', then: 'hold_after' | 'hold_before') {
    charging.server.next(then);
    const charge = charging.charge();
    await charging.server.heldAtLeast(1);
    await cancelAs(charging, mode);
    charging.server.release();
    await charge;
  }

  it('keeps what was paid for until its end', async () => {
    const charging = await due();
    await cancelInFlight(charging, 'period_end', 'hold_after');
    expect(await charging.newest()).toMatchObject({ state: 'succeeded', refund_due_at: null });
    expect(await charging.standing()).toMatchObject({ status: 'active', cancel_at_period_end: true, periods: 2 });
    expect(await charging.audits('charge_kept')).toHaveLength(1);
    await charging.comeTo('2027-03-31T14:02:10.000Z');
    expect(await charging.standing()).toMatchObject({ status: 'canceled', has_ended: true, periods: 2 });
    expect(charging.ledger.deliveries).toHaveLength(1);
  });

  it('owes a refund where it was to end now, and says so in a case', async () => {
    const charging = await due();
    await cancelInFlight(charging, 'now', 'hold_after');
    expect(await charging.newest()).toMatchObject({ state: 'succeeded', refund_due_at: expect.anything() });
    expect(await charging.standing()).toMatchObject({ status: 'canceled', has_ended: true });
    expect(await charging.cases()).toMatchObject([{ kind: 'charge_refund_due', state: 'open' }]);
    expect(await charging.audits('charge_refund_due')).toHaveLength(1);
  });

  it.each(['now', 'period_end'] as const)('is over without a payment where it is declined (%s)', async (mode) => {
    const charging = await due(softly);
    await cancelInFlight(charging, mode, 'hold_after');
    expect(await charging.newest()).toMatchObject({ state: 'voided' });
    expect(await charging.standing()).toMatchObject({ status: 'canceled', has_ended: true, periods: 1 });
    expect(await charging.audits('charge_voided')).toHaveLength(1);
    await passDays(charging, 8);
    expect(charging.ledger.deliveries).toHaveLength(1);
  });

  it('withdraws at once what waits for the buyer, and ends', async () => {
    const charging = await due({ status: 'action_required' });
    await charging.charge();
    await charging.after(hour);
    await cancelAs(charging, 'now');
    await charging.after(0);
    expect(charging.ledger.find('pay_2')).toMatchObject({ status: 'failed', code: 'canceled' });
    expect(await charging.newest()).toMatchObject({ state: 'voided' });
    expect(await charging.standing()).toMatchObject({ status: 'canceled', has_ended: true });
  });

  it('that is taken back while what waits for the buyer is withdrawn is tried anew', async () => {
    const charging = await due({ status: 'action_required' });
    await charging.charge();
    await cancelAs(charging, 'now');
    const { cancel: withdraw } = charging.charger;
    Object.assign(charging.charger, {
      cancel: async (id: string) => {
        const { teamId, id: subscriptionId } = charging;
        await resume(charging.context, { teamId, subscriptionId, userId: 'user_1' });
        return withdraw(id);
      },
    });
    charging.ledger.rules.delete(charging.methodId);
    await charging.after(hour);
    expect(keysSent(charging)).toEqual(['t1', 't2']);
    expect(await charging.standing()).toMatchObject({ status: 'active', cancel_at_period_end: false, periods: 2 });
  });

  it.each(['now', 'period_end'] as const)('sends no other try where what waits is gone by then (%s)', async (mode) => {
    const charging = await due({ status: 'action_required' });
    await charging.charge();
    await charging.saveCard();
    Object.assign(charging.charger, {
      cancel: async () => {
        await cancelAs(charging, mode);
        return null;
      },
    });
    await charging.after(0);
    await charging.after(hour);
    expect(keysSent(charging)).toEqual(['t1']);
    expect(await charging.newest()).toMatchObject({ state: 'voided' });
    expect(await charging.standing()).toMatchObject({ status: 'canceled', has_ended: true, periods: 1 });
  });

  it.each(['now', 'period_end'] as const)('calls off another try before it is sent, too (%s)', async (mode) => {
    const charging = await due({ status: 'action_required' });
    await charging.charge();
    await charging.saveCard();
    Object.assign(charging.charger, { cancel: async () => null });
    await chargeDue(charging.context, { isTimeLeft: () => true, limit: 1 });
    expect(await charging.newest()).toMatchObject({ state: 'pending', provider_payment_id: null, try_attempts: 0 });
    await cancelAs(charging, mode);
    await charging.after(hour);
    expect(keysSent(charging)).toEqual(['t1']);
    expect(await charging.newest()).toMatchObject({ state: 'voided' });
    expect(await charging.standing()).toMatchObject({ status: 'canceled', has_ended: true, periods: 1 });
  });

  it('is over where its buyer would have to confirm it and there is nothing to confirm', async () => {
    const charging = await due({ status: 'failed', declineCode: 'authentication_required' });
    await cancelInFlight(charging, 'now', 'hold_after');
    expect(await charging.newest()).toMatchObject({ state: 'voided' });
    expect(await charging.standing()).toMatchObject({ status: 'canceled', has_ended: true, periods: 1 });
    await charging.saveCard();
    await charging.after(hour);
    expect(keysSent(charging)).toEqual(['t1']);
  });

  it('sends nothing more where no answer came, and ends once it is sure that nothing was taken', async () => {
    const charging = await due();
    charging.server.next('drop_before');
    await charging.charge();
    await cancelAs(charging, 'now');
    for (let n = 0; n < 26; n += 1) await charging.after(hour);
    expect(charging.ledger.deliveries).toHaveLength(1);
    expect(await charging.newest()).toMatchObject({ state: 'voided' });
    expect(await charging.standing()).toMatchObject({ status: 'canceled', has_ended: true });
  });

  it('finds what was taken though no answer came, and owes it back', async () => {
    const charging = await due();
    charging.server.next('drop_after');
    await charging.charge();
    await cancelAs(charging, 'now');
    await charging.after(hour);
    expect(charging.ledger.deliveries).toHaveLength(1);
    expect(await charging.newest()).toMatchObject({ state: 'succeeded', refund_due_at: expect.anything() });
    expect(await charging.cases()).toMatchObject([{ kind: 'charge_refund_due' }]);
  });
});

describe('charges that are settled by a webhook', () => {
  it('keep no other from being charged where one of them cannot be', async () => {
    const charging = await due({ status: 'processing' });
    await charging.charge();
    const other = await due();
    const paid = charging.ledger.end('pay_2', 'succeeded');
    if (paid) await charging.tellCharge(paid);
    await refusing(`new.id = '${(await charging.newest()).id}'`, () => other.charge(), 'charge_operations');
    expect(await other.standing()).toMatchObject({ status: 'active', periods: 2 });
    await charging.charge();
    expect(await charging.newest()).toMatchObject({ state: 'succeeded' });
  });
});

/** Postgres refuses what is written to a row of this table meanwhile. */
async function refusing(which: string, work: () => Promise<unknown>, table = 'subscription_transition_audits') {
  await database.db.execute(sql`
    create or replace function refuse_row() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`);
  await database.db.execute(sql`
    create trigger refuse_row before insert or update on ${sql.raw(table)} for each row
    when (${sql.raw(which)}) execute function refuse_row()`);
  await work().finally(() => database.db.execute(sql`drop trigger refuse_row on ${sql.raw(table)}`));
}

describe('a payment outage of twelve hours', () => {
  it('is one charge under one key, and nobody is past due for it', async () => {
    const charging = await due();
    charging.server.always('fail_before');
    const statuses = new Set<unknown>();
    await charging.charge();
    for (let hours = 0; hours < 24; hours += 1) {
      if (hours === 12) charging.server.always(null);
      await charging.afterMinutes(60);
      statuses.add((await charging.standing()).status);
    }
    expect(new Set(keysSent(charging))).toEqual(new Set(['t1']));
    expect(charging.ledger.commits()).toHaveLength(2);
    expect(charging.ledger.deliveries.length).toBeLessThanOrEqual(8);
    expect([...statuses]).toEqual(['active']);
    expect(await charging.standing()).toMatchObject({ periods: 2, newest_kind: 'renewal' });
    expect(await charging.cases()).toEqual([]);
  });
});
