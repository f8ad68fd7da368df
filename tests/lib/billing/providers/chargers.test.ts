import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChargeRequest, Charger } from '@/lib/billing/providers/charger';
import { findProvider } from '@/lib/billing/providers/registry';
import { installedNames, requireProvider } from '@/tests/support/installed';
import { type PaymentServer, startPaymentServer } from '@/tests/support/payments-api';

const now = () => new Date('2027-02-28T14:02:10Z');
const operationId = 'charge:sub:1';

const request: ChargeRequest = {
  ...{ idempotencyKey: `${operationId}:t1`, operationId, providerCustomerId: 'cus_1', providerPaymentMethodId: 'pm_1' },
  ...{ amountMinor: 2900, currency: 'USD' },
  metadata: {
    ...{ operation_id: operationId, own_subscription_id: 'own_1', price_id: 'catalog:pro_monthly', quantity: '1' },
    ...{ period_start: '2027-02-28T14:02:10.000000Z', period_end: '2027-03-31T14:02:10.000000Z', reason: 'cycle' },
  },
};

const charged = {
  ...{ providerPaymentId: 'pay_1', status: 'succeeded', amountMinor: 2900, currency: 'USD', operationId },
  ...{ createdAt: '2027-02-28T14:02:10.000000Z', actionUrl: null, code: null, declineCode: null },
};

let server: PaymentServer;
beforeEach(async () => {
  server = await startPaymentServer(now);
});
afterEach(async () => {
  server.release();
  await server.close();
});

function chargerOf(name: 'stripe' | 'sandbox', timeoutMs = 30_000): Charger {
  const apiUrl = name === 'sandbox' ? `${server.origin}/sandbox/api` : server.origin;
  const address = { appUrl: 'https://shop.example', apiKey: 'sk_test_key', apiUrl };
  requireProvider(name);
  const charger = findProvider(name)?.charge?.({ ...address, timeoutMs, now });
  if (!charger) throw new Error(`${name} charges.`);
  return charger;
}

it('the others renew on their own clock alone', () => {
  const charging = installedNames.filter((name) => findProvider(name)?.charge);
  expect(charging).toEqual(installedNames.filter((name) => name === 'stripe' || name === 'sandbox'));
});

