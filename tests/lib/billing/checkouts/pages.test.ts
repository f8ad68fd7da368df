import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingCustomers } from '@/db/schema';
import { insertMember } from '@/lib/auth/teams';
import { cancelSubscription } from '@/lib/billing/cancel';
import { createCheckoutIntent, startCheckout } from '@/lib/billing/checkout';
import { getPayPage } from '@/lib/billing/checkouts/pay-page';
import { getCheckout } from '@/lib/billing/checkouts/view';
import { findInvoiceUrl, isOn } from '@/lib/billing/invoices/document';
import { openPortal } from '@/lib/billing/portal';
import { fixedClock } from '@/lib/clock';
import { type Api, startApiOf } from '@/tests/support/apis';
import { createIntent, createTeam, send, testContext, testSettings } from '@/tests/support/billing';
import { createTestDatabase, type TestDatabase } from '@/tests/support/database';
import { changeFixture } from '@/tests/support/fixtures';
import { openCasesOf } from '@/tests/support/life';
import { createStaffedTeam } from '@/tests/support/people';
import { haveCustomer, haveSubscription, sellingThrough } from '@/tests/support/selling';
import { one, rows } from '@/tests/support/state';

let database: TestDatabase;
let stripe: Api;
let paddle: Api;
beforeAll(async () => {
  database = await createTestDatabase();
  [stripe, paddle] = await Promise.all([startApiOf('stripe'), startApiOf('paddle')]);
});
afterAll(async () => {
  await Promise.all([stripe.close(), paddle.close()]);
  await database.drop();
});

const code = (value: string) => expect.objectContaining({ code: value });

async function start(changes: { stripeAutomaticTax?: boolean } = {}) {
  const context = sellingThrough(database.db, { provider: 'stripe', server: stripe }, changes);
  const teamId = await createTeam(database.db);
  const from = stripe.sent.length;
  const forms = () =>
    stripe.sent.slice(from).flatMap(({ method, url, headers, text }) => {
      if (method !== 'POST' || url.pathname !== '/v1/checkout/sessions') return [];
      return [{ key: headers['idempotency-key'], ...Object.fromEntries(new URLSearchParams(text)) }];
    });
  return { context, teamId, forms };
}

const stateOf = async (checkoutId: string) =>
  (await one(database.db, sql`select state from billing_checkouts where id = ${checkoutId}`)).state;

describe('a page of Stripe’s', () => {
  it('tells whose it is to all that comes of it, takes promotion codes, and keeps the card of who buys a pack', async () => {
    const { context, teamId, forms } = await start();
    const { checkoutId } = await startCheckout(context, { teamId, userId: null, item: 'pack_1000' });
    expect(forms()).toEqual([
      expect.objectContaining({
        key: `checkout:${checkoutId}:new`,
        mode: 'payment',
        client_reference_id: teamId,
        'payment_intent_data[metadata][checkout_id]': checkoutId,
        'payment_intent_data[setup_future_usage]': 'off_session',
        customer_creation: 'always',
        allow_promotion_codes: 'true',
        'automatic_tax[enabled]': 'false',
        cancel_url: 'http://localhost:3000/billing',
      }),
    ]);
  });

  it('of a plan gives the subscription our intent, and taxes where that is switched on', async () => {
    const { context, teamId, forms } = await start({ stripeAutomaticTax: true });
    const { checkoutId } = await startCheckout(context, { teamId, userId: null, item: 'pro_monthly' });
    expect(forms()).toEqual([
      expect.objectContaining({
        mode: 'subscription',
        'subscription_data[metadata][checkout_id]': checkoutId,
        'automatic_tax[enabled]': 'true',
        'tax_id_collection[enabled]': 'true',
      }),
    ]);
  });

  it('whose opening was asked for twice is one page', async () => {
    const { context, teamId, forms } = await start();
    const first = await startCheckout(context, { teamId, userId: null, item: 'pack_1000' });
    // As if the answer had been lost before it was stored.
    await database.db.execute(
      sql`update billing_checkouts set url = null, provider_checkout_id = null where id = ${first.checkoutId}`,
    );
    expect(await startCheckout(context, { teamId, userId: null, item: 'pack_1000' })).toEqual(first);
    expect(forms()).toHaveLength(2);
  });
});

