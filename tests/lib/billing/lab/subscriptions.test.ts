import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startCheckout } from '@/lib/billing/checkout';
import { getCheckout } from '@/lib/billing/checkouts/view';
import { actOnSubscription, type SubscriptionRequest } from '@/lib/billing/lab/act';
import type { LabContext } from '@/lib/billing/lab/context';
import { actOnHostedCheckout, getHostedCheckout, type HostedRequest } from '@/lib/billing/lab/hosted';
import { listLabRuns } from '@/lib/billing/lab/queries';
import { listSandboxSubscriptions, listSubscriptionRuns } from '@/lib/billing/lab/subscription-queries';
import { deliver } from '@/lib/billing/providers/sandbox/deliver';
import { getAccess } from '@/lib/billing/subscriptions/queries';
import { createTeam, testContext, testSettings } from '@/tests/support/billing';
import { createTestDatabase, type TestDatabase } from '@/tests/support/database';
import { type Endpoint, openEndpoint, whenBothAreReady } from '@/tests/support/endpoint';
import { balanceOf, expectInvariants, rows } from '@/tests/support/state';

let database: TestDatabase;
let endpoint: Endpoint;
let context: LabContext;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  const billing = testContext(database.db);
  endpoint = await openEndpoint(billing);
  context = { ...billing, endpoint: endpoint.url, deliver };
});
afterEach(async () => {
  await endpoint.close();
  await expectInvariants(database.db);
});

async function openSession(item = 'pro_monthly') {
  const teamId = await createTeam(database.db);
  const { checkoutId, url } = await startCheckout(context, { teamId, userId: null, item });
  const providerCheckoutId = url.split('/').at(-1) ?? '';
  const choose = (choice: Omit<HostedRequest, 'providerCheckoutId'>) =>
    actOnHostedCheckout(context, { providerCheckoutId, ...choice });
  return { teamId, checkoutId, providerCheckoutId, choose };
}

/** A team that subscribed on the sandbox's page. */
async function subscribe({ item = 'pro_monthly', ...choice }: Partial<HostedRequest> & { item?: string } = {}) {
  const session = await openSession(item);
  await session.choose({ action: 'pay', ...choice });
  const { teamId } = session;
  const [sold] = await listSandboxSubscriptions(context, teamId);
  const sandboxSubscriptionId = sold?.sandboxSubscriptionId ?? '';
  const act = (action: SubscriptionRequest['action'], options: Partial<SubscriptionRequest> = {}) =>
    actOnSubscription(context, { teamId, sandboxSubscriptionId, action, ...options });
  const sandbox = async () => (await listSandboxSubscriptions(context, teamId))[0];
  const held = async () => {
    const [row] = await rows(
      database.db,
      sql`select status, plan, quantity, cancel_at_period_end, revision from subscriptions where team_id = ${teamId}`,
    );
    return row;
  };
  const kinds = async () => {
    const periods = await rows(
      database.db,
      sql`select p.kind from subscription_billing_periods p join subscriptions s on s.id = p.subscription_id
          where s.team_id = ${teamId} order by p.period_start, p.created_at`,
    );
    return periods.map(({ kind }) => kind);
  };
  const access = () => getAccess(context, teamId);
  return {
    ...session,
    sandboxSubscriptionId,
    act,
    sandbox,
    held,
    kinds,
    access,
    balance: () => balanceOf(database.db, teamId),
  };
}

const statuses = (run: { deliveries: { label: string; status: string }[] }) =>
  run.deliveries.map(({ label, status }) => `${label} ${status}`);

