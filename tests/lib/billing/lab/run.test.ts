import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { billingWebhookEvents } from '@/db/schema';
import { startCheckout } from '@/lib/billing/checkout';
import { listPayments } from '@/lib/billing/credits/payments';
import { labActions } from '@/lib/billing/lab/actions';
import type { LabContext } from '@/lib/billing/lab/context';
import { actOnHostedCheckout } from '@/lib/billing/lab/hosted';
import { listLabPayments, listLabRuns } from '@/lib/billing/lab/queries';
import { type LabRequest, runLab } from '@/lib/billing/lab/run';
import { deliver } from '@/lib/billing/providers/sandbox/deliver';
import { createIntent, createTeam, send, testContext, testSettings } from '@/tests/support/billing';
import { createTestDatabase, type TestDatabase } from '@/tests/support/database';
import { type Endpoint, openEndpoint, whenBothAreReady } from '@/tests/support/endpoint';
import { openCasesOf } from '@/tests/support/life';
import { stripePurchase } from '@/tests/support/purchases';
import { balanceOf, count, expectInvariants } from '@/tests/support/state';

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

/** A team that paid for a pack of 1,000 credits on the sandbox's page. */
async function payForPack(promotionCode?: 'FREE') {
  const teamId = await createTeam(database.db);
  const { url } = await startCheckout(context, { teamId, userId: null, item: 'pack_1000' });
  const providerCheckoutId = url.split('/').at(-1) ?? '';
  const paid = await actOnHostedCheckout(context, { providerCheckoutId, action: 'pay', promotionCode });
  expect(paid).toMatchObject({ httpStatus: 200, status: 'applied' });
  const [payment] = await listLabPayments(context, teamId);
  const run = (action: LabRequest['action']) =>
    runLab(context, { teamId, purchaseId: payment?.purchaseId ?? '', action });
  return { teamId, payment, run };
}

describe('a payment that is told again', () => {
  test.each([
    ['send_again', 1, 'Delivered again, paid once.'],
    ['late_retry', 1, 'Retried late, paid once.'],
    ['send_ten_in_parallel', 10, 'Delivered 10 times, paid once.'],
    ['second_event_id', 1, 'Told under two event ids, paid once.'],
  ] as const)('by %s counts once', async (action, times, sentence) => {
    const { teamId, run } = await payForPack();
    const shown = await run(action);
    expect(shown).toMatchObject({ balanceBefore: 1000, balanceAfter: 1000, entries: [], sentence });
    expect(shown.deliveries).toHaveLength(times);
    for (const answer of shown.deliveries) expect(answer).toMatchObject({ httpStatus: 200, status: 'duplicate' });
    expect(await balanceOf(database.db, teamId)).toBe(1000);
  });
});

describe('a delivery that must not count', () => {
  test.each([
    ['tampered', 400, 'wrong_signature'],
    ['captured_hour_ago', 400, 'too_old'],
    ['other_environment', 200, 'parked'],
  ] as const)('%s is answered %i %s and moves nothing', async (action, httpStatus, status) => {
    const { run } = await payForPack();
    const shown = await run(action);
    expect(shown.deliveries).toMatchObject([{ httpStatus, status }]);
    expect(shown).toMatchObject({ balanceBefore: 1000, balanceAfter: 1000, entries: [] });
  });

  test('from the other environment opens a case', async () => {
    const { run } = await payForPack();
    const shown = await run('other_environment');
    const eventId = shown.deliveries[0]?.eventId;
    const cases = sql`select count(*) from reconciliation_cases where kind = 'environment_mismatch' and event_id = ${eventId}`;
    expect(await count(database.db, cases)).toBe(1);
  });
});

