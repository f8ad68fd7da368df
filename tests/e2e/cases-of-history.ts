import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { haveSubscription } from '../support/selling';
import { havePurchases } from './books';
import type { Check } from './check';
import { enterShop, openShop, type Shop } from './shop';

export const historyCaseChecks: Check[] = [
  {
    name: 'case: of a hundred payments each is on one page, whatever comes meanwhile, and an old unpaid one is found',
    async run({ browser, context, page }) {
      const shop = await openShop();
      const { teamId } = await enterShop(shop, context);
      const elsewhere = await browser.newContext();
      await havePurchases(shop, (await enterShop(shop, elsewhere)).teamId, 3);
      await elsewhere.close();
      const unpaid = await haveUnpaid(shop, teamId);
      const purchases = (await havePurchases(shop, teamId, 101)).map((id) => `purchase:${id}`);
      await page.goto(`${shop.app.url}/billing`);
      const seen = await idsOn(page);
      let pages = 1;
      for (const older = page.getByRole('link', { name: 'Older' }); (await older.count()) > 0; pages += 1) {
        await havePurchases(shop, teamId, 1);
        await turn(page, 'Older');
        seen.push(...(await idsOn(page)));
      }
      assert.equal(pages, 6);
      assert.deepEqual(new Set(seen), new Set([...purchases, unpaid]));
      assert.equal(seen.length, 102);
      await page.goto(`${shop.app.url}/billing`);
      assert.equal((await idsOn(page)).filter((id) => seen.includes(id)).length, 15, 'five have come meanwhile');

      await page.getByRole('link', { name: 'Unpaid' }).click();
      await page.waitForURL('**filter=unpaid**');
      await page.getByRole('link', { name: 'Unpaid' }).and(page.locator('[aria-current]')).waitFor();
      assert.deepEqual(await idsOn(page), [unpaid]);
      const refunded = purchases[50] ?? '';
      await shop.database.execute(sql`
        update credit_purchases set refunded_minor = 900, status = 'partially_refunded' where 'purchase:' || id = ${refunded}`);
      await page.goto(`${shop.app.url}/billing?filter=refunded`);
      assert.deepEqual(await idsOn(page), [refunded]);
      const amounts = (await page.getByTestId('invoice').textContent())?.match(/−?\$[\d.]+/g);
      assert.deepEqual(amounts, ['$49.00', '−$9.00']);
    },
  },
];

/** The payments on the page, by what their documents are called, once it shows them. */
async function idsOn(page: Page): Promise<string[]> {
  await page.getByTestId('invoice').first().waitFor();
  return page
    .getByTestId('invoice')
    .evaluateAll((rows) =>
      rows.map((row) => decodeURIComponent(row.querySelector('a')?.getAttribute('href')?.split('/').at(-1) ?? '')),
    );
}

async function turn(page: Page, label: string): Promise<void> {
  const [first] = await idsOn(page);
  await page.getByRole('link', { name: label }).click();
  await page.waitForFunction((before) => {
    const href = document.querySelector('[data-testid="invoice"] a')?.getAttribute('href');
    return href != null && decodeURIComponent(href).endsWith(before) === false;
  }, first ?? '');
}

/** A payment for a subscription that has failed, long before everything else. */
async function haveUnpaid({ database }: Shop, teamId: string): Promise<string> {
  const { id } = await haveSubscription(database, { provider: 'stripe', teamId, status: 'past_due' });
  await database.execute(sql`
    insert into subscription_transition_audits (id, subscription_id, event_type, details, actor_type, actor_id, cause,
      occurred_at)
    values (${randomUUID()}, ${id}, 'payment_failed', ${JSON.stringify({ renewalKey: `in_${id}` })}, 'billing_provider',
      'stripe', 'event:evt', '2020-01-01')`);
  return `open:${id}:in_${id}`;
}