describe('on the hosted page of a plan', () => {
  test('the price is for an interval, and a trial is offered', async () => {
    const { providerCheckoutId } = await openSession('pro_yearly');
    const page = await getHostedCheckout(context, providerCheckoutId);
    expect(page).toMatchObject({ name: 'Pro, yearly', amountMinor: 29000, plan: { interval: 'year', trialDays: 14 } });
  });

  test('paying begins a subscription with its first credits', async () => {
    const { teamId, checkoutId, held, kinds, access, balance } = await subscribe();
    expect(await held()).toMatchObject({ status: 'active', plan: 'pro_monthly', revision: 1 });
    expect([await kinds(), await balance()]).toEqual([['first'], 1000]);
    expect(await access()).toMatchObject({ plan: 'pro_monthly', level: 'full', reason: 'paid' });
    expect(await getCheckout(context, teamId, checkoutId)).toMatchObject({ kind: 'plan', state: 'paid' });
  });

  test('paying with FREE gives the first period for nothing', async () => {
    const { kinds, balance } = await subscribe({ promotionCode: 'FREE' });
    expect([await kinds(), await balance()]).toEqual([['first'], 1000]);
  });

  test('a trial gives access and no credits, and its end the first period', async () => {
    const { act, held, kinds, access, balance } = await subscribe({ action: 'start_trial' });
    expect(await held()).toMatchObject({ status: 'trialing', plan: 'pro_monthly', revision: 0 });
    expect(await access()).toMatchObject({ level: 'full', reason: 'trial' });
    expect(await balance()).toBe(0);
    await act('advance');
    expect([await kinds(), await balance()]).toEqual([['trial_conversion'], 1000]);
    expect(await access()).toMatchObject({ level: 'full', reason: 'paid' });
  });

  test.each([1, 7, 12, 23])('in any order the first burst comes to the same (order %i)', async (seed) => {
    const { held, kinds, balance } = await subscribe({ delivery: 'shuffled', seed });
    expect(await held()).toMatchObject({ status: 'active', plan: 'pro_monthly', revision: 1 });
    expect([await kinds(), await balance()]).toEqual([['first'], 1000]);
  });

  test('two clicks at once are one subscription', async () => {
    const { teamId, choose } = await openSession();
    context.deliver = whenBothAreReady();
    await Promise.all([choose({ action: 'pay' }), choose({ action: 'pay' })]);
    expect(await listSandboxSubscriptions(context, teamId)).toHaveLength(1);
    expect(await balanceOf(database.db, teamId)).toBe(1000);
  });

  test('a payment that found no endpoint can be made again, and is the same one', async () => {
    const { teamId, choose } = await openSession();
    const url = context.endpoint;
    context.endpoint = 'http://127.0.0.1:1/api/webhooks/sandbox';
    expect(await choose({ action: 'pay' })).toMatchObject({ httpStatus: 0, status: 'no_answer' });
    context.endpoint = url;
    expect(await choose({ action: 'pay' })).toMatchObject({ httpStatus: 200, status: 'applied' });
    expect(await balanceOf(database.db, teamId)).toBe(1000);
    expect(await listSandboxSubscriptions(context, teamId)).toHaveLength(1);
  });

  test('a pack has no trial', async () => {
    const { choose } = await openSession('pack_1000');
    await expect(choose({ action: 'start_trial' })).rejects.toMatchObject({ code: 'checkout_not_payable' });
  });
});

