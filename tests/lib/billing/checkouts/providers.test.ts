import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelSubscription } from '@/lib/billing/cancel';
import { startCheckout } from '@/lib/billing/checkout';
import { findInvoiceUrl } from '@/lib/billing/invoices/document';
import { openPortal } from '@/lib/billing/portal';
import { type Api, type ApiProvider, apiProviders, startApiOf } from '@/tests/support/apis';
import type { Sent } from '@/tests/support/apis/server';
import { createTeam, testPriceIds } from '@/tests/support/billing';
import { createTestDatabase, type TestDatabase } from '@/tests/support/database';
import { haveCustomer, haveSubscription, sellingThrough } from '@/tests/support/selling';
import { one } from '@/tests/support/state';

let database: TestDatabase;
const apis = new Map<ApiProvider, Api>();
beforeAll(async () => {
  database = await createTestDatabase();
  for (const provider of apiProviders) apis.set(provider, await startApiOf(provider));
});
afterAll(async () => {
  for (const api of apis.values()) await api.close();
  await database.drop();
});

const code = (value: string) => expect.objectContaining({ code: value });
const pack = { userId: 'usr_1', item: 'pack_1000' };

/** How each provider is asked for a page and what its answer looks like. */
const asked: Record<
  ApiProvider,
  { checkouts: string; page: RegExp; portal: RegExp; ended: string; customers: string; told(sent: Sent): unknown }
> = {
  stripe: {
    checkouts: '/v1/checkout/sessions',
    page: /^https:\/\/checkout\.stripe\.com\/c\/pay\/cs_test_/,
    portal: /^https:\/\/billing\.stripe\.com\/p\/session\//,
    ended: 'canceled',
    customers: 'customer',
    told: ({ text }) => {
      const form = new URLSearchParams(text);
      return {
        checkoutId: form.get('metadata[checkout_id]'),
        teamId: form.get('metadata[team_id]'),
        price: form.get('line_items[0][price]'),
        quantity: Number(form.get('line_items[0][quantity]')),
        returnTo: form.get('success_url'),
      };
    },
  },
  lemonsqueezy: {
    checkouts: '/v1/checkouts',
    page: /^https:\/\/acme\.lemonsqueezy\.com\/checkout\/custom\//,
    portal: /^https:\/\/acme\.lemonsqueezy\.com\/billing/,
    ended: 'cancelled',
    customers: 'customers',
    told: ({ text }) => {
      const { attributes, relationships } = JSON.parse(text).data;
      const { custom, variant_quantities } = attributes.checkout_data;
      return {
        checkoutId: custom.checkout_id,
        teamId: custom.team_id,
        price: relationships.variant.data.id,
        quantity: variant_quantities[0].quantity,
        returnTo: attributes.product_options.redirect_url,
      };
    },
  },
  polar: {
    checkouts: '/v1/checkouts',
    page: /^https:\/\/sandbox\.polar\.sh\/checkout\//,
    portal: /^https:\/\/sandbox\.polar\.sh\/acme\/portal/,
    ended: 'canceled',
    customers: 'customer',
    told: ({ text }) => {
      const { metadata, products, units, success_url } = JSON.parse(text);
      return {
        checkoutId: metadata.checkout_id,
        teamId: metadata.team_id,
        price: products[0],
        quantity: units,
        returnTo: success_url,
      };
    },
  },
  paddle: {
    checkouts: '/transactions',
    page: /^http:\/\/localhost:3000\/pay\?_ptxn=txn_/,
    portal: /^https:\/\/sandbox-customer-portal\.paddle\.com\//,
    ended: 'canceled',
    customers: 'customer',
    // Paddle.js is told on our page where it returns to.
    told: ({ text }) => {
      const { custom_data, items } = JSON.parse(text);
      const { checkout_id: checkoutId, team_id: teamId } = custom_data;
      const returnTo = `http://localhost:3000/checkout/return?checkout=${checkoutId}`;
      return { checkoutId, teamId, price: items[0].price_id, quantity: items[0].quantity, returnTo };
    },
  },
};

