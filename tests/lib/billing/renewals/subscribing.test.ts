import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cancelSubscription } from '@/lib/billing/cancel';
import { claimPage } from '@/lib/billing/checkouts/claim';
import { planOrder } from '@/lib/billing/checkouts/order';
import type { PeriodPaid } from '@/lib/billing/events';
import { labOf } from '@/lib/billing/lab/context';
import { cancel } from '@/lib/billing/renewals/cancel';
import { changePlan } from '@/lib/billing/renewals/change-plan';
import { findClock } from '@/lib/billing/renewals/clocks';
import { instantOf } from '@/lib/billing/renewals/instants';
import { lockOwn } from '@/lib/billing/renewals/own';
import { getRenewal } from '@/lib/billing/renewals/queries';
import { resume } from '@/lib/billing/renewals/resume';
import { startSetup } from '@/lib/billing/renewals/setup';
import { endSubscription } from '@/lib/billing/renewals/transition';
import { listLiveSubscriptions } from '@/lib/billing/subscriptions/live';
import { getAccess } from '@/lib/billing/subscriptions/queries';
import { whatToAsk } from '@/lib/billing/webhooks/ask';
import { fixedClock } from '@/lib/clock';
import { deleteTeam } from '@/lib/teams/delete';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { countWaiting, until } from '../../../support/locks';
import { addMember, testTeams } from '../../../support/people';
import { declined, endAll, newRenewing, type Renewing } from '../../../support/renewing';
import { balanceOf, expectInvariants, one, rows } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  await expectInvariants(database.db);
  await endAll(database.db);
});

const subscriptionOf = ({ teamId }: Renewing) =>
  one(
    database.db,
    sql`select id, status, plan, quantity, cancel_at_period_end, ended_at, current_period_end, past_due_since
      from subscriptions where team_id = ${teamId} order by created_at desc limit 1`,
  );
const messagesOf = async ({ teamId }: Renewing) =>
  (
    await rows(
      database.db,
      sql`select event_type from subscription_outbox where team_id = ${teamId} and state <> 'superseded' order by created_at, id`,
    )
  ).map(({ event_type }) => event_type);
const request = ({ teamId, userId }: Renewing, subscriptionId: string) => ({ teamId, userId, subscriptionId });

