import { describe, expect, test } from 'vitest';
import type { BillingEvent } from '@/lib/billing/events';
import type { Burst, BurstContext, SandboxSubscription } from '@/lib/billing/lab/sandbox-subscription';
import { planSubscribe } from '@/lib/billing/lab/subscribe-burst';
import { isPossible, type SubscriptionAction, subscriptionActions } from '@/lib/billing/lab/subscription-actions';
import { type BurstRequest, planBurst } from '@/lib/billing/lab/subscription-burst';
import { sandbox } from '@/lib/billing/providers/sandbox';
import { testCatalog } from '@/tests/support/billing';

function planOf(item: string) {
  const found = testCatalog.findItem(item);
  if (found?.kind !== 'plan') throw new Error(`${item} is no plan`);
  return found;
}

/** A subscription that lives by itself: each step is planned from where the last one left it. */
function sell({ item = 'pro_monthly', at = '2026-01-31T10:00:00.000Z', withTrial = false, isFree = false } = {}) {
  const session = {
    teamId: 'team_1',
    checkoutId: 'chk_1',
    sessionId: 'sbx_cs_1',
    item,
    quantity: 1,
    withTrial,
    isFree,
  };
  const contextAt = (now: string, of: string): BurstContext => ({
    now: new Date(now),
    environment: 'test',
    plan: planOf(of),
  });
  let state: SandboxSubscription;
  const step = (burst: Burst) => {
    state = burst.next;
    return tell(burst);
  };
  const started = step(planSubscribe(session, contextAt(at, item)));
  return {
    started,
    state: () => state,
    act: (request: BurstRequest, now = at) => {
      const ahead = new Date(Date.parse(now) + state.clockAheadMs).toISOString();
      return step(planBurst(state, request, contextAt(ahead, state.item)));
    },
  };
}

/** What a burst says, in our words. */
function tell({ messages }: Burst) {
  return messages.map(({ label, eventId, rawBody }) => {
    const { content } = sandbox.normalize(rawBody);
    if (content.kind !== 'events') throw new Error(`${label} says nothing: ${JSON.stringify(content)}`);
    return { label, eventId, event: content.events[0] };
  });
}

type Tale = ReturnType<typeof tell>;
const labels = (tale: Tale) => tale.map(({ label }) => label);

function told<K extends BillingEvent['kind']>(tale: Tale, kind: K): Extract<BillingEvent, { kind: K }>[] {
  return tale
    .map(({ event }) => event)
    .filter((event): event is Extract<BillingEvent, { kind: K }> => event.kind === kind);
}

const periodsOf = (tale: Tale) => told(tale, 'period_paid').map(({ period }) => [period?.start, period?.end]);
const day = (date: string) => `${date}T10:00:00.000000Z`;

describe('subscribing', () => {
  test('is told incomplete, then paid, then active, and that the session led to it', () => {
    const { started } = sell();
    expect(labels(started)).toEqual([
      'subscription.created',
      'period.paid',
      'subscription.active',
      'checkout.completed',
    ]);
    expect(told(started, 'subscription_snapshot').map(({ status }) => status)).toEqual(['incomplete', 'active']);
    expect(told(started, 'period_paid')).toMatchObject([
      { reason: 'start', period: { start: day('2026-01-31'), end: day('2026-02-28') }, price: { amountMinor: 2900 } },
    ]);
  });

  test('with a trial pays nothing, and the trial ends after 14 days', () => {
    const { started } = sell({ withTrial: true });
    expect(labels(started)).toEqual(['subscription.created', 'checkout.completed']);
    expect(started[0]?.event).toMatchObject({ status: 'trialing', trialEnd: day('2026-02-14') });
  });

  test('for nothing is a paid period without a payment', () => {
    const [paid] = told(sell({ isFree: true }).started, 'period_paid');
    expect(paid).toMatchObject({ providerPaymentId: null, price: { subtotalMinor: 2900, amountMinor: 0 } });
  });

  test('twice from one session tells the very same messages', () => {
    expect(sell().started).toEqual(sell().started);
  });
});

test('what happens in one millisecond is told in its order, under ids of its own', () => {
  const life = sell();
  const tale = [...life.started, ...life.act({ action: 'pause' }), ...life.act({ action: 'unpause' })];
  const snapshots = told(tale, 'subscription_snapshot').map(({ occurredAt }) => occurredAt);
  expect(snapshots).toEqual([...new Set(snapshots)].sort());
  expect(new Set(tale.map(({ eventId }) => eventId)).size).toBe(tale.length);
});

