import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { confirmCharge } from '@/lib/billing/lab/confirm-charge';
import type { LabContext } from '@/lib/billing/lab/context';
import { getRenewalLab } from '@/lib/billing/lab/renewal-lab';
import { getSetup, leaveSetup, saveCard } from '@/lib/billing/lab/set-up-card';
import type { CardBehaviour } from '@/lib/billing/lab/test-cards';
import { type TimeLeap, travel } from '@/lib/billing/lab/time-machine';
import { deliver } from '@/lib/billing/providers/sandbox/deliver';
import { getRenewal } from '@/lib/billing/renewals/queries';
import { startSetup } from '@/lib/billing/renewals/setup';
import { createTeam, testContext, testSecrets, testSettings } from '@/tests/support/billing';
import { createTestDatabase, type TestDatabase } from '@/tests/support/database';
import { type Endpoint, openEndpoint } from '@/tests/support/endpoint';
import { openSandboxApi, type SandboxApi } from '@/tests/support/sandbox-api';
import { expectInvariants, one, rows } from '@/tests/support/state';

let database: TestDatabase;
let endpoint: Endpoint;
let api: SandboxApi;
let context: LabContext;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await openSandboxApi(() => context);
  const sandbox = { webhookSecrets: [testSecrets.sandbox], apiKey: null, account: null, apiUrl: api.url };
  const billing = testContext(database.db, { settings: testSettings({ providers: { sandbox } }) });
  endpoint = await openEndpoint(billing);
  context = { ...billing, endpoint: endpoint.url, deliver };
});
afterEach(async () => {
  await api.settled();
  await expectInvariants(database.db);
});
afterAll(async () => {
  await endpoint.close();
  await api.close();
  await database.drop();
});

const purpose = { kind: 'subscribe', item: 'pro_monthly', quantity: 1 } as const;

/** A team that saved a test card on the sandbox's page to subscribe with it. */
async function subscribeWith(behaviour: CardBehaviour) {
  const teamId = await createTeam(database.db);
  const save = async (card: CardBehaviour, why: typeof purpose | { kind: 'replace' }) => {
    const { url } = await startSetup(context, { teamId, userId: 'user_1', purpose: why });
    return saveCard(context, { teamId, id: url.split('/').at(-1) ?? '', behaviour: card });
  };
  expect(await save(behaviour, purpose)).toBe(200);
  const leap = (far: TimeLeap) => travel(context, { teamId, leap: far });
  const lab = async () => {
    const found = await getRenewalLab(context, teamId);
    if (!found) throw new Error('The subscription has ended.');
    return found;
  };
  const cycles = async () => (await lab()).cycles.toReversed();
  return { teamId, leap, lab, cycles, replaceCard: (card: CardBehaviour) => save(card, { kind: 'replace' }) };
}

const ask = (path: string, options: RequestInit & { key?: string } = {}) =>
  fetch(`${api.url}${path}`, {
    ...options,
    headers: {
      authorization: `Bearer ${testSecrets.sandbox}`,
      ...(options.key ? { 'idempotency-key': options.key } : {}),
    },
  });

describe('the time machine', () => {
  test('a whole year is charged cycle by cycle, each once, at its own time', async () => {
    const { leap, cycles, lab } = await subscribeWith('accepts');
    await leap('next');
    await leap('year');
    const lived = await cycles();
    expect(lived.map(({ cycleNo }) => cycleNo)).toEqual(lived.map((_, index) => index));
    expect(lived.length).toBeGreaterThanOrEqual(13);
    expect(new Set(lived.map(({ state, requests, payments }) => `${state} ${requests} ${payments}`))).toEqual(
      new Set(['succeeded 1 1']),
    );
    for (const [index, { periodStart }] of lived.entries())
      if (index > 0) expect(periodStart).toBe(lived[index - 1]?.periodEnd);
    const { simulatedNow, renewal } = await lab();
    expect(Date.parse(renewal.currentPeriodEnd ?? '')).greaterThan(simulatedNow?.getTime() ?? Number.NaN);
  });

  test('a card that loses every answer pays once for each cycle, by its webhook or under the same key', async () => {
    const { leap, cycles } = await subscribeWith('loses_the_answer');
    await leap('month');
    await leap('month');
    await leap('next');
    const lived = await cycles();
    expect(lived.length).toBeGreaterThanOrEqual(2);
    for (const { state, payments, tries } of lived)
      expect({ state, payments, tries }).toEqual({ state: 'succeeded', payments: 1, tries: 1 });
  });

  test('a card that takes its time succeeds when it is looked up again', async () => {
    const { leap, cycles } = await subscribeWith('takes_its_time');
    await leap('month');
    expect((await cycles())[0]).toMatchObject({ state: 'succeeded', requests: 1, payments: 1 });
  });

  test('a card without funds is dunned, and a new card pays for the same cycle at once', async () => {
    const { leap, cycles, replaceCard, teamId } = await subscribeWith('accepts');
    await leap('next');
    await replaceCard('declines_softly');
    await leap('next');
    await leap('next');
    expect((await getRenewal(context, teamId))?.failed).toMatchObject({ state: 'declined' });
    expect(await replaceCard('accepts')).toBe(200);
    await leap('next');
    const lived = await cycles();
    expect(lived.at(1)).toMatchObject({ state: 'succeeded', payments: 1 });
    expect((await getRenewal(context, teamId))?.failed).toBeNull();
  });

  test('a bank that asks is answered on its page, and the payment goes on', async () => {
    const { leap, teamId } = await subscribeWith('asks_for_action');
    await leap('next');
    const failed = (await getRenewal(context, teamId))?.failed;
    const id = failed?.actionUrl?.split('/').at(-1) ?? '';
    expect(failed).toMatchObject({ state: 'action_required' });
    const other = await createTeam(database.db);
    await expect(confirmCharge(context, { teamId: other, id, confirmed: true })).rejects.toThrow();
    await confirmCharge(context, { teamId, id, confirmed: true });
    expect((await getRenewalLab(context, teamId))?.cycles[0]).toMatchObject({ state: 'succeeded', payments: 1 });
  });

  test('the time of another team’s subscription cannot be moved', async () => {
    await subscribeWith('accepts');
    const other = await createTeam(database.db);
    await expect(travel(context, { teamId: other, leap: 'year' })).rejects.toMatchObject({
      code: 'subscription_not_found',
    });
  });
});