describe('to subscribe with a saved card', () => {
  it('charges the first cycle, grants it, and puts the next one an interval later', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin('pro_monthly', 2);
    expect(renewing.till.made).toMatchObject([{ amountMinor: 5800, operationId: `charge:${id}:0` }]);
    expect(renewing.till.sent).toEqual([`charge:${id}:0:t1`]);
    expect(await subscriptionOf(renewing)).toMatchObject({ status: 'active', plan: 'pro_monthly', quantity: 2 });
    expect(await balanceOf(database.db, renewing.teamId)).toBe(2000);
    expect(await getAccess(renewing.context, renewing.teamId)).toMatchObject({ level: 'full', plan: 'pro_monthly' });
    expect(await getRenewal(renewing.context, renewing.teamId)).toMatchObject({
      ...{ amountMinor: 5800, nextChargeAt: '2027-02-28T14:02:10.000000Z', paymentMethod: { last4: '4242' } },
      ...{ failed: null, interval: { unit: 'month', count: 1 } },
    });
    const types = ['subscription_created', 'clock_started', 'charge_registered', 'subscription_renewed'];
    for (const type of types) expect(await renewing.audits(type)).toHaveLength(1);
  });

  it('asked again gives back the same subscription, and its due date does not move', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    const before = await findClock(database.db, id);
    renewing.clock.advance(86_400_000);
    expect((await renewing.subscribe('business_monthly')).id).toBe(id);
    expect(await findClock(database.db, id)).toEqual(before);
    expect(await renewing.operations()).toHaveLength(1);
  });

  it('asked by five clicks at once makes one subscription and one charge', async () => {
    const renewing = await newRenewing(database.db);
    await renewing.saveCard();
    const made = await Promise.all(Array.from({ length: 5 }, () => renewing.subscribe()));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    await renewing.charge();
    expect(renewing.till.made).toHaveLength(1);
  });

  it('takes a cancellation back that is still ahead, on the same anchor', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    const before = await findClock(database.db, id);
    await cancel(renewing.context, { ...request(renewing, id), mode: 'period_end' });
    renewing.clock.advance(86_400_000);
    expect(await renewing.subscribe()).toMatchObject({ id, cancelAtPeriodEnd: false });
    expect(await findClock(database.db, id)).toEqual(before);
    expect(await messagesOf(renewing)).not.toContain('subscription_ending');
  });

  it('begins anew after one that has ended', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    await cancel(renewing.context, { ...request(renewing, id), mode: 'now' });
    renewing.clock.advance(86_400_000);
    const again = await renewing.subscribe();
    expect(again.id).not.toBe(id);
    expect((await findClock(database.db, again.id))?.anchor).toBe('2027-02-01T14:02:10.000000Z');
  });

  it('begins anew also where the one before ends at the same moment', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    let again: Promise<{ id: string }> | undefined;
    await database.db.transaction(async (tx) => {
      const { subscription } = await lockOwn(tx, { teamId: renewing.teamId, subscriptionId: id });
      again = renewing.subscribe();
      await until(async () => (await countWaiting(database.db)) > 0);
      const now = renewing.clock.now();
      const own = { actorType: 'system', actorId: 'renewals', cause: 'test', now } as const;
      await endSubscription(tx, own, { subscription, endedAt: instantOf(now), reason: 'canceled' });
    });
    expect((await again)?.id).not.toBe(id);
    expect(await subscriptionOf(renewing)).toMatchObject({ status: 'incomplete' });
  });

  it('is refused for a team that is deleted, whose card may come later', async () => {
    const renewing = await newRenewing(database.db);
    const { teamId, userId } = renewing;
    const purpose = { kind: 'subscribe', item: 'pro_monthly', quantity: 1 } as const;
    const { setupId } = await startSetup(renewing.context, { teamId, userId, purpose });
    await database.db.execute(sql`update teams set deleted_at = now() where id = ${teamId}`);
    await renewing.saveCard({ setupId });
    await expect(renewing.subscribe()).rejects.toMatchObject({ code: 'unknown_team' });
    expect(await renewing.operations()).toEqual([]);
    await renewing.charge();
    expect(renewing.till.made).toEqual([]);
  });

  it('is refused without a card, for what is no plan, and beside a subscription that its provider renews', async () => {
    const renewing = await newRenewing(database.db);
    await expect(renewing.subscribe()).rejects.toMatchObject({ code: 'no_payment_method' });
    await expect(renewing.subscribe('pack_1000')).rejects.toMatchObject({ code: 'unknown_item' });
    await expect(renewing.subscribe('pro_monthly', 0)).rejects.toMatchObject({ code: 'invalid_quantity' });
    await renewing.saveCard();
    await database.db.execute(sql`
      insert into subscriptions (id, team_id, provider, provider_subscription_id, status)
      values (${`sub_${renewing.teamId}`}, ${renewing.teamId}, 'stripe', ${`sub_${renewing.teamId}`}, 'active')`);
    await expect(renewing.subscribe()).rejects.toMatchObject({ code: 'already_subscribed' });
  });

  it('whose first payment is on its way opens no page that sells a second one', async () => {
    const renewing = await newRenewing(database.db);
    renewing.till.losing = 1;
    await renewing.begin();
    const { teamId, context } = renewing;
    const order = planOrder(context, { teamId, userId: null, provider: 'sandbox', item: 'pro_monthly' });
    await expect(claimPage(context, order)).rejects.toMatchObject({ code: 'live_subscription' });
  });

  it('ends at once where the first payment is declined, and can be begun again', async () => {
    const renewing = await newRenewing(database.db);
    renewing.till.answers.push(declined);
    const { id } = await renewing.begin();
    expect(await subscriptionOf(renewing)).toMatchObject({ status: 'canceled' });
    expect(await findClock(database.db, id)).toMatchObject({ state: 'stopped', stateReason: 'first_payment_declined' });
    expect(await getAccess(renewing.context, renewing.teamId)).toMatchObject({ level: 'none' });
    expect(await messagesOf(renewing)).not.toContain('subscription_ended');
    expect((await renewing.subscribe()).id).not.toBe(id);
  });
});