describe('a customer that Stripe no longer knows', () => {
  it('is replaced once by a new one, and is not tried again', async () => {
    const { context, teamId, forms } = await start();
    const dead = await haveCustomer(database.db, 'stripe', teamId);
    const { checkoutId } = await startCheckout(context, { teamId, userId: null, item: 'pack_1000' });
    expect(forms().map(({ key }) => key)).toEqual([`checkout:${checkoutId}:${dead}`, `checkout:${checkoutId}:new`]);
    expect(await stateOf(checkoutId)).toBe('open');
    await startCheckout(context, { teamId, userId: null, item: 'pro_monthly' });
    expect(forms().at(-1)).not.toHaveProperty('customer');
  });

  it('is not replaced where it is the price that Stripe does not know', async () => {
    const { context, teamId, forms } = await start();
    const customer = await haveCustomer(database.db, 'stripe', teamId);
    stripe.world.put('customer', { id: customer });
    const error = { type: 'invalid_request_error', code: 'resource_missing', param: 'line_items[0][price]' };
    stripe.failOnce({ path: '/v1/checkout/sessions', status: 400, body: { error } });
    const refused = startCheckout(context, { teamId, userId: null, item: 'pack_1000' });
    await expect(refused).rejects.toEqual(code('provider_refused'));
    expect(forms()).toHaveLength(1);
    const [row] = await rows(database.db, sql`select died_at from billing_customers where team_id = ${teamId}`);
    expect(row).toEqual({ died_at: null });
  });

  it('is found alive by the one who pays next', async () => {
    const { context, teamId, forms } = await start();
    const customer = await haveCustomer(database.db, 'stripe', teamId);
    stripe.world.put('customer', { id: customer });
    await startCheckout(context, { teamId, userId: null, item: 'pack_1000' });
    expect(forms()).toEqual([expect.objectContaining({ customer })]);
  });
});

describe('a customer whom Stripe deleted', () => {
  async function deleteAtStripe(providerCustomerId: string) {
    const changes = { id: `evt_${crypto.randomUUID()}`, 'data.object.id': providerCustomerId };
    const body = changeFixture('stripe', 'customer.deleted', changes);
    return send(testContext(database.db), { provider: 'stripe', body });
  }

  it('gets no new page, loses no credits, and is a case where a subscription of it is live', async () => {
    const { context, teamId, forms } = await start();
    const providerCustomerId = await haveCustomer(database.db, 'stripe', teamId);
    stripe.world.put('customer', { id: providerCustomerId });
    const held = await haveSubscription(database.db, { provider: 'stripe', teamId, providerCustomerId });
    expect(await deleteAtStripe(providerCustomerId)).toMatchObject({ status: 'applied' });
    expect(await openCasesOf(database.db, teamId)).toEqual(['customer_deleted_with_live_subscription']);
    await startCheckout(context, { teamId, userId: null, item: 'pack_1000' });
    expect(forms()).not.toContainEqual(expect.objectContaining({ customer: providerCustomerId }));
    expect(await deleteAtStripe(providerCustomerId)).toMatchObject({ status: 'duplicate' });
    expect(await openCasesOf(database.db, teamId)).toHaveLength(1);
    const ended = changeFixture('stripe', 'customer.subscription.deleted', {
      ...{ id: `evt_${crypto.randomUUID()}`, 'data.object.id': held.providerSubscriptionId },
      ...{ 'data.object.customer': providerCustomerId, 'data.object.metadata': {} },
    });
    expect(await send(testContext(database.db), { provider: 'stripe', body: ended })).toMatchObject({
      status: 'applied',
    });
    expect(await openCasesOf(database.db, teamId)).toEqual([]);
  });

  it('of whom we know nothing is nobody’s business', async () => {
    expect(await deleteAtStripe('cus_nobody')).toMatchObject({ status: 'ignored' });
  });
});