describe('the next renewal', () => {
  test('is counted from the anchor, so a short month does not pull the later ones with it', () => {
    const life = sell();
    const periods = [life.started, ...Array.from({ length: 3 }, () => life.act({ action: 'advance' }))].flatMap(
      periodsOf,
    );
    expect(periods).toEqual([
      [day('2026-01-31'), day('2026-02-28')],
      [day('2026-02-28'), day('2026-03-31')],
      [day('2026-03-31'), day('2026-04-30')],
      [day('2026-04-30'), day('2026-05-31')],
    ]);
  });

  test('tells the new period before it is paid', () => {
    const tale = sell().act({ action: 'advance' });
    expect(labels(tale)).toEqual(['subscription.updated', 'period.paid', 'subscription.updated']);
    expect(told(tale, 'subscription_snapshot')[0]).toMatchObject({ providerPeriodStart: day('2026-02-28') });
  });

  test('has an invoice of its own every time, and no two messages share an instant', () => {
    const life = sell();
    const tales = [life.started, ...Array.from({ length: 5 }, () => life.act({ action: 'advance' }))];
    const keys = tales.flatMap((tale) => told(tale, 'period_paid')).map(({ renewalKey }) => renewalKey);
    const instants = tales.flat().map(({ event }) => event.kind === 'invoice_payment_linked' || event.occurredAt);
    expect(new Set(keys).size).toBe(6);
    expect(instants).toEqual([...instants].sort());
    expect(new Set(instants).size).toBe(instants.length);
  });

  test('of a year is a year later', () => {
    const life = sell({ item: 'pro_yearly', at: '2028-02-29T10:00:00.000Z' });
    expect(periodsOf(life.act({ action: 'advance' }))).toEqual([[day('2029-02-28'), day('2030-02-28')]]);
  });

  test("after a trial is the first period and begins with the trial's end", () => {
    const tale = sell({ withTrial: true }).act({ action: 'advance' });
    expect(told(tale, 'period_paid')).toMatchObject([{ reason: 'cycle' }]);
    expect(periodsOf(tale)).toEqual([[day('2026-02-14'), day('2026-03-14')]]);
  });

  test('of a subscription that is to end ends it instead, at the end of what was paid', () => {
    const life = sell();
    expect(life.act({ action: 'cancel_at_period_end' })[0]?.event).toMatchObject({ cancelAt: day('2026-02-28') });
    const tale = life.act({ action: 'advance' });
    expect(labels(tale)).toEqual(['subscription.canceled']);
    expect(tale[0]?.event).toMatchObject({ status: 'canceled', endedAt: day('2026-02-28') });
  });

  test('that was taken back comes as if nothing had been scheduled', () => {
    const life = sell();
    life.act({ action: 'cancel_at_period_end' });
    expect(life.act({ action: 'resume' })[0]?.event).toMatchObject({ cancelAtPeriodEnd: false, cancelAt: null });
    expect(labels(life.act({ action: 'advance' }))).toContain('period.paid');
  });
});

describe('a card that is declined', () => {
  test('leaves the subscription past due, and is told after the new period', () => {
    const life = sell();
    expect(life.act({ action: 'fail_next_card' })).toEqual([]);
    const tale = life.act({ action: 'advance' });
    expect(labels(tale)).toEqual(['subscription.updated', 'period.failed', 'subscription.past_due']);
  });

  test('and is fixed pays the same invoice as a recovery', () => {
    const life = sell();
    life.act({ action: 'fail_next_card' });
    const [failed] = told(life.act({ action: 'advance' }), 'period_payment_failed');
    const tale = life.act({ action: 'fix_card' });
    expect(told(tale, 'period_paid')).toMatchObject([
      { renewalKey: failed?.renewalKey, recovered: true, period: { start: day('2026-02-28'), end: day('2026-03-31') } },
    ]);
    expect(life.state()).toMatchObject({ status: 'active', nextCard: 'accepted' });
  });

  test('and never fixed ends it two weeks later, and its invoice is written off', () => {
    const life = sell();
    life.act({ action: 'fail_next_card' });
    life.act({ action: 'advance' });
    const tale = life.act({ action: 'advance' });
    expect(labels(tale)).toEqual(['period.voided', 'subscription.canceled']);
    expect(told(tale, 'subscription_snapshot')).toMatchObject([{ endedAt: day('2026-03-14') }]);
  });
});

describe('a pause', () => {
  test('lets a cycle go by unpaid, and the one after it begins later', () => {
    const life = sell();
    expect(labels(life.act({ action: 'pause' }))).toEqual(['subscription.paused']);
    const skipped = life.act({ action: 'advance' });
    expect(told(skipped, 'period_voided')).toMatchObject([{ period: { start: day('2026-02-28') } }]);
    expect(told(skipped, 'subscription_snapshot')).toMatchObject([{ status: 'paused' }]);
    expect(labels(life.act({ action: 'unpause' }))).toEqual(['subscription.resumed']);
    expect(periodsOf(life.act({ action: 'advance' }))).toEqual([[day('2026-03-31'), day('2026-04-30')]]);
  });
});

