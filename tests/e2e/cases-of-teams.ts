import assert from 'node:assert/strict';
import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { markOperator } from '@/lib/auth/teams';
import { createIntent } from '../support/billing';
import { stripePurchase } from '../support/purchases';
import { readBalanceOf, readCasesOf } from './books';
import type { Check } from './check';
import { doneAtStripe, enterShop, joinShop, openShop, type Shop, tell } from './shop';
import { type StripeSubscription, stripeSubscription, tellPaid } from './stripe-story';

/** Failures of others around a team's only subscription and its end, tried on a shop that sells through Stripe. */
export const teamCaseChecks: Check[] = [
  {
    name: 'case: two owners and a double click have one page to pay a plan on, and two that are paid even so are a case',
    async run({ browser, context, page }) {
      const shop = await openShop();
      const { teamId, userId } = await enterShop(shop, context);
      const other = await browser.newContext();
      await joinShop(shop, other, { teamId, role: 'owner' });
      const second = await other.newPage();
      await Promise.all([page, second].map((each) => each.goto(`${shop.app.url}/pricing`)));
      await Promise.all([subscribeTwice(page, 'Pro'), subscribeTwice(second, 'Pro')]);
      const first = page.url();
      assert.equal(second.url(), first);
      assert.equal((await openIntents(shop, teamId)).length, 1);

      await subscribeIn(shop, second, 'Business');
      await second.waitForURL((url) => url.href.startsWith('https://checkout.stripe.com/') && url.href !== first);
      const [pro, business] = await openIntents(shop, teamId);
      assert.equal(shop.apis.stripe.world.get('checkout.session', pro?.session ?? '')?.status, 'expired');

      // Somebody has paid, and Stripe has not told us yet.
      shop.apis.stripe.world.put('checkout.session', { id: business?.session, status: 'complete' });
      await subscribeIn(shop, page, 'Pro');
      await page.getByText('A payment for a plan is on its way already').waitFor();
      const paid = [
        stripeSubscription({ teamId, checkoutId: business?.id ?? '', plan: 'business_monthly' }),
        stripeSubscription({ teamId, checkoutId: pro?.id ?? '' }),
      ];
      for (const subscription of paid) assert.deepEqual(await tellPaid(shop, subscription), applied);
      await page.goto(`${shop.app.url}/pricing`);
      await page.getByTestId('current-plan').getByRole('heading', { name: 'Business' }).waitFor();
      assert.equal(await page.getByRole('button', { name: /^Subscribe/ }).count(), 0);
      assert.deepEqual(await readCasesOf(shop, teamId), ['second_live_subscription']);
      assert.equal(await readBalanceOf(shop, teamId), 6000);
      await page.goto(`${shop.app.url}/subscription`);
      const both = page.getByRole('navigation', { name: 'Subscriptions' }).getByRole('link');
      await both.first().waitFor();
      assert.equal(await both.count(), 2);
      await page.goto(`${shop.app.url}/billing`);
      const notice = page.getByTestId('second-subscription');
      await notice.getByText('Pro runs beside Business').waitFor();
      await notice.getByRole('link', { name: 'See it' }).click();
      await page.waitForURL('**/subscription?subscription=**');
      await markOperator(shop.database, userId, true);
      await page.goto(`${shop.app.url}/admin/teams/${teamId}`);
      await page.getByRole('link', { name: 'Second live subscription' }).waitFor();
      await other.close();
    },
  },
  {
    name: 'case: deleting a team ends its subscription at Stripe, and what Stripe tells of it later is taken in',
    async run({ context, page }) {
      const shop = await openShop();
      const { teamId, subscription, purchase } = await subscribedIn(shop, context);
      const since = shop.apis.stripe.sent.length;
      await page.goto(`${shop.app.url}/settings/team`);
      await page.getByRole('button', { name: 'Delete the team' }).click();
      await page.getByLabel(/^Type/).fill('Example Team');
      await page.getByRole('button', { name: 'Delete for good' }).click();
      await page.waitForURL('**/dashboard');
      assert.deepEqual(pathsOf(shop, since), [`DELETE /v1/subscriptions/${subscription.id}`]);
      await expectTakenIn(shop, { teamId, subscription, purchase });
    },
  },
  {
    name: 'case: deleting an account ends the subscription of the team that nobody else is in',
    async run({ context, page }) {
      const shop = await openShop();
      const { teamId, subscription, purchase } = await subscribedIn(shop, context);
      const since = shop.apis.stripe.sent.length;
      await page.goto(`${shop.app.url}/settings/account`);
      await page.getByLabel('Delete my account').check();
      await page.getByRole('button', { name: 'Delete the account' }).click();
      await page.waitForURL('**/sign-in?notice=deleted');
      assert.deepEqual(pathsOf(shop, since), [`DELETE /v1/subscriptions/${subscription.id}`]);
      await expectTakenIn(shop, { teamId, subscription, purchase });
    },
  },
];

