import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAudits, type Transition } from '@/lib/billing/subscriptions/audits';
import { listSubscriptionViews } from '@/lib/billing/subscriptions/card';
import { explainAccess } from '@/lib/billing/subscriptions/explain';
import { getAccess, requirePlan } from '@/lib/billing/subscriptions/queries';
import { listRenewals } from '@/lib/billing/subscriptions/renewals';
import { type SubscriptionChange, updateSubscription } from '@/lib/billing/subscriptions/store';
import { getTimeline } from '@/lib/billing/subscriptions/timeline';
import { createTeam } from '../../../support/billing';
import { code } from '../../../support/credits';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { subscribed } from '../../../support/subscribed';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const september = { plan: 'pro_monthly', start: '2026-09-01T10:00:00.000000Z', end: '2026-10-01T10:00:00.000000Z' };
const october = { plan: 'pro_monthly', start: september.end, end: '2026-11-01T10:00:00.000000Z' };

async function team(values: SubscriptionChange = {}) {
  const own = await subscribed(database.db, { at: '2026-09-10T00:00:00Z', plan: 'pro_monthly', ...values });
  const { inTransaction, applying, subscription, clock, teamId } = own;
  await inTransaction((tx) =>
    insertAudits(tx, applying(), [
      { subscriptionId: subscription.id, eventType: 'subscription_created', occurredAt: september.start },
    ]),
  );
  /** A change as a snapshot makes it: the row moves, and a transition says so. */
  const change = (
    occurredAt: string,
    { eventType, ...told }: Pick<Transition, 'eventType' | 'before' | 'after'>,
    row: SubscriptionChange,
  ) =>
    inTransaction(async (tx) => {
      await updateSubscription(tx, subscription.id, row, clock.now());
      await insertAudits(tx, applying(), [{ subscriptionId: subscription.id, eventType, occurredAt, ...told }]);
    });
  const pay = async (paid: Parameters<typeof own.pay>[0]) => {
    const period = await own.pay(paid);
    const range = { currentPeriodStart: paid.start, currentPeriodEnd: paid.end };
    await inTransaction((tx) => updateSubscription(tx, subscription.id, range, clock.now()));
    return period;
  };
  const levels = async (day: string) =>
    (await explainAccess(own.context, teamId, day)).map(
      ({ from, access }) => `${from.slice(11, 16)} ${access.level} ${access.reason}`,
    );
  return { ...own, change, pay, levels };
}

const status = (before: string, after: string) => ({
  eventType: 'status_changed' as const,
  before: { status: before },
  after: { status: after },
});

describe('what a team may use', () => {
  it('is nothing without a subscription', async () => {
    const { context } = await team();
    const other = await createTeam(database.db);
    expect(await getAccess(context, other)).toEqual({
      plan: null,
      level: 'none',
      until: null,
      reason: 'no_subscription',
    });
    await expect(requirePlan(context, other, ['pro_monthly'])).rejects.toEqual(code('plan_required'));
  });

  it('is the plan that was paid for, to the end of its period', async () => {
    const { context, teamId, pay } = await team();
    await pay(september);
    const access = { plan: 'pro_monthly', level: 'full', until: september.end, reason: 'paid' };
    expect(await getAccess(context, teamId)).toEqual(access);
    expect(await requirePlan(context, teamId, ['business_monthly', 'pro_monthly'])).toEqual(access);
    await expect(requirePlan(context, teamId, ['business_monthly'])).rejects.toEqual(code('plan_required'));
  });

  it('is the larger plan at once after an upgrade, and not the smaller one before the period ends', async () => {
    const { context, teamId, pay, inTransaction, subscription, clock } = await team();
    await pay(september);
    const toPlan = (plan: string) =>
      inTransaction((tx) => updateSubscription(tx, subscription.id, { plan }, clock.now()));
    await toPlan('business_monthly');
    expect((await getAccess(context, teamId)).plan).toBe('business_monthly');
    await toPlan('pro_monthly');
    await pay({ ...october, plan: 'business_monthly' });
    expect((await getAccess(context, teamId, new Date('2026-10-15T00:00:00Z'))).plan).toBe('business_monthly');
    expect((await getAccess(context, teamId, new Date('2026-11-02T00:00:00Z'))).plan).toBe('pro_monthly');
  });

  it('is what another subscription gives while the one that counts gives less', async () => {
    const first = await team({ status: 'unpaid' });
    const second = await subscribed(database.db, {
      ...{ at: '2026-09-10T00:00:00Z', teamId: first.teamId, isCurrent: false, plan: 'pro_monthly' },
      ...{ currentPeriodStart: september.start, currentPeriodEnd: september.end },
    });
    await second.pay(september);
    expect(await getAccess(first.context, first.teamId)).toMatchObject({ level: 'full', plan: 'pro_monthly' });
  });
});