describe('the next renewal', () => {
  test('brings the credits of the new period, and what was left of the old one lapses', async () => {
    const { act, kinds, balance } = await subscribe();
    const run = await act('advance');
    expect(statuses(run)).toEqual([
      'subscription.updated applied',
      'period.paid applied',
      'subscription.updated applied',
    ]);
    expect(run).toMatchObject({ balanceBefore: 1000, balanceAfter: 1000 });
    expect(run.sentence).toBe('3 messages (3 applied): 1,000 credits came in, 1,000 credits went.');
    expect([await kinds(), await balance()]).toEqual([['first', 'renewal'], 1000]);
  });

  test('twelve times is a year of it', async () => {
    const { act, kinds, balance } = await subscribe();
    for (let month = 1; month <= 12; month += 1) await act('advance', { delivery: 'shuffled' });
    expect(await kinds()).toEqual(['first', ...Array<string>(12).fill('renewal')]);
    expect(await balance()).toBe(1000);
  });

  test.each([0, 1, 2, 3, 4, 5])('in any order comes to the same (order %i)', async (seed) => {
    const { act, held, kinds, balance } = await subscribe();
    await act('advance', { delivery: 'shuffled', seed });
    expect(await held()).toMatchObject({ status: 'active', revision: 2 });
    expect([await kinds(), await balance()]).toEqual([['first', 'renewal'], 1000]);
  });

  test('with each message twice counts once', async () => {
    const { act, kinds, balance } = await subscribe();
    const run = await act('advance', { delivery: 'each_twice' });
    expect(run.deliveries.map(({ status }) => status)).toEqual(Array(3).fill(['applied', 'duplicate']).flat());
    expect([await kinds(), await balance()]).toEqual([['first', 'renewal'], 1000]);
  });

  test('whose payment is late moves nothing until it comes', async () => {
    const { act, sandbox, kinds } = await subscribe();
    const run = await act('advance', { delivery: 'one_delayed' });
    expect(run.deliveries.at(-1)).toMatchObject({ label: 'period.paid', status: 'delayed' });
    expect([await kinds(), run.entries]).toEqual([['first'], []]);
    expect(await sandbox()).toMatchObject({ delayed: ['period.paid'] });
    const late = await act('send_delayed');
    expect(statuses(late)).toEqual(['period.paid applied']);
    expect(await kinds()).toEqual(['first', 'renewal']);
    expect(await sandbox()).toMatchObject({ delayed: [] });
  });

  test('that comes before the one before it waits for it', async () => {
    const { act, kinds, balance } = await subscribe();
    await act('advance', { delivery: 'one_delayed' });
    const second = await act('advance');
    expect(statuses(second)).toContain('period.paid waiting');
    expect(await kinds()).toEqual(['first']);
    await act('send_delayed');
    expect([await kinds(), await balance()]).toEqual([['first', 'renewal', 'renewal'], 1000]);
  });

  test('whose payment is lost leaves the next one waiting', async () => {
    const { act, kinds } = await subscribe();
    await act('advance', { delivery: 'one_dropped' });
    expect(statuses(await act('advance'))).toContain('period.paid waiting');
    expect(await kinds()).toEqual(['first']);
  });
});

describe('at the portal', () => {
  test('a card that fails gives grace, and one that works recovers the same period', async () => {
    const { act, held, kinds, access } = await subscribe();
    expect(await act('fail_next_card')).toMatchObject({ deliveries: [] });
    await act('advance');
    expect(await held()).toMatchObject({ status: 'past_due' });
    expect(await access()).toMatchObject({ level: 'grace', reason: 'payment_failed' });
    await act('fix_card');
    expect(await held()).toMatchObject({ status: 'active' });
    expect(await kinds()).toEqual(['first', 'recovery']);
    expect(await access()).toMatchObject({ level: 'full' });
  });

  test('a card that is never fixed ends it', async () => {
    const { act, held, access } = await subscribe();
    await act('fail_next_card');
    await act('advance');
    await act('advance');
    expect(await held()).toMatchObject({ status: 'canceled' });
    expect(await access()).toMatchObject({ level: 'none' });
  });

  test('a pause restricts, and the renewal after a cycle in it resumes with the gap explained', async () => {
    const { act, held, kinds, access } = await subscribe();
    await act('pause');
    expect(await access()).toMatchObject({ level: 'restricted', reason: 'paused' });
    await act('advance');
    await act('unpause');
    expect(await held()).toMatchObject({ status: 'active' });
    await act('advance');
    expect(await kinds()).toEqual(['first', 'resumption']);
  });

  test('an upgrade is paid in proportion and tops the credits up', async () => {
    const { act, held, access } = await subscribe();
    const run = await act('change_plan', { item: 'business_monthly' });
    expect(statuses(run)).toEqual(['subscription.updated applied', 'proration.paid applied']);
    expect(await held()).toMatchObject({ plan: 'business_monthly' });
    expect(await access()).toMatchObject({ plan: 'business_monthly' });
    expect(run.balanceAfter).toBeGreaterThanOrEqual(4990);
    expect(run.balanceAfter).toBeLessThanOrEqual(5000);
  });

  test('a downgrade takes nothing away, and the next renewal brings less', async () => {
    const { act, held, access, balance } = await subscribe({ item: 'business_monthly' });
    expect(await act('change_plan', { item: 'pro_monthly' })).toMatchObject({ balanceAfter: 5000 });
    expect(await held()).toMatchObject({ plan: 'pro_monthly' });
    expect(await access()).toMatchObject({ plan: 'business_monthly' });
    await act('advance');
    expect(await balance()).toBe(1000);
  });

  test('a year instead of a month starts a new period at once', async () => {
    const { act, kinds, balance, access } = await subscribe();
    const run = await act('change_plan', { item: 'pro_yearly', delivery: 'each_twice' });
    expect(statuses(run)).toContain('period.paid applied');
    expect([await kinds(), await balance()]).toEqual([['first', 'replacement'], 1000]);
    expect(await access()).toMatchObject({ plan: 'pro_yearly', level: 'full' });
  });

  test('an end that was scheduled and taken back changes nothing', async () => {
    const { act, held, kinds } = await subscribe();
    await act('cancel_at_period_end');
    expect(await held()).toMatchObject({ status: 'active', cancel_at_period_end: true });
    await act('resume');
    expect(await held()).toMatchObject({ cancel_at_period_end: false });
    await act('advance');
    expect(await kinds()).toEqual(['first', 'renewal']);
  });

  test('an end that was scheduled comes at the end of the period', async () => {
    const { act, held, sandbox } = await subscribe();
    await act('cancel_at_period_end');
    await act('advance');
    expect(await held()).toMatchObject({ status: 'canceled' });
    expect(await sandbox()).toMatchObject({ status: 'canceled', possibleActions: ['refund_last_payment'] });
  });

  test('an end at once takes the access, and a refund the credits', async () => {
    const { act, access, balance } = await subscribe();
    await act('cancel_now');
    expect(await access()).toMatchObject({ level: 'none' });
    expect(await act('refund_last_payment')).toMatchObject({ balanceAfter: 0 });
    expect(await balance()).toBe(0);
  });
});

