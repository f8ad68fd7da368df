import assert from 'node:assert/strict';
import { apiProviders } from '../support/apis';
import { createIntent } from '../support/billing';
import { createPaidDelivery } from '../support/paid';
import { haveCustomer } from '../support/selling';
import { freePort, serve } from './app';
import { havePurchases, readBalanceOf, readCasesOf } from './books';
import type { Check, Visit } from './check';
import {
  askForPortal,
  deliver,
  doneAtStripe,
  enterShop,
  joinShop,
  openShop,
  type Shop,
  shopSettings,
  tell,
} from './shop';
import { stripeSubscription, tellPaid } from './stripe-story';

/** Failures of others that must not happen here, tried on a shop that sells through Stripe. */
export const caseChecks: Check[] = [
  {
    name: 'case: signed webhooks of every provider are answered by their route, whatever else a request lacks or brings',
    async run() {
      const shop = await openShop();
      const odd: Record<string, string>[] = [
        {},
        { origin: 'null' },
        { origin: 'https://elsewhere.example', referer: 'https://elsewhere.example/', cookie: 'theme=dark' },
      ];
      for (const provider of apiProviders) {
        const { teamId, body, eventId } = await createPaidDelivery(shop.database, provider);
        const answers: string[] = [];
        for (const slash of [false, true])
          for (const headers of odd) {
            const { status, type, text } = await deliver(shop, { provider, body, eventId, slash, headers });
            assert.match(type, /^application\/json/);
            answers.push(`${status} ${text}`);
            const secret = `whsec_${Buffer.from('another secret of thirty-two bytes').toString('base64')}`;
            const forged = await deliver(shop, { provider, body, eventId, slash, headers, secret });
            assert.deepEqual([forged.status, forged.type], [400, 'application/json'], forged.text);
          }
        const again = answers.slice(1).map(() => '200 {"status":"duplicate"}');
        assert.deepEqual(answers, ['200 {"status":"applied"}', ...again], provider);
        assert.equal(await readBalanceOf(shop, teamId), 1000, provider);
      }
    },
  },
  {
    name: 'case: nobody opens a portal, a purchase or an invoice of another team, and no provider is asked for it',
    async run({ browser, context, page }) {
      const shop = await openShop();
      const { teamId } = await enterShop(shop, context);
      const customer = await haveCustomer(shop.database, 'stripe', teamId);
      shop.apis.stripe.world.put('customer', { id: customer });
      const checkoutId = await createIntent(shop.database, { teamId, provider: 'stripe' });
      const [purchaseId] = await havePurchases(shop, teamId, 1);
      const addresses = [
        `/checkout/return?checkout=${checkoutId}`,
        `/checkout/return?checkout=${checkoutId}&session_id=cs_live_1`,
        `/checkout/${checkoutId}/status`,
        `/billing/invoices/purchase:${purchaseId}`,
      ];
      const portal = `/billing/portal?session_id=cs_test_1&customer=${customer}&team=${teamId}`;
      const since = shop.apis.stripe.sent.length;

      const stranger = await browser.newContext();
      const strange = await stranger.newPage();
      const ask = (path: string) => stranger.request.get(`${shop.app.url}${path}`);
      const statusOf = async (path: string) => (await ask(path)).status();
      for (const path of [...addresses, portal]) {
        const answer = await ask(path);
        const isKept = answer.status() === 404 || answer.url().includes('/sign-in?next=');
        assert.ok(isKept, `${path} is for nobody without a session`);
      }
      await enterShop(shop, stranger);
      for (const path of addresses) assert.equal(await statusOf(path), 404, path);
      await strange.goto(`${shop.app.url}${portal}`);
      await strange.getByText('There is no billing account yet').waitFor();
      await stranger.clearCookies();
      await joinShop(shop, stranger, { teamId, role: 'member' });
      for (const path of [portal, addresses.at(-1) ?? '']) assert.equal(await statusOf(path), 403, path);
      await stranger.close();
      assert.equal(shop.apis.stripe.sent.length, since, 'Stripe was asked for a stranger');

      await page.goto(`${shop.app.url}${addresses[0]}`);
      await page.locator('[data-testid="outcome"][data-state="open"]').waitFor();
      assert.match(await askForPortal(shop, context), /^https:\/\/billing\.stripe\.com\//);
      const [opened] = doneAtStripe(shop, '/v1/billing_portal', since);
      assert.equal(opened?.form.get('customer'), customer);
    },
  },
  {
    name: 'case: a customer that Stripe no longer has is replaced once at a checkout, and at the portal by nobody',
    async run({ context, page }) {
      const shop = await openShop();
      const { teamId } = await enterShop(shop, context);
      const dead = await haveCustomer(shop.database, 'stripe', teamId);
      const since = shop.apis.stripe.sent.length;
      await buyIn(shop, page, '1,000 credits');
      await page.waitForURL('https://checkout.stripe.com/**');
      const customersOf = () => doneAtStripe(shop, '/v1/', since).map(({ form }) => form.get('customer'));
      assert.deepEqual(customersOf(), [dead, null]);
      await page.goto(`${shop.app.url}/billing/portal`);
      await page.getByText('There is no billing account yet').waitFor();
      assert.deepEqual(customersOf(), [dead, null]);

      const alive = await haveCustomer(shop.database, 'stripe', teamId);
      shop.apis.stripe.world.put('customer', { id: alive });
      await buyIn(shop, page, '5,000 credits');
      await page.getByText('The payment provider refused to open its page. Nothing was charged').waitFor();
      assert.deepEqual(customersOf(), [dead, null, alive], 'a price that Stripe lacks is no reason for a new customer');
      const lost = await haveCustomer(shop.database, 'stripe', teamId);
      assert.match(await askForPortal(shop, context), /^https:\/\/billing\.stripe\.com\//, `${lost} is passed over`);
    },
  },
  {
    name: 'case: a customer that was deleted at Stripe leaves the credits, and is a case while its subscription is live',
    async run({ context, page }) {
      const shop = await openShop();
      const { teamId } = await enterShop(shop, context);
      const checkoutId = await createIntent(shop.database, { teamId, provider: 'stripe', item: 'pro_monthly' });
      const subscription = stripeSubscription({ teamId, checkoutId });
      assert.deepEqual(await tellPaid(shop, subscription), ['200 applied', '200 applied', '200 applied']);
      const deleted = () => tell(shop, 'stripe', subscription.body('customer.deleted'));
      assert.deepEqual([await deleted(), await deleted()], ['200 applied', '200 duplicate']);
      assert.deepEqual(await readCasesOf(shop, teamId), ['customer_deleted_with_live_subscription']);
      await page.goto(`${shop.app.url}/dashboard`);
      assert.equal(await page.getByTestId('balance').textContent(), '1,000');
      await page.goto(`${shop.app.url}/billing/portal`);
      await page.getByText('There is no billing account yet').waitFor();
    },
  },
  {
    name: 'case: buyers come back to the address that is set, however they came and whatever an address asks for',
    async run({ browser, context }) {
      const shop = await openShop();
      const { teamId } = await enterShop(shop, context);
      const customer = await haveCustomer(shop.database, 'stripe', teamId);
      shop.apis.stripe.world.put('customer', { id: customer });
      const since = shop.apis.stripe.sent.length;
      const elsewhere = await browser.newContext({
        storageState: await context.storageState(),
        extraHTTPHeaders: { 'x-forwarded-host': 'preview.example.com', 'x-forwarded-proto': 'https' },
      });
      for (const wish of [
        '',
        '?return_url=javascript:alert(1)',
        '?return_url=//evil.example',
        '?next=https://evil.example',
      ]) {
        assert.match(await askForPortal(shop, elsewhere, wish), /^https:\/\/billing\.stripe\.com\//);
      }
      await elsewhere.close();
      const returns = doneAtStripe(shop, '/v1/billing_portal', since).map(({ form }) => form.get('return_url'));
      assert.deepEqual(
        returns,
        Array.from({ length: 4 }, () => `${shop.app.url}/billing`),
      );
      const page = await context.newPage();
      await buyIn(shop, page, '1,000 credits');
      await page.waitForURL('https://checkout.stripe.com/**');
      const [checkout] = doneAtStripe(shop, '/v1/checkout/sessions', since);
      assert.match(
        checkout?.form.get('success_url') ?? '',
        new RegExp(`^${shop.app.url}/checkout/return\\?checkout=chk_`),
      );
      assert.equal(checkout?.form.get('cancel_url'), `${shop.app.url}/billing`);
    },
  },
  {
    name: 'case: a shop does not start without the address that buyers come back to, nor live on one without https',
    async run() {
      const shop = await openShop();
      const settings = { ...shopSettings(shop.apis), DATABASE_URL: shop.app.databaseUrl };
      const [missing, plain] = await Promise.all([
        failedStart(settings),
        failedStart({ ...settings, BILLING_ENVIRONMENT: 'live', APP_URL: 'http://app.example.com' }),
      ]);
      assert.match(
        missing,
        /Buyers come back to APP_URL after paying with stripe\. Set it: https:\/\/app\.example\.com\./,
      );
      assert.match(plain, /APP_URL begins with http:, but live payments need https\./);
    },
  },
];

/** What a server wrote that did not start. */
async function failedStart(settings: Record<string, string>): Promise<string> {
  const server = serve('', { ...settings, PORT: String(await freePort()) });
  assert.notEqual(await server.ended, 0);
  return server.stdout() + server.stderr();
}

async function buyIn({ app }: Shop, page: Visit['page'], pack: string): Promise<void> {
  await page.goto(`${app.url}/dashboard`);
  await page.getByRole('button', { name: `Buy ${pack}` }).click();
}