describe('a saved card', () => {
  it('that was saved to subscribe begins the subscription by the provider’s own message', async () => {
    const renewing = await newRenewing(database.db);
    const { teamId, userId } = renewing;
    const purpose = { kind: 'subscribe', item: 'pro_monthly', quantity: 1 } as const;
    const { setupId, url } = await startSetup(renewing.context, { teamId, userId, purpose });
    expect(url).toContain(setupId);
    expect(await renewing.saveCard({ setupId })).toMatchObject({ status: 'applied' });
    expect(await renewing.saveCard({ setupId, methodId: 'other' })).toMatchObject({ status: 'applied' });
    expect(await renewing.operations()).toHaveLength(1);
  });

  it('told twice is kept once', async () => {
    const renewing = await newRenewing(database.db);
    const { setupId } = await startSetup(renewing.context, { ...renewing, purpose: { kind: 'replace' } });
    await renewing.saveCard({ setupId, methodId: 'sbx_pm_1' });
    expect(await renewing.saveCard({ setupId, methodId: 'sbx_pm_1' })).toMatchObject({ status: 'duplicate' });
    const saved = await rows(database.db, sql`select 1 from saved_payment_methods where team_id = ${renewing.teamId}`);
    expect(saved).toHaveLength(1);
  });

  it('for a setup that is not ours is ignored', async () => {
    const renewing = await newRenewing(database.db);
    expect(await renewing.saveCard({ setupId: 'set_somebody_else' })).toMatchObject({ status: 'ignored' });
  });

  it('that is saved later is charged from the next cycle on', async () => {
    const renewing = await newRenewing(database.db);
    await renewing.begin();
    renewing.clock.advance(1000);
    await renewing.saveCard({ methodId: `new_${renewing.teamId}` });
    expect(await renewing.audits('payment_method_changed')).toHaveLength(1);
    await renewing.comeTo('2027-02-28T14:02:10Z');
    const used = sql`select provider_payment_method_id as id from saved_payment_methods m
      join charge_operations o on o.try_payment_method_id = m.id where o.team_id = ${renewing.teamId} and cycle_no = 1`;
    expect(await one(database.db, used)).toEqual({ id: `new_${renewing.teamId}` });
  });

  it('that comes after a decline is tried at once, and pays the same cycle', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    renewing.till.answers.push(declined);
    await renewing.comeTo('2027-02-28T14:02:10Z');
    expect(await subscriptionOf(renewing)).toMatchObject({ status: 'past_due' });
    expect((await getRenewal(renewing.context, renewing.teamId))?.failed).toMatchObject({ state: 'declined' });
    renewing.clock.advance(3_600_000);
    await renewing.saveCard();
    await renewing.charge();
    expect(renewing.till.sent.slice(1)).toEqual([`charge:${id}:1:t1`, `charge:${id}:1:t2`]);
    expect(await subscriptionOf(renewing)).toMatchObject({ status: 'active', past_due_since: null });
  });
});

