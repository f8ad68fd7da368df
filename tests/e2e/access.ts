import assert from 'node:assert/strict';
import type { Check } from './check';
import { expectOutcome, expectStatus, openDemo, startPurchase } from './visitor';

export const accessChecks: Check[] = [
  {
    name: 'pages of a team send a visitor without a session to sign in, and know where they were',
    async run({ app, page }) {
      const pages = ['/dashboard', '/subscription', '/history', '/lab', '/lab/subscription', '/settings'];
      const others = ['/history/export', '/checkout/return?checkout=chk_x', '/sandbox/portal/sbx_sub_x'];
      for (const path of [...pages, ...others]) {
        await page.goto(`${app.url}${path}`);
        assert.equal(page.url(), `${app.url}/sign-in?${new URLSearchParams({ next: path })}`);
      }
    },
  },
  {
    name: 'another team’s checkout and payment are not found',
    async run(visit) {
      const { app, browser, page } = visit;
      await openDemo(visit);
      await startPurchase(visit);
      const hostedPage = page.url();
      await page.getByRole('button', { name: /^Pay \$/ }).click();
      await expectOutcome(page, 'paid');
      const returnPage = page.url();
      const lab = await page.getByRole('link', { name: 'Try to be paid twice' }).getAttribute('href');
      const checkout = new URL(returnPage).searchParams.get('checkout');
      const status = `${app.url}/checkout/${checkout}/status`;
      await expectStatus(page, hostedPage, 200);
      await expectStatus(page, returnPage, 200);
      await expectStatus(page, status, 200);

      const stranger = await browser.newContext();
      try {
        const strange = { app, page: await stranger.newPage() };
        await openDemo(strange);
        await expectStatus(strange.page, hostedPage, 404);
        await expectStatus(strange.page, returnPage, 404);
        await expectStatus(strange.page, status, 404);
        await strange.page.goto(`${app.url}${lab}`);
        await strange.page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
      } finally {
        await stranger.close();
      }
    },
  },
  {
    name: 'the session cookie is out of reach of scripts and of other sites',
    async run(visit) {
      await openDemo(visit);
      const cookie = (await visit.context.cookies()).find(({ name }) => name === 'paidonce.session_token');
      assert.deepEqual(
        { httpOnly: cookie?.httpOnly, sameSite: cookie?.sameSite, secure: cookie?.secure },
        { httpOnly: true, sameSite: 'Lax', secure: false },
      );
    },
  },
  {
    name: 'a forged session is nobody’s',
    async run({ app, page, context }) {
      const value = 'a-session-of-somebody.c2lnbmVkIGJ5IG5vYm9keSBhdCBhbGwsIDMyIGJ5dGVzIQ==';
      await context.addCookies([{ name: 'paidonce.session_token', value: encodeURIComponent(value), url: app.url }]);
      await page.goto(`${app.url}/dashboard`);
      assert.equal(page.url(), `${app.url}/sign-in?next=%2Fdashboard`);
    },
  },
];