describe.each(['stripe', 'sandbox'] as const)('the charger of %s', (name) => {
  it('charges under its key, and tells which operation it is for', async () => {
    const answer = await chargerOf(name).charge(request);
    expect(answer).toMatchObject({ kind: 'charge', charge: charged, isReplayed: false });
    expect(server.ledger.deliveries).toMatchObject([{ key: `${operationId}:t1`, operationId }]);
    expect(server.ledger.charges).toMatchObject([{ customerId: 'cus_1', methodId: 'pm_1', amountMinor: 2900 }]);
    expect(server.ledger.charges[0]?.metadata).toMatchObject(request.metadata);
  });

  it('is answered the same for the same key, and refused for another request under it', async () => {
    const charger = chargerOf(name);
    await charger.charge(request);
    expect(await charger.charge(request)).toMatchObject({ kind: 'charge', charge: charged, isReplayed: true });
    const other = await charger.charge({ ...request, amountMinor: 1 });
    expect(other).toMatchObject({ kind: 'refused', type: 'idempotency' });
    expect(server.ledger.commits()).toHaveLength(1);
  });

  it('sends a request once and leaves it to its caller to send it again', async () => {
    server.next('fail_before', 'drop_before', 'rate_limit', 'refuse_key', 'fail_stored');
    const charger = chargerOf(name);
    expect(await charger.charge(request)).toMatchObject({ kind: 'refused', type: 'server', httpStatus: 503 });
    expect(await charger.charge(request)).toEqual({ kind: 'lost', reason: 'network' });
    expect(await charger.charge(request)).toMatchObject({ kind: 'refused', type: 'rate_limit' });
    expect(await charger.charge(request)).toMatchObject({ kind: 'refused', type: 'request', httpStatus: 401 });
    expect(await charger.charge(request)).toMatchObject({ kind: 'refused', type: 'server', httpStatus: 500 });
    expect(await charger.charge(request)).toMatchObject({ kind: 'refused', type: 'server', httpStatus: 500 });
    expect(server.ledger.deliveries).toHaveLength(6);
    expect(server.ledger.commits()).toEqual([]);
  });

  it('waits for an answer only so long', async () => {
    server.next('hold_before');
    expect(await chargerOf(name, 100).charge(request)).toEqual({ kind: 'lost', reason: 'timeout' });
  });

  it('tells why a card was declined', async () => {
    server.ledger.rules.set('pm_1', { status: 'failed', declineCode: 'insufficient_funds' });
    expect(await chargerOf(name).charge(request)).toMatchObject({
      ...{ kind: 'refused', type: 'card', code: 'card_declined', declineCode: 'insufficient_funds' },
    });
    expect(await chargerOf(name).listCharges({ operationId, providerCustomerId: 'cus_1', since: now() })).toMatchObject(
      [{ providerPaymentId: 'pay_1', status: 'failed', declineCode: 'insufficient_funds' }],
    );
  });

  it('tells where the buyer confirms, how it stands then, and can withdraw it before', async () => {
    server.ledger.rules.set('pm_1', { status: 'action_required' });
    const charger = chargerOf(name);
    const actionUrl = 'https://pay.example/confirm';
    expect(await charger.charge(request)).toMatchObject({ charge: { status: 'action_required', actionUrl } });
    expect(await charger.cancel('pay_1')).toMatchObject({ status: 'failed' });
    expect(await charger.lookUp('pay_1')).toMatchObject({ status: 'failed' });
    expect(await charger.lookUp('pay_9')).toBeNull();
    expect(await charger.cancel('pay_9')).toBeNull();
  });

  it('lists every charge of an operation with its key, and of no other', async () => {
    const charger = chargerOf(name);
    await charger.charge(request);
    const other = { ...request.metadata, operation_id: 'charge:sub:2' };
    await charger.charge({
      ...request,
      idempotencyKey: 'charge:sub:2:t1',
      operationId: 'charge:sub:2',
      metadata: other,
    });
    const listed = await charger.listCharges({ operationId, providerCustomerId: 'cus_1', since: now() });
    expect(listed).toMatchObject([{ ...charged, idempotencyKey: `${operationId}:t1` }]);
  });

  it('says so when it cannot be asked', async () => {
    server.refuseLookUps(true);
    const charger = chargerOf(name);
    await expect(charger.lookUp('pay_1')).rejects.toMatchObject({ code: 'provider_unavailable' });
    await expect(charger.listCharges({ operationId, providerCustomerId: 'cus_1', since: now() })).rejects.toMatchObject(
      { code: 'provider_unavailable' },
    );
  });

  it('opens a page of the provider that saves a card, with our setup and no card field of ours', async () => {
    const setup = { setupId: 'set_1', teamId: 'team_1', userId: 'user_1', providerCustomerId: null };
    expect(await chargerOf(name).createSetup(setup)).toMatchObject({ url: 'https://pay.example/setup' });
    const [body = ''] = server.ledger.setups;
    expect(body).toContain('set_1');
    expect(body).toContain('https://shop.example/subscription?setup=set_1');
    expect(body).not.toMatch(/number|cvc/);
  });
});

it("Stripe's page is a checkout that saves, for a customer who is made or known", async () => {
  const setup = { setupId: 'set_1', teamId: 'team_1', userId: 'user_1' };
  await chargerOf('stripe').createSetup({ ...setup, providerCustomerId: null });
  await chargerOf('stripe').createSetup({ ...setup, providerCustomerId: 'cus_7' });
  const [made = '', known = ''] = server.ledger.setups;
  expect(made).toContain('mode=setup');
  expect(made).toContain('customer_creation=always');
  expect(made).toContain('metadata[setup_id]=set_1');
  expect(known).toContain('customer=cus_7');
  expect(known).not.toContain('customer_creation');
});