describe.each(apiProviders)('through %s', (provider) => {
  const { checkouts, page, portal, ended, customers, told } = asked[provider];

  async function start(changes: { patienceMs?: number } = {}) {
    const server = apis.get(provider);
    if (!server) throw new Error(`${provider} was not started.`);
    const context = sellingThrough(database.db, { provider, server }, changes);
    const teamId = await createTeam(database.db);
    const from = server.sent.length;
    const opened = () => server.sent.slice(from).filter(({ method, url }) => isCheckout(method, url));
    return { context, teamId, server, opened, sent: () => server.sent.slice(from) };
  }

  function isCheckout(method: string, { pathname }: URL): boolean {
    return method === 'POST' && pathname.replace(/\/$/, '') === checkouts;
  }

  const intentsOf = (teamId: string) =>
    one(
      database.db,
      sql`select count(*)::int as count, min(state) as state from billing_checkouts where team_id = ${teamId}`,
    );

  it('a checkout names our intent, sells what was chosen, and comes back to us', async () => {
    const { context, teamId, opened } = await start();
    const { checkoutId, url } = await startCheckout(context, { ...pack, teamId, quantity: 2 });
    expect(url).toMatch(page);
    const price = testPriceIds[provider]?.pack_1000?.[0];
    const returnTo = `http://localhost:3000/checkout/return?checkout=${checkoutId}`;
    expect(opened().map(told)).toEqual([{ checkoutId, teamId, price, quantity: 2, returnTo }]);
  });

  it('a second click gets the page that is open, and two owners at once get one', async () => {
    const { context, teamId, opened } = await start();
    const [first, second] = await Promise.all([
      startCheckout(context, { ...pack, teamId }),
      startCheckout(context, { ...pack, teamId, userId: 'usr_2' }),
    ]);
    expect(second).toEqual(first);
    expect(await startCheckout(context, { ...pack, teamId })).toEqual(first);
    expect(opened()).toHaveLength(1);
    expect(await intentsOf(teamId)).toEqual({ count: 1, state: 'open' });
  });

  it('while the provider is down nothing is lost: the next click goes on with the same intent', async () => {
    const { context, teamId, server, opened } = await start();
    server.failOnce({ path: checkouts, status: 503 });
    await expect(startCheckout(context, { ...pack, teamId })).rejects.toEqual(code('provider_unavailable'));
    expect(await intentsOf(teamId)).toEqual({ count: 1, state: 'open' });
    const { url } = await startCheckout(context, { ...pack, teamId });
    expect(url).toMatch(page);
    expect(opened()).toHaveLength(2);
    expect(await intentsOf(teamId)).toEqual({ count: 1, state: 'open' });
    expect(context.lines.join()).not.toContain('secret');
  });

  it('a provider that does not answer is given up', async () => {
    const { context, teamId, server } = await start({ patienceMs: 50 });
    server.failOnce({ path: checkouts, status: 0, hang: true });
    await expect(startCheckout(context, { ...pack, teamId })).rejects.toEqual(code('provider_unavailable'));
  });

  it('what the provider refuses is not asked for again in the same way', async () => {
    const { context, teamId, server } = await start();
    server.failOnce({ path: checkouts, status: 401 });
    await expect(startCheckout(context, { ...pack, teamId })).rejects.toEqual(code('provider_refused'));
    expect(await intentsOf(teamId)).toEqual({ count: 1, state: 'failed' });
    await startCheckout(context, { ...pack, teamId });
    expect(await intentsOf(teamId)).toMatchObject({ count: 2 });
  });

  it.each(['active', 'trialing', 'past_due', 'unpaid', 'paused'] as const)(
    'a team whose subscription is %s changes that one',
    async (status) => {
      const { context, teamId, opened } = await start();
      await haveSubscription(database.db, { provider, teamId, status });
      const second = startCheckout(context, { teamId, userId: null, item: 'pro_monthly' });
      await expect(second).rejects.toEqual(code('live_subscription'));
      expect(opened()).toEqual([]);
    },
  );

  it('the portal opens for who pays for the team', async () => {
    const { context, teamId, server } = await start();
    const { providerCustomerId, providerSubscriptionId } = await haveSubscription(database.db, { provider, teamId });
    const urls = { customer_portal: 'https://acme.lemonsqueezy.com/billing?signature=s' };
    server.world.put(customers, { id: providerCustomerId, status: 'active', attributes: { urls } });
    if (provider === 'lemonsqueezy')
      server.world.put('subscriptions', { id: providerSubscriptionId, attributes: { urls } });
    expect((await openPortal(context, { teamId, userId: null })).url).toMatch(portal);
    server.failOnce({ status: 500 });
    await expect(openPortal(context, { teamId, userId: null })).rejects.toEqual(code('provider_unavailable'));
  });

  it('a team that has a second subscription elsewhere opens the portal of the one that it names', async () => {
    const { context, teamId, server } = await start();
    await haveSubscription(database.db, { provider: 'sandbox', teamId });
    const second = await haveSubscription(database.db, { provider, teamId, isCurrent: false });
    const urls = { customer_portal: 'https://acme.lemonsqueezy.com/billing?signature=s' };
    server.world.put(customers, { id: second.providerCustomerId, status: 'active', attributes: { urls } });
    if (provider === 'lemonsqueezy')
      server.world.put('subscriptions', { id: second.providerSubscriptionId, attributes: { urls } });
    expect((await openPortal(context, { teamId, userId: null })).url).toContain('/sandbox/portal/');
    expect((await openPortal(context, { teamId, userId: null }, second.id)).url).toMatch(portal);
    expect((await openPortal(context, { teamId, userId: null }, 'of another team')).url).toContain('/sandbox/portal/');
  });

  it('a team whose customer is dead has no billing account, and none is made up for it', async () => {
    const { context, teamId, sent } = await start();
    await haveCustomer(database.db, provider, teamId);
    await expect(openPortal(context, { teamId, userId: null })).rejects.toEqual(code('no_billing_account'));
    expect(sent()).toHaveLength(1);
    await expect(openPortal(context, { teamId: await createTeam(database.db), userId: null })).rejects.toEqual(
      code('no_billing_account'),
    );
  });

  it('a subscription is ended at the provider, and ending it again changes nothing', async () => {
    const { context, teamId, server } = await start();
    const { id, providerSubscriptionId } = await haveSubscription(database.db, { provider, teamId });
    const kind = provider === 'lemonsqueezy' ? 'subscriptions' : 'subscription';
    server.world.put(kind, { id: providerSubscriptionId, status: 'active', attributes: { status: 'active' } });
    const lab = { ...context, endpoint: '', deliver: () => Promise.reject(new Error('This is no sandbox.')) };
    expect(await cancelSubscription(lab, teamId)).toEqual({ canceled: [id] });
    expect(JSON.stringify(server.world.get(kind, providerSubscriptionId))).toContain(`"status":"${ended}"`);
    expect(await cancelSubscription(lab, teamId)).toEqual({ canceled: [id] });
    // Whoever is refused looks how the subscription stands.
    server.failOnce({ path: '/subscriptions/', status: 503 });
    server.failOnce({ path: '/subscriptions/', status: 503 });
    const refused = cancelSubscription(lab, teamId);
    await expect(refused).rejects.toEqual(code('provider_unavailable'));
  });

  it('the document of a payment is asked for when it is wanted, and only the team itself gets it', async () => {
    const { context, teamId, server } = await start();
    const { purchaseId, url } = await havePaid(teamId, server);
    const wanted = { teamId, userId: null, invoiceId: `purchase:${purchaseId}` };
    expect(await findInvoiceUrl(context, wanted)).toBe(url);
    const before = server.requests.length;
    const others = findInvoiceUrl(context, { ...wanted, teamId: await createTeam(database.db) });
    await expect(others).rejects.toEqual(code('invoice_not_found'));
    expect(server.requests).toHaveLength(before);
    server.failOnce({ status: 500 });
    await expect(findInvoiceUrl(context, wanted)).rejects.toEqual(code('provider_unavailable'));
  });

  it('a document on a host that is not the provider’s own is not shown', async () => {
    const { context, teamId, server } = await start();
    const { purchaseId } = await havePaid(teamId, server, 'https://evil.example/invoice');
    const found = findInvoiceUrl(context, { teamId, userId: null, invoiceId: `purchase:${purchaseId}` });
    await expect(found).rejects.toEqual(code('document_unavailable'));
  });

  /** A purchase as the webhooks left it, and its document at the provider. */
  async function havePaid(teamId: string, { world }: Api, url = documents[provider]) {
    const purchaseId = crypto.randomUUID();
    const key = provider === 'lemonsqueezy' ? `order:${purchaseId}` : `key_${purchaseId}`;
    await database.db.execute(sql`
      insert into credit_purchases (id, team_id, provider, provider_checkout_id, provider_payment_id, provider_event_id,
        lines, credits, quantity, subtotal_minor, discount_minor, tax_minor, amount_minor, currency, paid_at)
      values (${purchaseId}, ${teamId}, ${provider}, ${key}, ${`pi_${purchaseId}`}, 'evt_1', '[]', 1000, 1, 4900, 0, 0,
        4900, 'USD', now())`);
    world.put('payment_intent', { id: `pi_${purchaseId}`, latest_charge: { id: 'ch_1', receipt_url: url } });
    world.put('orders', { id: purchaseId, attributes: { urls: { receipt: url } } });
    world.put('receipt', { id: key, url });
    world.put('invoice', { id: key, url });
    return { purchaseId, url };
  }
});

const documents: Record<ApiProvider, string> = {
  stripe: 'https://pay.stripe.com/receipts/payment/1',
  lemonsqueezy: 'https://app.lemonsqueezy.com/my-orders/1',
  polar: 'https://polar-sandbox-customer-receipts.s3.us-east-2.amazonaws.com/1.pdf?X-Amz-Signature=s',
  paddle: 'https://paddle-sandbox-invoice-service-pdfs.s3.amazonaws.com/invoices/1.pdf',
};