describe('a change of plan', () => {
  const to = (item: string, quantity = 1) =>
    ({ action: 'change_plan', change: { plan: planOf(item), quantity } }) as const;
  const half = '2026-02-14T10:00:00.000Z';

  test('to a dearer one is paid in proportion', () => {
    const tale = sell().act(to('business_monthly'), half);
    expect(labels(tale)).toEqual(['subscription.updated', 'proration.paid']);
    expect(told(tale, 'proration_paid')).toMatchObject([
      { lines: [{ amountMinor: -1450 }, { amountMinor: 3950 }], price: { amountMinor: 2500 } },
    ]);
  });

  test('to more seats is paid in proportion', () => {
    const tale = sell().act(to('pro_monthly', 3), half);
    expect(told(tale, 'proration_paid')).toMatchObject([{ price: { amountMinor: 2900 } }]);
  });

  test('to a cheaper one is told at once and paid with the next renewal', () => {
    const life = sell({ item: 'business_monthly' });
    const tale = life.act(to('pro_monthly'), half);
    expect(labels(tale)).toEqual(['subscription.updated']);
    expect(told(life.act({ action: 'advance' }), 'period_paid')).toMatchObject([{ price: { amountMinor: 2900 } }]);
  });

  test('to a year starts a full cycle at once, less what is left of the month', () => {
    const life = sell();
    const tale = life.act(to('pro_yearly'), half);
    expect(told(tale, 'period_paid')).toMatchObject([{ reason: 'update', price: { discountMinor: 1450 } }]);
    expect(periodsOf(tale)).toEqual([[day('2026-02-14'), day('2027-02-14')]]);
    expect(periodsOf(life.act({ action: 'advance' }))).toEqual([[day('2027-02-14'), day('2028-02-14')]]);
  });

  test('from a year to a month waits for the year to end', () => {
    const life = sell({ item: 'pro_yearly' });
    expect(labels(life.act(to('pro_monthly'), half))).toEqual(['subscription.updated']);
    expect(periodsOf(life.act({ action: 'advance' }))).toEqual([[day('2027-01-31'), day('2027-02-28')]]);
    expect(periodsOf(life.act({ action: 'advance' }))).toEqual([[day('2027-02-28'), day('2027-03-31')]]);
  });

  test('in a trial costs nothing until the trial ends', () => {
    const life = sell({ withTrial: true });
    expect(labels(life.act(to('pro_yearly')))).toEqual(['subscription.updated']);
    expect(periodsOf(life.act({ action: 'advance' }))).toEqual([[day('2026-02-14'), day('2027-02-14')]]);
  });
});

describe('an end', () => {
  test('at once writes off what is owed', () => {
    const life = sell();
    life.act({ action: 'fail_next_card' });
    life.act({ action: 'advance' });
    expect(labels(life.act({ action: 'cancel_now' }))).toEqual(['period.voided', 'subscription.canceled']);
  });

  test('leaves the last payment to be refunded, once', () => {
    const life = sell();
    life.act({ action: 'cancel_now' });
    const [paid] = told(sell().started, 'period_paid');
    const tale = life.act({ action: 'refund_last_payment' });
    expect(told(tale, 'payment_refunded')).toMatchObject([
      { of: 'period', providerPaymentId: paid?.providerPaymentId, amountMinor: 2900, totalMinor: 2900 },
    ]);
    expect(isPossible('refund_last_payment', { ...life.state(), delayed: [] })).toBe(false);
  });
});

const live: SubscriptionAction[] = ['advance', 'cancel_at_period_end', 'cancel_now'];

test.each([
  ['trialing', {}, [...live, 'change_plan', 'fail_next_card']],
  ['active', {}, [...live, 'change_plan', 'fail_next_card', 'pause']],
  ['active', { cancelAtPeriodEnd: true }, ['advance', 'cancel_now', 'resume', 'fail_next_card', 'pause']],
  ['active', { nextCard: 'declined' }, [...live, 'change_plan', 'fix_card', 'pause']],
  ['past_due', { nextCard: 'declined' }, [...live, 'fix_card']],
  ['paused', {}, [...live, 'fail_next_card', 'unpause']],
  ['canceled', {}, []],
  ['canceled', { delayed: [{ eventId: 'e', label: 'l', body: '' }] }, ['send_delayed']],
] as const)('%s with %j can be done what means something then', (status, changes, expected) => {
  const state = { ...sell().state(), lastPayment: null, delayed: [], status, ...changes };
  expect(subscriptionActions.filter((action) => isPossible(action, state)).sort()).toEqual([...expected].sort());
});