const applied = ['200 applied', '200 applied', '200 applied'];

/** Clicks twice before the first click can be answered, and waits for the page of Stripe's. */
async function subscribeTwice(page: Page, plan: string): Promise<void> {
  const button = page.getByRole('button', { name: `Subscribe to ${plan}` });
  await button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });
  await page.waitForURL('https://checkout.stripe.com/**');
}

async function subscribeIn({ app }: Shop, page: Page, plan: string): Promise<void> {
  await page.goto(`${app.url}/pricing`);
  await page.getByRole('button', { name: `Subscribe to ${plan}` }).click();
}

/** Every checkout of a team, the oldest first, with the page that it has at Stripe. */
async function openIntents({ database }: Shop, teamId: string): Promise<{ id: string; session: string }[]> {
  const rows = await database.execute(sql`
    select id, provider_checkout_id as session from billing_checkouts where team_id = ${teamId} order by created_at`);
  return rows.map(({ id, session }) => ({ id: String(id), session: String(session) }));
}

interface Bought {
  teamId: string;
  subscription: StripeSubscription;
  purchase: ReturnType<typeof stripePurchase>;
}

/** A fresh team at this browser that pays for a plan and a pack. */
async function subscribedIn(shop: Shop, context: Parameters<typeof enterShop>[1]): Promise<Bought> {
  const { teamId } = await enterShop(shop, context);
  const plan = await createIntent(shop.database, { teamId, provider: 'stripe', item: 'pro_monthly' });
  const subscription = stripeSubscription({ teamId, checkoutId: plan });
  assert.deepEqual(await tellPaid(shop, subscription), applied);
  const purchase = stripePurchase({ checkoutId: await createIntent(shop.database, { teamId, provider: 'stripe' }) });
  assert.equal(await tell(shop, 'stripe', purchase.paid()), '200 applied');
  return { teamId, subscription, purchase };
}

function pathsOf(shop: Shop, since: number): string[] {
  return doneAtStripe(shop, '/v1/', since).map(({ method, url }) => `${method} ${url.pathname}`);
}

/** The end, its trailing update, a refund and one more payment: all answered, and only that payment makes cases. */
async function expectTakenIn(shop: Shop, { teamId, subscription, purchase }: Bought): Promise<void> {
  const { database } = shop;
  const { periodEnd } = subscription;
  const now = Math.floor(Date.now() / 1000);
  const entries = () =>
    database.execute(sql`select 1 from credit_ledger_entries where team_id = ${teamId}`).then(({ length }) => length);
  assert.equal(await entries(), 2, 'the books survive');
  const ended = { created: now, 'data.object.ended_at': now };
  assert.equal(await tell(shop, 'stripe', subscription.body('customer.subscription.deleted', ended)), '200 applied');
  const trailing = subscription.body('customer.subscription.updated.incomplete_to_active');
  assert.equal(await tell(shop, 'stripe', trailing), '200 stale');
  assert.equal(await tell(shop, 'stripe', purchase.refundedInAll(4900)), '200 applied');
  assert.deepEqual(await readCasesOf(shop, teamId), []);
  const renewal = subscription.body('invoice.paid.subscription_cycle', {
    'data.object.lines.data.0.period': { start: periodEnd, end: periodEnd + 30 * 86_400 },
    'data.object.status_transitions.paid_at': now,
  });
  assert.equal(await tell(shop, 'stripe', renewal), '200 applied');
  assert.deepEqual(await readCasesOf(shop, teamId), ['payment_for_deleted_team', 'renewed_while_canceling']);
  assert.ok((await entries()) > 2);
}