describe('why access was as it was on a day', () => {
  it('is the period that was paid for', async () => {
    const { context, teamId, pay, clock } = await team();
    const period = await pay(september);
    clock.set(new Date('2027-01-01T00:00:00Z'));
    const [span, ...others] = await explainAccess(context, teamId, '2026-09-15');
    expect(others).toEqual([]);
    expect(span).toMatchObject({
      from: '2026-09-15T00:00:00.000000Z',
      until: '2026-09-16T00:00:00.000000Z',
      access: { plan: 'pro_monthly', level: 'full', reason: 'paid', until: september.end },
      because: { period: { periodId: period.id, renewalKey: period.providerRenewalKey, amountMinor: 2900 } },
    });
  });

  it('has no hole at a renewal that was late, and ends when none came', async () => {
    const { levels, pay, clock } = await team();
    await pay(september);
    clock.set(new Date('2027-01-01T00:00:00Z'));
    expect(await levels('2026-10-01')).toEqual(['00:00 full paid', '10:00 full renewal_on_its_way']);
    expect(await levels('2026-10-04')).toEqual(['00:00 full renewal_on_its_way', '10:00 restricted renewal_overdue']);
    await pay(october);
    expect(await levels('2026-10-04')).toEqual(['00:00 full paid']);
  });

  it('is none before the team had a subscription', async () => {
    const { levels, pay } = await team();
    await pay(september);
    expect(await levels('2026-08-15')).toEqual(['00:00 none no_subscription']);
    expect(await levels('2026-09-01')).toEqual(['00:00 none no_subscription', '10:00 full paid']);
  });

  it('leaves out what lasted less than a second, between the messages of one payment', async () => {
    const { levels, pay } = await team();
    await pay({ ...september, start: '2026-09-01T10:00:00.400000Z' });
    expect(await levels('2026-09-01')).toEqual(['00:00 none no_subscription', '10:00 full paid']);
  });

  it('follows the status of that day, also after it has changed again', async () => {
    const { levels, pay, change, clock, context, teamId } = await team();
    await pay(september);
    clock.set(new Date('2026-12-01T00:00:00Z'));
    const failed = { status: 'past_due', pastDueSince: '2026-10-01T11:00:00.000000Z' } as const;
    await change('2026-10-01T11:00:00.000000Z', status('active', 'past_due'), failed);
    await change('2026-10-10T12:00:00.000000Z', status('past_due', 'active'), { status: 'active', pastDueSince: null });
    await pay(october);
    await change('2026-10-20T12:00:00.000000Z', status('active', 'paused'), { status: 'paused' });
    expect(await levels('2026-09-15')).toEqual(['00:00 full paid']);
    expect(await levels('2026-10-02')).toEqual(['00:00 grace payment_failed']);
    expect(await levels('2026-10-08')).toEqual([
      '00:00 grace payment_failed',
      '11:00 restricted payment_failed_for_long',
    ]);
    expect(await levels('2026-10-10')).toEqual(['00:00 restricted payment_failed_for_long', '12:00 full paid']);
    expect(await levels('2026-10-20')).toEqual(['00:00 full paid', '12:00 restricted paused']);
    expect((await getAccess(context, teamId, new Date('2026-10-05T00:00:00Z'))).level).toBe('grace');
    expect((await getAccess(context, teamId)).level).toBe('restricted');
  });

  it('names the transitions that it rested on', async () => {
    const { pay, change, clock, context, teamId } = await team();
    await pay(september);
    await change('2026-09-20T12:00:00.000000Z', status('active', 'paused'), { status: 'paused' });
    clock.set(new Date('2026-12-01T00:00:00Z'));
    const spans = await explainAccess(context, teamId, '2026-09-21');
    expect(spans[0]?.because?.transitions.map(({ type, after }) => ({ type, after }))).toEqual([
      { type: 'subscription_created', after: null },
      { type: 'status_changed', after: { status: 'paused' } },
    ]);
  });

  it('is asked for by day', async () => {
    const { context, teamId } = await team();
    for (const day of ['yesterday', '2026-13-01', '2026-9-1'])
      await expect(explainAccess(context, teamId, day)).rejects.toEqual(code('invalid_day'));
  });
});