describe('of two plans', () => {
  it('the page of the one chosen first ends before the other opens', async () => {
    const { context, teamId } = await start();
    const first = await startCheckout(context, { teamId, userId: null, item: 'pro_monthly' });
    const second = await startCheckout(context, { teamId, userId: null, item: 'business_monthly' });
    expect(second.url).not.toBe(first.url);
    expect([await stateOf(first.checkoutId), await stateOf(second.checkoutId)]).toEqual(['expired', 'open']);
    const sessions = stripe.world.all('checkout.session').filter(({ id }) => first.url.endsWith(String(id)));
    expect(sessions).toMatchObject([{ status: 'expired' }]);
  });

  it('none opens while the first one has been paid and its webhook is on the way', async () => {
    const { context, teamId } = await start();
    const { url } = await startCheckout(context, { teamId, userId: null, item: 'pro_monthly' });
    stripe.world.put('checkout.session', { id: url.split('/').at(-1), status: 'complete' });
    const second = startCheckout(context, { teamId, userId: null, item: 'business_monthly' });
    await expect(second).rejects.toEqual(code('checkout_in_progress'));
  });

  it('none opens while a bank decides about the first', async () => {
    const { context, teamId } = await start();
    const { checkoutId } = await startCheckout(context, { teamId, userId: null, item: 'pro_monthly' });
    await database.db.execute(sql`update billing_checkouts set state = 'pending' where id = ${checkoutId}`);
    const again = startCheckout(context, { teamId, userId: null, item: 'pro_monthly' });
    await expect(again).rejects.toEqual(code('checkout_in_progress'));
  });

  it('chosen by two owners at the same moment only one can be paid', async () => {
    const { context, teamId } = await start();
    const started = await Promise.all(
      ['pro_monthly', 'business_monthly'].map((item) => startCheckout(context, { teamId, userId: null, item })),
    );
    const states = await Promise.all(started.map(({ checkoutId }) => stateOf(checkoutId)));
    expect(states.toSorted()).toEqual(['expired', 'open']);
  });
});

describe('a page', () => {
  it('of another quantity takes the place of the one that is open; of another pack it does not', async () => {
    const { context, teamId } = await start();
    const buy = (item: string, quantity: number) => startCheckout(context, { teamId, userId: null, item, quantity });
    const one = await buy('pack_1000', 1);
    const five = await buy('pack_5000', 1);
    const three = await buy('pack_1000', 3);
    const states = await Promise.all([one, five, three].map(({ checkoutId }) => stateOf(checkoutId)));
    expect(states).toEqual(['expired', 'open', 'open']);
  });

  it('that closes in a moment is not offered again', async () => {
    const { context, teamId } = await start();
    const first = await startCheckout(context, { teamId, userId: null, item: 'pack_1000' });
    const clock = fixedClock(new Date(context.clock.now().getTime() + 86_400_000));
    const second = await startCheckout({ ...context, clock }, { teamId, userId: null, item: 'pack_1000' });
    expect(second.checkoutId).not.toBe(first.checkoutId);
    expect(await stateOf(first.checkoutId)).toBe('expired');
  });

  it('is never the one of an intent that somebody else charges', async () => {
    const { context, teamId } = await start();
    const charged = await createCheckoutIntent(context, {
      teamId,
      userId: null,
      item: 'pack_1000',
      provider: 'stripe',
    });
    const opened = await startCheckout(context, { teamId, userId: null, item: 'pack_1000' });
    expect(opened.checkoutId).not.toBe(charged.checkoutId);
    expect(await stateOf(charged.checkoutId)).toBe('open');
  });

  it('is not opened for a team that was deleted', async () => {
    const { context, teamId } = await start();
    await database.db.execute(sql`update teams set deleted_at = now() where id = ${teamId}`);
    const refused = startCheckout(context, { teamId, userId: null, item: 'pack_1000' });
    await expect(refused).rejects.toEqual(code('unknown_team'));
  });

  it('is shown to its team while it can be paid', async () => {
    const { context, teamId } = await start();
    const { checkoutId, url } = await startCheckout(context, { teamId, userId: null, item: 'pack_1000' });
    expect(await getCheckout(context, teamId, checkoutId)).toMatchObject({ payUrl: url });
    const later = { ...context, clock: fixedClock(new Date(context.clock.now().getTime() + 86_400_000)) };
    expect(await getCheckout(later, teamId, checkoutId)).toMatchObject({ payUrl: null });
  });
});