describe('the sandbox’s interface', () => {
  async function charge(key: string, changes: Record<string, unknown> = {}) {
    const card = await one(
      database.db,
      sql`select id, customer_id from sandbox_cards where behaviour = 'accepts' limit 1`,
    );
    const body = {
      ...{ operation_id: key, customer_id: card.customer_id, payment_method_id: card.id },
      ...{ amount_minor: 100, currency: 'USD', metadata: {}, ...changes },
    };
    return ask('/charges', { method: 'POST', key, body: JSON.stringify(body) });
  }

  test('the same key is one charge, and another request under it is refused', async () => {
    await subscribeWith('accepts');
    const key = `op_${randomUUID()}`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => charge(key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const ids = await Promise.all(answers.map(async (answer) => (await answer.json()).payment_id));
    expect(new Set(ids).size).toBe(1);
    expect((await charge(key, { amount_minor: 200 })).status).toBe(409);
    const charges = await rows(database.db, sql`select requests from sandbox_charges where idempotency_key = ${key}`);
    expect(charges).toEqual([{ requests: 11 }]);
  });

  test('nobody without the secret is answered, and what is wrong is said', async () => {
    const unsigned = await fetch(`${api.url}/charges`, { method: 'POST', body: '{}' });
    expect(unsigned.status).toBe(401);
    expect((await ask('/charges', { method: 'POST', key: 'k', body: '{}' })).status).toBe(400);
    expect((await ask('/charges/none')).status).toBe(404);
    expect((await charge(`op_${randomUUID()}`, { customer_id: 'sbx_cus_another' })).status).toBe(402);
    expect((await charge('')).status).toBe(400);
  });

  test('a page for saving a card leads back to us only, and is its team’s only', async () => {
    const body = {
      setup_id: 'set_x',
      customer_id: 'sbx_cus_x',
      success_url: 'https://evil.example/',
      cancel_url: 'https://evil.example/',
    };
    const foreign = await ask('/setups', { method: 'POST', body: JSON.stringify(body) });
    expect(foreign.status).toBe(400);
    const teamId = await createTeam(database.db);
    const { url } = await startSetup(context, { teamId, userId: 'user_1', purpose });
    const id = url.split('/').at(-1) ?? '';
    expect(await getSetup(context, { teamId: await createTeam(database.db), id })).toBeNull();
    await leaveSetup(context, { teamId, id });
    expect(await getSetup(context, { teamId, id })).toMatchObject({ state: 'left' });
  });

  test('a charge that has not ended can be given up, one that has stays', async () => {
    const { teamId, leap } = await subscribeWith('asks_for_action');
    await leap('next');
    const waiting = await one(
      database.db,
      sql`select id from sandbox_charges where customer_id = ${`sbx_cus_${teamId}`} and status = 'action_required'`,
    );
    const answer = await ask(`/charges/${waiting.id}/cancel`, { method: 'POST', body: '{}' });
    expect(await answer.json()).toMatchObject({ status: 'failed', code: 'canceled' });
    await confirmCharge(context, { teamId, id: String(waiting.id), confirmed: true });
    expect(await (await ask(`/charges/${waiting.id}`)).json()).toMatchObject({ status: 'failed' });
  });
});