describe('a team that ends', () => {
  const lab = { endpoint: 'http://127.0.0.1:1/', deliver: () => Promise.reject(new Error('Nothing is sent.')) };

  it('while the first charge is still ahead is charged nothing', async () => {
    const renewing = await newRenewing(database.db);
    await renewing.saveCard();
    const { id, teamId } = await renewing.subscribe();
    expect(await listLiveSubscriptions(database.db, teamId)).toEqual([id]);
    expect(await cancelSubscription({ ...renewing.context, ...lab }, teamId)).toEqual({ canceled: [id] });
    await renewing.charge();
    expect(renewing.till.sent).toEqual([]);
    expect(await subscriptionOf(renewing)).toMatchObject({ status: 'canceled' });
    expect(await listLiveSubscriptions(database.db, teamId)).toEqual([]);
  });

  it('goes on where somebody takes the cancellation back meanwhile, and nobody can once it has ended', async () => {
    const renewing = await newRenewing(database.db);
    renewing.till.losing = 1;
    const { id } = await renewing.begin();
    const owner = await addMember(database.db, renewing.teamId, 'owner');
    const { context } = testTeams(database.db);
    const cancelOnly = (teamId: string) => cancelSubscription(labOf(renewing.context), teamId);
    const cancelInVain = async (teamId: string) => {
      const done = await cancelOnly(teamId);
      await resume(renewing.context, request(renewing, id));
      return done;
    };
    const meanwhile = { ...context, billing: { ...context.billing, cancelSubscription: cancelInVain } };
    await expect(deleteTeam(meanwhile, owner)).rejects.toMatchObject({ code: 'live_subscription' });
    await deleteTeam({ ...context, billing: { ...context.billing, cancelSubscription: cancelOnly } }, owner);
    await expect(resume(renewing.context, request(renewing, id))).rejects.toMatchObject({ code: 'unknown_team' });
  });

  it('before the card of its member is saved is not subscribed by it', async () => {
    const renewing = await newRenewing(database.db);
    const purpose = { kind: 'subscribe', item: 'pro_monthly', quantity: 1 } as const;
    const { setupId } = await startSetup(renewing.context, { ...renewing, purpose });
    await database.db.execute(sql`update teams set deleted_at = now() where id = ${renewing.teamId}`);
    expect(await renewing.saveCard({ setupId })).toMatchObject({ status: 'applied' });
    await renewing.charge();
    expect(renewing.till.sent).toEqual([]);
    await expect(renewing.subscribe()).rejects.toMatchObject({ code: 'unknown_team' });
  });
});

describe('a change of plan', () => {
  it('is charged from the next cycle on, and what is paid for stays until then', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    await changePlan(renewing.context, { ...request(renewing, id), item: 'business_monthly', quantity: 2 });
    expect(await subscriptionOf(renewing)).toMatchObject({ plan: 'pro_monthly', quantity: 1 });
    expect(await getRenewal(renewing.context, renewing.teamId)).toMatchObject({ nextAmountMinor: 15800 });
    await renewing.comeTo('2027-02-28T14:02:10Z');
    expect(renewing.till.made.at(-1)?.amountMinor).toBe(15800);
    expect(await subscriptionOf(renewing)).toMatchObject({ plan: 'business_monthly', quantity: 2 });
    expect(await findClock(database.db, id)).toMatchObject({ item: 'business_monthly', nextItem: null });
    expect(await renewing.audits('plan_change_scheduled')).toHaveLength(1);
  });

  it('to a yearly plan counts years from where the month ended', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    await changePlan(renewing.context, { ...request(renewing, id), item: 'pro_yearly', quantity: 1 });
    await renewing.comeTo('2027-02-28T14:02:10Z');
    expect(renewing.till.made.at(-1)?.amountMinor).toBe(29000);
    expect(await subscriptionOf(renewing)).toMatchObject({ plan: 'pro_yearly' });
    expect((await findClock(database.db, id))?.nextDueAt).toBe('2028-02-28T14:02:10.000000Z');
  });

  it('to what it is now takes a change back, and after the cycle was registered it waits for the next', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    const change = (item: string) => changePlan(renewing.context, { ...request(renewing, id), item, quantity: 1 });
    await change('business_monthly');
    expect((await change('pro_monthly')).nextItem).toBeNull();
    renewing.clock.set('2027-02-28T14:02:10Z');
    await renewing.tick();
    await change('business_monthly');
    await renewing.charge();
    expect(renewing.till.made.at(-1)?.amountMinor).toBe(2900);
    await renewing.comeTo('2027-03-31T14:02:10Z');
    expect(renewing.till.made.at(-1)?.amountMinor).toBe(7900);
  });
});