describe('the provider', () => {
  it('that a team has is kept, whoever sells to new ones', async () => {
    const { teamId } = await start();
    await haveCustomer(database.db, 'stripe', teamId);
    const selling = sellingThrough(database.db, { provider: 'paddle', server: paddle });
    const { stripe: sold } = sellingThrough(database.db, { provider: 'stripe', server: stripe }).settings.providers;
    const settings = {
      ...selling.settings,
      providers: { ...selling.settings.providers, ...(sold && { stripe: sold }) },
    };
    const context = { ...selling, settings };
    const buy = { userId: null, item: 'pack_1000' };
    expect((await startCheckout(context, { ...buy, teamId })).url).toContain('checkout.stripe.com');
    const fresh = await createTeam(database.db);
    expect((await startCheckout(context, { ...buy, teamId: fresh })).url).toContain('/pay?_ptxn=');
    // Stripe is not configured any more, so there is nothing to keep.
    expect((await startCheckout(selling, { ...buy, teamId })).url).toContain('/pay?_ptxn=');
  });
});

describe('a subscription that the sandbox sold', () => {
  it('keeps no team from ending once the sandbox is off, since nobody charges it any more', async () => {
    const { context, teamId } = await start();
    const { id } = await haveSubscription(database.db, { provider: 'sandbox', teamId });
    const { sandbox: _, ...providers } = context.settings.providers;
    const off = { ...context, settings: { ...context.settings, providers } };
    const lab = { ...off, endpoint: '', deliver: () => Promise.reject(new Error('The sandbox is off.')) };
    expect(await cancelSubscription(lab, teamId)).toEqual({ canceled: [id] });
  });
});

describe('a customer that is archived at Paddle', () => {
  it('is replaced once, and only where Paddle refuses because of it', async () => {
    const context = sellingThrough(database.db, { provider: 'paddle', server: paddle });
    const teamId = await createTeam(database.db);
    const customer = await haveCustomer(database.db, 'paddle', teamId);
    paddle.world.put('customer', { id: customer, status: 'active' });
    paddle.failOnce({ path: '/transactions', status: 400 });
    const buy = { teamId, userId: null, item: 'pack_1000' };
    await expect(startCheckout(context, buy)).rejects.toEqual(code('provider_refused'));
    paddle.world.put('customer', { id: customer, status: 'archived' });
    expect((await startCheckout(context, buy)).url).toContain('/pay?_ptxn=');
    expect(JSON.parse(paddle.sent.at(-1)?.text ?? '{}')).not.toHaveProperty('customer_id');
  });
});

describe('a customer whom two teams have, since Paddle knows buyers by the address that they type', () => {
  async function shared() {
    const context = sellingThrough(database.db, { provider: 'paddle', server: paddle });
    const [theirs, ours] = [
      await createStaffedTeam(database.db, ['billing', 'member']),
      await createStaffedTeam(database.db),
    ];
    const providerCustomerId = await haveCustomer(database.db, 'paddle', theirs.teamId);
    await database.db.insert(billingCustomers).values({ provider: 'paddle', providerCustomerId, teamId: ours.teamId });
    paddle.world.put('customer', { id: providerCustomerId, status: 'active' });
    const from = paddle.sent.length;
    const asked = () => paddle.sent.slice(from).filter(({ method }) => method === 'POST');
    return { context, theirs, ours, asked };
  }
  const join = (teamId: string, userId: string, role: 'billing' | 'member') =>
    database.db.transaction((tx) => insertMember(tx, { teamId, userId, role, at: new Date() }));

  it('is shown at its provider to nobody who does not manage the billing of both', async () => {
    const { context, theirs, ours, asked } = await shared();
    const refused = code('shared_billing_account');
    for (const asker of [ours.owner, theirs.owner, theirs.billing])
      await expect(openPortal(context, asker)).rejects.toEqual(refused);
    await join(theirs.teamId, ours.owner.userId, 'member');
    await expect(openPortal(context, ours.owner)).rejects.toEqual(refused);
    expect(asked()).toEqual([]);
    await join(ours.teamId, theirs.billing.userId, 'billing');
    expect((await openPortal(context, { ...theirs.billing, teamId: ours.teamId })).url).toMatch(/^https:/);
    expect((await openPortal(context, theirs.billing)).url).toMatch(/^https:/);
  });

  it('is shown to whoever bought for the one that was deleted', async () => {
    const { context, theirs, ours } = await shared();
    await database.db.execute(sql`update teams set deleted_at = now() where id = ${theirs.teamId}`);
    await database.db.execute(sql`delete from team_members where team_id = ${theirs.teamId}`);
    await expect(openPortal(context, ours.owner)).rejects.toEqual(code('shared_billing_account'));
    await createIntent(database.db, { teamId: theirs.teamId, provider: 'paddle' });
    await database.db.execute(
      sql`update billing_checkouts set user_id = ${ours.owner.userId} where team_id = ${theirs.teamId}`,
    );
    expect((await openPortal(context, ours.owner)).url).toMatch(/^https:/);
  });

  it('is named to no page that a stranger pays on', async () => {
    const { context, ours, asked } = await shared();
    await startCheckout(context, { ...ours.owner, item: 'pack_1000' });
    expect(asked().map(({ text }) => JSON.parse(text))).toEqual([
      expect.not.objectContaining({ customer_id: expect.anything() }),
    ]);
  });
});