describe('what a team sees', () => {
  it.each<[string, SubscriptionChange, object]>([
    ['renews', {}, { kind: 'renews', at: september.end, plan: 'pro_monthly' }],
    ['ends', { cancelAtPeriodEnd: true }, { kind: 'ends', at: september.end }],
    ['was paused', { status: 'paused' }, { kind: 'paused' }],
    [
      'has a payment outstanding',
      { status: 'past_due', pastDueSince: '2026-09-09T00:00:00.000000Z' },
      { kind: 'payment_outstanding', since: '2026-09-09T00:00:00.000000Z' },
    ],
    ['has ended', { status: 'canceled', endedAt: september.start }, { kind: 'ended', at: september.start }],
  ])('of a subscription that %s', async (_, values, next) => {
    const { context, teamId, pay } = await team(values);
    await pay(september);
    const [view] = await listSubscriptionViews(context, teamId);
    expect(view).toMatchObject({ next, isCurrent: true, period: { start: september.start, end: september.end } });
  });

  it('of one that will be a smaller plan', async () => {
    const { context, teamId, pay } = await team();
    await pay({ ...september, plan: 'business_monthly' });
    const [view] = await listSubscriptionViews(context, teamId);
    expect(view).toMatchObject({
      plan: { item: 'business_monthly' },
      next: { kind: 'changes_plan', at: september.end, plan: 'pro_monthly' },
    });
  });

  it('of the payments is every period once, page by page, with what each gave', async () => {
    const { context, teamId, pay } = await team();
    const days = Array.from(
      { length: 12 },
      (_, index) => `2027-${String(index + 1).padStart(2, '0')}-01T10:00:00.000000Z`,
    );
    for (const [index, start] of days.slice(0, 11).entries()) {
      await pay({ plan: 'pro_monthly', start, end: days[index + 1] ?? '', quantity: 1 + (index % 2) });
    }
    const stranger = await team();
    await stranger.pay(september);
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listRenewals(context, { teamId, limit: 4, ...(cursor === undefined ? {} : { cursor }) });
      read.push(...page.entries.map(({ start, credits }) => `${start.slice(0, 7)} ${credits}`));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(read).toEqual(
      days
        .slice(0, 11)
        .map((start, index) => `${start.slice(0, 7)} ${index % 2 ? 2000 : 1000}`)
        .reverse(),
    );
    await expect(listRenewals(context, { teamId, cursor: 'x_y' })).rejects.toEqual(code('invalid_cursor'));
  });

  it('of the life of a subscription shows where nothing was paid for, to its own team alone', async () => {
    const { context, teamId, subscription, pay, change } = await team();
    await pay(september);
    await change('2026-09-20T12:00:00.000000Z', status('active', 'paused'), { status: 'paused' });
    await pay({ ...october, start: '2026-10-05T10:00:00.000000Z' });
    const timeline = await getTimeline(context, teamId, subscription.id);
    expect(timeline).toMatchObject({
      from: september.start,
      until: october.end,
      gaps: [{ start: september.end, end: '2026-10-05T10:00:00.000000Z' }],
    });
    expect(timeline?.transitions.map(({ type }) => type)).toEqual(['subscription_created', 'status_changed']);
    expect(await getTimeline(context, await createTeam(database.db), subscription.id)).toBeNull();
  });
});
