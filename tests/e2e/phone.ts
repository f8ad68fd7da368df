import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Check } from './check';
import { openPortal, subscribe } from './subscription';
import { buy, expectOutcome, openDemo, readBalance, runInLab } from './visitor';

export const phoneChecks: Check[] = [
  {
    name: 'on a phone: a visitor buys, subscribes, renews, cancels and takes a refund, and nothing is wider than the screen',
    async run({ app, browser }) {
      const context = await browser.newContext({
        ...{ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
        reducedMotion: 'reduce',
      });
      try {
        const page = await context.newPage();
        const visit = { app, browser, context, page };
        await openDemo(visit);
        await expectFits(page);
        await buy(visit);
        await expectOutcome(page, 'paid');
        await expectFits(page);
        await subscribe(visit);
        await expectFits(page);
        assert.equal(await readBalance(visit), 2000);
        await page.goto(`${app.url}/lab/subscription`);
        const renewed = await runInLab(page, 'Advance to the next renewal');
        assert.match(renewed.sentence ?? '', /1,000 credits came in, 1,000 credits went\.$/);
        await expectFits(page);
        await openPortal(visit);
        await expectFits(page);
        await page.getByRole('button', { name: 'Cancel at the period’s end' }).tap();
        await page.getByTestId('portal-message').getByText(/\.$/).waitFor();
        await page.goto(`${app.url}/dashboard`);
        await page.getByTestId('subscription-banner').getByText('Your plan will end.').waitFor();
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lab' }).tap();
        await page.waitForURL('**/lab');
        const refunded = await runInLab(page, 'Refund half');
        assert.equal(refunded.balance, 1500);
        await expectFits(page);
        await page.goto(`${app.url}/billing`);
        await page.getByText('Partly refunded').and(page.locator(':visible')).first().waitFor();
        await expectFits(page);
        assert.equal(await readBalance(visit), 1500);
      } finally {
        await context.close();
      }
    },
  },
];

async function expectFits(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `${page.url()} is ${width} pixels wide`);
}
