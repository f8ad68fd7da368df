import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startCheckout } from '@/lib/billing/checkout';
import type { LabContext } from '@/lib/billing/lab/context';
import { actOnHostedCheckout, getHostedCheckout, type HostedAction } from '@/lib/billing/lab/hosted';
import { listLabPayments } from '@/lib/billing/lab/queries';
import { deliver } from '@/lib/billing/providers/sandbox/deliver';
import { createTeam, testContext, testSettings } from '@/tests/support/billing';
import { createTestDatabase, type TestDatabase } from '@/tests/support/database';
import { type Endpoint, openEndpoint, whenBothAreReady } from '@/tests/support/endpoint';
import { balanceOf, expectInvariants } from '@/tests/support/state';

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

/** A session that a team just opened. */
async function openSession(quantity = 1) {
  const teamId = await createTeam(database.db);
  const { checkoutId, url } = await startCheckout(context, { teamId, userId: null, item: 'pack_1000', quantity });
  const providerCheckoutId = url.split('/').at(-1) ?? '';
  const act = (action: HostedAction, promotionCode?: 'FREE') =>
    actOnHostedCheckout(context, { providerCheckoutId, action, promotionCode });
  const state = async () => (await getHostedCheckout(context, providerCheckoutId))?.state;
  const balance = () => balanceOf(database.db, teamId);
  return { teamId, checkoutId, providerCheckoutId, act, state, balance };
}

test('the page shows what the team set out to buy', async () => {
  const { teamId, checkoutId, providerCheckoutId } = await openSession(3);
  expect(await getHostedCheckout(context, providerCheckoutId)).toEqual({
    ...{ providerCheckoutId, checkoutId, teamId, plan: null },
    name: '1,000 credits',
    quantity: 3,
    amountMinor: 14700,
    currency: 'USD',
    state: 'open',
  });
});

describe('on the hosted page', () => {
  test('paying gives the credits, quantity included', async () => {
    const session = await openSession(3);
    expect(await session.act('pay')).toMatchObject({ httpStatus: 200, status: 'applied' });
    expect(await session.state()).toBe('paid');
    expect(await session.balance()).toBe(3000);
  });

  test('paying with FREE gives the credits for nothing', async () => {
    const session = await openSession();
    expect(await session.act('pay', 'FREE')).toMatchObject({ status: 'applied' });
    expect(await session.balance()).toBe(1000);
    expect(await listLabPayments(context, session.teamId)).toMatchObject([{ amountMinor: 0, discountMinor: 4900 }]);
  });

  test('two clicks on "pay" at once pay once', async () => {
    context.deliver = whenBothAreReady();
    const session = await openSession();
    const answers = await Promise.all([session.act('pay'), session.act('pay')]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['applied', 'duplicate']);
    expect(await session.balance()).toBe(1000);
  });

  test('a declined card gives nothing and ends the session', async () => {
    const session = await openSession();
    await session.act('decline');
    expect(await session.state()).toBe('failed');
    expect(await session.balance()).toBe(0);
  });

  test('paying later gives nothing until the money arrives', async () => {
    const session = await openSession();
    await session.act('pay_later');
    expect([await session.state(), await session.balance()]).toEqual(['pending', 0]);
    await session.act('settle');
    expect([await session.state(), await session.balance()]).toEqual(['paid', 1000]);
  });

  test('a transfer that fails gives nothing', async () => {
    const session = await openSession();
    await session.act('pay_later');
    await session.act('decline');
    expect([await session.state(), await session.balance()]).toEqual(['failed', 0]);
  });

  test.each([
    ['paid', ['pay'], ['pay', 'pay_later', 'settle', 'decline', 'abandon']],
    ['left behind', ['abandon'], ['pay', 'pay_later', 'settle', 'decline', 'abandon']],
    ['declined', ['decline'], ['pay', 'pay_later', 'settle', 'decline', 'abandon']],
    ['waiting for the bank', ['pay_later'], ['pay', 'pay_later', 'abandon']],
    ['open', [], ['settle']],
  ] as const)('a session that is %s cannot do what comes next elsewhere', async (_, done, impossible) => {
    const session = await openSession();
    for (const action of done) await session.act(action);
    const balance = await session.balance();
    for (const action of impossible)
      await expect(session.act(action)).rejects.toMatchObject({ code: 'checkout_not_payable' });
    expect(await session.balance()).toBe(balance);
  });
});

test('a session that the sandbox did not open is not there', async () => {
  expect(await getHostedCheckout(context, 'sbx_cs_unknown')).toBeNull();
  const request = { providerCheckoutId: 'sbx_cs_unknown', action: 'pay' } as const;
  await expect(actOnHostedCheckout(context, request)).rejects.toMatchObject({ code: 'checkout_not_found' });
});

test('without the sandbox there is no page and no play money', async () => {
  const { providerCheckoutId } = await openSession();
  const off = { ...context, settings: testSettings({ providers: {} }) };
  expect(await getHostedCheckout(off, providerCheckoutId)).toBeNull();
  const acting = actOnHostedCheckout(off, { providerCheckoutId, action: 'pay' });
  await expect(acting).rejects.toMatchObject({ code: 'checkout_unavailable' });
});