describe('a cancellation', () => {
  const canceling = async (mode: 'now' | 'period_end', before: (renewing: Renewing) => Promise<unknown>) => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    await before(renewing);
    await cancel(renewing.context, { ...request(renewing, id), mode });
    return { renewing, id };
  };
  const tickOnly = async (renewing: Renewing) => {
    renewing.clock.set('2027-02-28T14:02:10Z');
    await renewing.tick();
  };
  const due = '2027-02-28T14:02:10Z';
  const inFlight = async (renewing: Renewing) => {
    renewing.till.losing = 1;
    await renewing.comeTo(due);
  };
  /** Until a provider that forgets keys after a day surely tells whether it was charged. */
  const settleIt = async (renewing: Renewing) => {
    for (let n = 0; n < 3; n += 1) {
      renewing.clock.advance(13 * 3_600_000);
      await renewing.charge();
    }
  };

  it('before the tick: nothing is charged, it ends with the period, and the clock stops', async () => {
    const { renewing, id } = await canceling('period_end', async () => {});
    expect(await subscriptionOf(renewing)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(await messagesOf(renewing)).toContain('subscription_ending');
    await renewing.comeTo('2027-02-28T14:02:10Z');
    expect(await renewing.operations()).toHaveLength(1);
    expect(await subscriptionOf(renewing)).toMatchObject({ status: 'canceled' });
    expect(await findClock(database.db, id)).toMatchObject({ state: 'stopped', stateReason: 'canceled' });
    expect(await renewing.audits('clock_stopped')).toHaveLength(1);
    expect(await renewing.audits('cancellation_changed')).toHaveLength(1);
    expect(await messagesOf(renewing)).toContain('subscription_ended');
  });

  it('now, before the tick: it ends at once', async () => {
    const { renewing } = await canceling('now', async () => {});
    expect(await subscriptionOf(renewing)).toMatchObject({ status: 'canceled' });
    renewing.clock.set('2027-03-05T00:00:00Z');
    expect(await renewing.tick()).toBe(0);
    expect(renewing.till.made).toHaveLength(1);
  });

  it.each(['now', 'period_end'] as const)(
    '%s, before sending: the charge is called off and never sent',
    async (mode) => {
      const { renewing } = await canceling(mode, tickOnly);
      await renewing.charge();
      expect(renewing.till.made).toHaveLength(1);
      expect((await renewing.operations()).at(-1)?.state).toBe('voided');
      expect(await renewing.audits('charge_voided')).toHaveLength(1);
      expect(await subscriptionOf(renewing)).toMatchObject({ status: 'canceled' });
    },
  );

  it('in flight, and it succeeds: the period is kept until its end', async () => {
    const { renewing } = await canceling('period_end', inFlight);
    expect((await renewing.operations()).at(-1)).toMatchObject({ cancel_mode: 'period_end' });
    await settleIt(renewing);
    expect((await renewing.operations()).at(-1)?.state).toBe('succeeded');
    expect(await subscriptionOf(renewing)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(await renewing.audits('charge_kept')).toHaveLength(1);
    await renewing.comeTo('2027-03-31T14:02:10Z');
    expect(await subscriptionOf(renewing)).toMatchObject({ status: 'canceled' });
    expect(await renewing.operations()).toHaveLength(2);
  });

  it('after the charge: the new period is kept until its end', async () => {
    const { renewing } = await canceling('period_end', (one) => one.comeTo('2027-02-28T14:02:10Z'));
    expect(await subscriptionOf(renewing)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    await renewing.comeTo('2027-03-31T14:02:10Z');
    expect(await subscriptionOf(renewing)).toMatchObject({ status: 'canceled' });
    expect(renewing.till.made).toHaveLength(2);
  });

  it('while a payment is outstanding: what was declined is called off, and it ends', async () => {
    const { renewing } = await canceling('period_end', async (one) => {
      one.till.answers.push(declined);
      await one.comeTo('2027-02-28T14:02:10Z');
    });
    expect((await renewing.operations()).at(-1)?.state).toBe('voided');
    expect(await subscriptionOf(renewing)).toMatchObject({ status: 'canceled' });
  });

  it('at the same moment as the tick: either nothing is charged, or it is and that is written down', async () => {
    for (let n = 0; n < 5; n += 1) {
      const renewing = await newRenewing(database.db);
      const { id } = await renewing.begin();
      renewing.clock.set('2027-02-28T14:02:10Z');
      await Promise.all([
        renewing.tick().then(() => renewing.charge()),
        cancel(renewing.context, { ...request(renewing, id), mode: 'now' }),
      ]);
      await settleIt(renewing);
      const subscription = await subscriptionOf(renewing);
      const states = (await renewing.operations()).map(({ state }) => state);
      expect(subscription.status).toBe('canceled');
      expect(['voided', 'succeeded', undefined]).toContain(states[1]);
      expect(renewing.till.made).toHaveLength(states[1] === 'succeeded' ? 2 : 1);
    }
  });

  it('by a server whose clock is behind the worker’s calls the cycle off that has begun, and ends', async () => {
    const renewing = await newRenewing(database.db);
    const { id } = await renewing.begin();
    await tickOnly(renewing);
    const behind = { ...renewing.context, clock: fixedClock('2027-02-28T14:02:08Z') };
    await cancel(behind, { ...request(renewing, id), mode: 'period_end' });
    expect((await renewing.operations()).at(-1)?.state).toBe('voided');
    expect(await subscriptionOf(renewing)).toMatchObject({ status: 'canceled' });
  });

  it('of a team that is deleted takes a first payment with it that is on its way', async () => {
    const renewing = await newRenewing(database.db);
    renewing.till.losing = 1;
    const { id } = await renewing.begin();
    expect(await subscriptionOf(renewing)).toMatchObject({ status: 'incomplete' });
    expect(await listLiveSubscriptions(database.db, renewing.teamId)).toEqual([id]);
    expect(await cancelSubscription(labOf(renewing.context), renewing.teamId)).toEqual({ canceled: [id] });
    await settleIt(renewing);
    expect(await subscriptionOf(renewing)).toMatchObject({ status: 'canceled' });
    expect(await renewing.cases()).toMatchObject([{ kind: 'charge_refund_due', state: 'open' }]);
    await renewing.comeTo('2027-02-28T14:02:10Z');
    expect(renewing.till.made).toHaveLength(1);
  });

  it('can be taken back until it has ended, not after, and not by another team', async () => {
    const { renewing, id } = await canceling('period_end', async () => {});
    const other = await newRenewing(database.db);
    const theirs = { ...request(other, id) };
    await expect(resume(renewing.context, theirs)).rejects.toMatchObject({ code: 'subscription_not_found' });
    await expect(cancel(renewing.context, { ...theirs, mode: 'now' })).rejects.toMatchObject({
      code: 'subscription_not_found',
    });
    expect(await resume(renewing.context, request(renewing, id))).toMatchObject({ cancelAtPeriodEnd: false });
    await renewing.comeTo('2027-02-28T14:02:10Z');
    expect(renewing.till.made).toHaveLength(2);
    await cancel(renewing.context, { ...request(renewing, id), mode: 'now' });
    await expect(resume(renewing.context, request(renewing, id))).rejects.toMatchObject({
      code: 'subscription_action_unavailable',
    });
  });
});

describe('a provider’s message of a charge of ours', () => {
  const price = { currency: 'USD', subtotalMinor: 2900, discountMinor: 0, taxMinor: 0, amountMinor: 2900 };
  const nobody = { checkoutId: null, providerCheckoutId: null, providerCustomerId: null, claimedTeamId: null };
  const at = '2027-02-28T14:02:10.000000Z';
  const paid = (providerSubscriptionId: string): PeriodPaid => ({
    ...{ kind: 'period_paid', occurredAt: at, paidAt: at, invoicedAt: at, renewalKey: 'charge:1:1', reason: 'cycle' },
    ...{ providerInvoiceId: null, providerPaymentId: 'pay_1', providerVersion: null, recovered: false, lines: null },
    ...{ providerSubscriptionId, buyer: { ...nobody, providerSubscriptionId }, price: { ...price, listedMinor: 2900 } },
    period: { start: at, end: '2027-03-31T14:02:10.000000Z' },
  });

  it('that does not join is not asked for with the provider, which has no such subscription', () => {
    const lacking = { provider: 'stripe', code: 'renewal_period_is_not_contiguous', lastPaidEnd: null } as const;
    expect(whatToAsk({ ...lacking, events: [paid('own_1')] })).toBeNull();
    expect(whatToAsk({ ...lacking, events: [paid('sub_1')] })).toMatchObject({ kind: 'cycles' });
  });
});