describe('what cannot be done', () => {
  test.each([
    ['advance', 'cancel_now'],
    ['pause', 'cancel_now'],
    ['change_plan', 'cancel_at_period_end'],
    ['resume', null],
    ['fix_card', null],
    ['unpause', null],
    ['send_delayed', null],
  ] as const)('%s after %s is refused and sends nothing', async (action, before) => {
    const { teamId, act } = await subscribe();
    if (before) await act(before);
    const runs = await listSubscriptionRuns(context, teamId, 10);
    await expect(act(action, { item: 'business_monthly' })).rejects.toMatchObject({
      code: 'subscription_action_unavailable',
    });
    expect(await listSubscriptionRuns(context, teamId, 10)).toEqual(runs);
  });

  test.each([
    [{ item: 'pack_1000' }, 'item_not_for_sale'],
    [{ item: 'plan_9' }, 'unknown_item'],
    [{ quantity: 0 }, 'invalid_quantity'],
    [{}, 'subscription_action_unavailable'],
  ] as const)('a change to %j is refused as %s', async (change, code) => {
    const { act } = await subscribe();
    await expect(act('change_plan', change)).rejects.toMatchObject({ code });
  });

  test('an upgrade with a card that is declined leaves the plan as it is', async () => {
    const { act, held } = await subscribe();
    await act('fail_next_card');
    await expect(act('change_plan', { item: 'business_monthly' })).rejects.toMatchObject({ code: 'card_declined' });
    expect(await held()).toMatchObject({ plan: 'pro_monthly' });
  });

  test("another team's subscription is not found, and where the sandbox is off there is none", async () => {
    const { teamId, sandboxSubscriptionId } = await subscribe();
    const request = { sandboxSubscriptionId, action: 'advance' } as const;
    const stranger = await createTeam(database.db);
    await expect(actOnSubscription(context, { ...request, teamId: stranger })).rejects.toMatchObject({
      code: 'subscription_not_found',
    });
    const off = { ...context, settings: testSettings({ providers: {} }) };
    expect(await listSandboxSubscriptions(off, teamId)).toEqual([]);
    await expect(actOnSubscription(off, { ...request, teamId })).rejects.toMatchObject({
      code: 'checkout_unavailable',
    });
  });
});

test('the runs of a team are kept with what they showed, newest first, apart from those on payments', async () => {
  const { teamId, act } = await subscribe();
  const first = await act('advance', { delivery: 'one_dropped' });
  const second = await act('cancel_now');
  expect(await listSubscriptionRuns(context, teamId, 10)).toEqual([second, first]);
  expect(await listLabRuns(context, teamId, 10)).toEqual([]);
});