describe('money that goes back', () => {
  test('half takes half of the credits, the rest takes the rest, and then nothing is left', async () => {
    const { run } = await payForPack();
    expect(await run('refund_half')).toMatchObject({
      balanceAfter: 500,
      entries: [{ kind: 'refund', delta: -500 }],
      sentence: 'The refund took 500 credits back.',
    });
    expect(await run('refund_rest')).toMatchObject({ balanceBefore: 500, balanceAfter: 0, entries: [{ delta: -500 }] });
    await expect(run('refund_rest')).rejects.toMatchObject({ code: 'nothing_to_refund' });
    await expect(run('refund_half')).rejects.toMatchObject({ code: 'nothing_to_refund' });
  });

  test('two clicks at once are one refund', async () => {
    const { teamId, run } = await payForPack();
    context.deliver = whenBothAreReady();
    await Promise.all([run('refund_half'), run('refund_half')]);
    expect(await balanceOf(database.db, teamId)).toBe(500);
  });

  test('a dispute takes all of it once and is a case, and winning it brings it back and closes the case', async () => {
    const { teamId, run } = await payForPack();
    await expect(run('dispute_won')).rejects.toMatchObject({ code: 'no_open_dispute' });
    expect(await run('dispute')).toMatchObject({ balanceAfter: 0, entries: [{ kind: 'dispute', delta: -1000 }] });
    await expect(run('dispute')).rejects.toMatchObject({ code: 'already_disputed' });
    expect(await openCasesOf(database.db, teamId)).toEqual(['dispute_opened']);
    expect(await run('dispute_won')).toMatchObject({ balanceAfter: 1000, entries: [{ delta: 1000 }] });
    expect(await openCasesOf(database.db, teamId)).toEqual([]);
    await expect(run('dispute')).rejects.toMatchObject({ code: 'already_disputed' });
  });

  test('after a dispute that was won the half that was not refunded can still go back', async () => {
    const { run } = await payForPack();
    await run('refund_half');
    await run('dispute');
    await run('dispute_won');
    expect(await run('refund_rest')).toMatchObject({ balanceBefore: 500, balanceAfter: 0 });
  });

  test('of a free purchase there is none', async () => {
    const { run } = await payForPack('FREE');
    expect(await run('send_again')).toMatchObject({ balanceAfter: 1000 });
    await expect(run('refund_rest')).rejects.toMatchObject({ code: 'nothing_to_refund' });
  });
});

describe('what the lab may touch', () => {
  test("another team's payment is not found, and neither is one that does not exist", async () => {
    const { payment } = await payForPack();
    const stranger = await createTeam(database.db);
    const request = { teamId: stranger, action: 'refund_rest' } as const;
    for (const purchaseId of [payment?.purchaseId ?? '', randomUUID()]) {
      await expect(runLab(context, { ...request, purchaseId })).rejects.toMatchObject({ code: 'payment_not_found' });
    }
  });

  test('a payment of another provider is real money, and not for the lab', async () => {
    const teamId = await createTeam(database.db);
    const { paid } = stripePurchase({ checkoutId: await createIntent(database.db, { teamId, provider: 'stripe' }) });
    expect(await send(context, { provider: 'stripe', body: paid() })).toMatchObject({ status: 'applied' });
    const [payment] = await listPayments(context, teamId, 'stripe');
    const request = { teamId, purchaseId: payment?.purchaseId ?? '', action: 'refund_rest' } as const;
    await expect(runLab(context, request)).rejects.toMatchObject({ code: 'payment_not_found' });
    expect(await listLabPayments(context, teamId)).toEqual([]);
  });

  test('bytes that are not kept any more cannot be sent again', async () => {
    const { payment, run } = await payForPack();
    await database.db
      .update(billingWebhookEvents)
      .set({ rawBody: null })
      .where(eq(billingWebhookEvents.eventId, payment?.eventId ?? ''));
    await expect(run('send_again')).rejects.toMatchObject({ code: 'delivery_not_kept' });
  });

  test('where the sandbox is off the lab has no payments and does nothing', async () => {
    const { teamId, payment } = await payForPack();
    const off = { ...context, settings: testSettings({ providers: {} }) };
    expect(await listLabPayments(off, teamId)).toEqual([]);
    const request = { teamId, purchaseId: payment?.purchaseId ?? '', action: 'send_again' } as const;
    await expect(runLab(off, request)).rejects.toMatchObject({ code: 'checkout_unavailable' });
  });
});

test('the runs of a team are kept with what they showed, newest first', async () => {
  const { teamId, run } = await payForPack();
  const first = await run('refund_half');
  const second = await run('send_again');
  expect(await listLabRuns(context, teamId, 10)).toEqual([second, first]);
  expect(await listLabRuns(context, teamId, 1)).toEqual([second]);
  expect(await listLabRuns(context, await createTeam(database.db), 10)).toEqual([]);
});

test('an endpoint that does not answer is shown as that', async () => {
  const { run } = await payForPack();
  await endpoint.close();
  const shown = await run('send_again');
  expect(shown.deliveries).toMatchObject([{ httpStatus: 0, status: 'no_answer' }]);
  expect(shown.sentence).toBe('Delivered once (1 no answer): nothing moved.');
  endpoint = await openEndpoint(context);
});

test('the lab has eleven things to try', () => {
  expect(new Set(labActions).size).toBe(11);
});