describe('our page for Paddle', () => {
  const settings = testSettings();
  const held = settings.providers.paddle;
  if (held) settings.providers.paddle = { ...held, clientToken: 'test_client_token' };

  it('opens a transaction while its intent is open, and one that Paddle itself links to', async () => {
    const context = sellingThrough(database.db, { provider: 'paddle', server: paddle });
    const teamId = await createTeam(database.db);
    const { checkoutId, url } = await startCheckout(context, { teamId, userId: null, item: 'pro_monthly' });
    const transactionId = new URL(url).searchParams.get('_ptxn') ?? '';
    const pages = { ...context, settings: { ...context.settings, providers: settings.providers } };
    const open = { kind: 'open', clientToken: 'test_client_token', isSandbox: true };
    const returnUrl = `http://localhost:3000/checkout/return?checkout=${checkoutId}`;
    expect(await getPayPage(pages, transactionId)).toEqual({ ...open, transactionId, returnUrl });
    const other = { ...open, transactionId: 'txn_other', returnUrl: 'http://localhost:3000/billing' };
    expect(await getPayPage(pages, 'txn_other')).toEqual(other);
    await startCheckout(context, { teamId, userId: null, item: 'business_monthly' });
    expect(await getPayPage(pages, transactionId)).toEqual({ kind: 'closed', checkoutId });
  });

  it.each(['', 'txn_', 'txn_<script>', 'https://evil.example'])('opens nothing for %j', async (transactionId) => {
    const context = testContext(database.db, { settings });
    expect(await getPayPage(context, transactionId)).toEqual({ kind: 'unavailable' });
  });
});

describe('the document of a period that we charged through Stripe', () => {
  it('is the receipt of the charge, since there is no invoice', async () => {
    const { context, teamId } = await start();
    const [receipt_url, payment] = ['https://pay.stripe.com/receipts/1', `pi_${teamId}`];
    stripe.world.put('payment_intent', { id: payment, latest_charge: { id: 'ch_1', object: 'charge', receipt_url } });
    const { id } = await haveSubscription(database.db, { provider: 'stripe', teamId });
    await database.db.execute(sql`
      insert into subscription_billing_periods (id, subscription_id, provider, provider_renewal_key, provider_payment_id,
        provider_event_id, period_start, period_end, paid_amount_minor, currency, paid_at, plan, quantity, kind, period_source,
        subtotal_minor, discount_minor, tax_minor)
      values (${`per_${teamId}`}, ${id}, 'stripe', ${`charge:${id}:0`}, ${payment}, 'evt', '2026-09-01', '2026-10-01', 2900,
        'USD', '2026-09-01', 'pro_monthly', 1, 'first', 'provider', 2900, 0, 0)`);
    const wanted = { teamId, userId: null, invoiceId: `period:per_${teamId}` };
    expect(await findInvoiceUrl(context, wanted)).toBe(receipt_url);
  });
});

describe('an address of a document', () => {
  it.each([
    ['https://pay.stripe.com/r', true],
    ['https://a.polar.sh/r', true],
    ['http://pay.stripe.com/r', false],
    ['https://pay.stripe.com.evil.example/r', false],
    ['https://evilpolar.sh/r', false],
    ['https://user@pay.stripe.com/r', false],
    ['https://pay.stripe.com:8443/r', false],
    ['javascript:alert(1)', false],
    ['//evil.example', false],
  ])('%s is the provider’s own: %s', (address, expected) => {
    expect(isOn(['pay.stripe.com', '*.polar.sh'], address)).toBe(expected);
  });
});
