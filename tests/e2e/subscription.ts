import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Check, Visit } from './check';
import { expectOutcome, expectStatus, openDemo, readBalance, runInLab } from './visitor';

export const subscriptionChecks: Check[] = [
  {
    name: 'a visitor without a session subscribes from the pricing page and has the credits of a month',
    async run(visit) {
      const { app, page } = visit;
      await page.goto(`${app.url}/pricing`);
      await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
      await page.waitForURL('**/sandbox/checkout/**');
      await page.getByRole('button', { name: /^Pay \$29\.00/ }).click();
      await expectOutcome(page, 'paid');
      await page.getByRole('heading', { name: 'You are subscribed to Pro' }).waitFor();
      assert.equal(await readBalance(visit), 1000);
      await page
        .getByTestId('next-step')
        .getByText(/^Renews on .* for \$29\.00$/)
        .waitFor();
      await page.goto(`${app.url}/pricing`);
      await page.getByTestId('current-plan').getByText('Your plan', { exact: true }).waitFor();
    },
  },
  {
    name: 'a subscription renews once however often it is told, is canceled and resumed, and its history tells of it',
    async run(visit) {
      const { app, page } = visit;
      await subscribe(visit);
      await page.getByRole('link', { name: 'Try to be renewed twice' }).click();
      await page.waitForURL('**/lab/subscription');
      await page.getByLabel('Each twice').check();
      const renewed = await runInLab(page, 'Advance to the next renewal');
      assert.match(renewed.sentence ?? '', /each twice .*1,000 credits came in, 1,000 credits went\.$/);
      assert.equal(renewed.answers.filter((answer) => answer === '200 duplicate').length, 3);
      assert.equal(await readBalance(visit), 1000);

      await openPortal(visit);
      await actInPortal(page, 'Cancel at the period’s end');
      await page.goto(`${app.url}/dashboard`);
      await page.getByTestId('subscription-banner').getByText('Your plan will end.').waitFor();
      await openPortal(visit);
      await actInPortal(page, 'Resume the subscription');
      await page.goto(`${app.url}/subscription`);
      assert.equal(await page.getByTestId('subscription-banner').count(), 0);
      assert.deepEqual(await page.getByTestId('renewal-credits').allInnerTexts(), ['+1,000', '+1,000']);
      await page.getByRole('tab', { name: 'Table' }).click();
      await page.getByText(/^The end was set to /).waitFor();
      await page.getByText('The cancellation was taken back').waitFor();
    },
  },
  {
    name: 'a renewal whose payment is held back gives nothing until it comes',
    async run(visit) {
      const { page } = visit;
      await subscribe(visit);
      await page.goto(`${visit.app.url}/lab/subscription`);
      await page.getByLabel('One delayed').check();
      const first = await runInLab(page, 'Advance to the next renewal');
      assert.match(first.sentence ?? '', /1 delayed: no credits moved\.$/);
      assert.ok(await page.getByLabel('One delayed').isChecked(), 'the order that was chosen stays');
      const second = await runInLab(page, 'Send the delayed');
      assert.match(second.sentence ?? '', /1,000 credits came in, 1,000 credits went\.$/);
      assert.equal(await readBalance(visit), 1000);
    },
  },
  {
    name: 'a trial gives no credits, and says when it ends',
    async run(visit) {
      const { app, page } = visit;
      await openDemo(visit);
      await page.goto(`${app.url}/pricing`);
      await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
      await page.getByRole('button', { name: 'Start the 14-day trial' }).click();
      await page.getByRole('heading', { name: 'Your trial of Pro has begun' }).waitFor();
      assert.equal(await readBalance(visit), 0);
      await page.getByTestId('subscription-banner').getByText('You are in a trial.').waitFor();
    },
  },
  {
    name: 'a failed card leaves everything working in grace, a pause restricts, and both can be undone',
    async run(visit) {
      const { app, page } = visit;
      await subscribe(visit);
      await openPortal(visit);
      await actInPortal(page, 'Fail the next card');
      await page.goto(`${app.url}/lab/subscription`);
      await runInLab(page, 'Advance to the next renewal');
      await page.goto(`${app.url}/dashboard`);
      await page.getByTestId('subscription-banner').getByText('A payment failed.').waitFor();
      await openPortal(visit);
      await actInPortal(page, 'Fix the card');
      assert.equal(await readBalance(visit), 1000);
      assert.equal(await page.getByTestId('subscription-banner').count(), 0);
      await openPortal(visit);
      await actInPortal(page, 'Pause');
      await page.goto(`${app.url}/dashboard`);
      await page.getByTestId('subscription-banner').getByText('Your subscription is paused.').waitFor();
    },
  },
  {
    name: 'an upgrade in the portal is charged and counted at once',
    async run(visit) {
      const { app, page } = visit;
      await subscribe(visit);
      await openPortal(visit);
      await page.getByRole('radio', { name: /^Business/ }).check();
      await actInPortal(page, 'Change the plan');
      await page.goto(`${app.url}/dashboard`);
      assert.equal(await page.getByTestId('plan').textContent(), 'Business');
      const balance = await readBalance(visit);
      // In proportion to the rest of the period, of which seconds have passed.
      assert.ok(balance > 4990 && balance <= 5000, `5,000 credits less some seconds’ worth, not ${balance}`);
    },
  },
  {
    name: 'why access was active on a day is answered, and what is no day is refused',
    async run(visit) {
      const { app, page } = visit;
      await subscribe(visit);
      await page.goto(`${app.url}/subscription`);
      await page.getByTestId('access-spans').getByText('The period is paid for.').waitFor();
      await page.getByLabel('Day, UTC').fill('2020-01-01');
      await page.getByRole('button', { name: 'Explain' }).click();
      await page.getByTestId('access-spans').getByText('There was no subscription.').waitFor();
      await page.goto(`${app.url}/subscription?day=yesterday`);
      await page.getByRole('alert').getByText('That is no day.').waitFor();
    },
  },
  {
    name: 'an allowance stands in the history with its period, under a filter of its own',
    async run(visit) {
      const { app, page } = visit;
      await subscribe(visit);
      await page.goto(`${app.url}/history`);
      await page.getByRole('link', { name: 'Allowances' }).click();
      await page.waitForURL('**filter=allowances**');
      await page.getByRole('button', { name: 'Why +1,000 credits' }).click();
      await page.getByRole('term').getByText('Period', { exact: true }).waitFor();
    },
  },
  {
    name: 'another team’s subscription and portal are not found',
    async run(visit) {
      const { app, browser, page } = visit;
      await subscribe(visit);
      await openPortal(visit);
      const portal = page.url();
      const lab = `${app.url}/lab/subscription?subscription=${portal.split('/').at(-1)}`;
      await expectStatus(page, portal, 200);
      await expectStatus(page, lab, 200);
      const stranger = await browser.newContext();
      try {
        const strange = { app, page: await stranger.newPage() };
        await strange.page.goto(portal);
        assert.match(strange.page.url(), /\/sign-in\?next=%2Fsandbox%2Fportal%2F/);
        await openDemo(strange);
        await expectStatus(strange.page, portal, 404);
        await strange.page.goto(lab);
        await strange.page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
      } finally {
        await stranger.close();
      }
    },
  },
];

/** Subscribes to a plan in the sandbox, as a fresh team, and comes back to the shop. */
export async function subscribe(visit: Visit, plan = 'Pro'): Promise<void> {
  const { app, page } = visit;
  await page.goto(`${app.url}/pricing`);
  await page.getByRole('button', { name: `Subscribe to ${plan}` }).click();
  await page.waitForURL('**/sandbox/checkout/**');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expectOutcome(page, 'paid');
}

export async function openPortal({ app, page }: Pick<Visit, 'app' | 'page'>): Promise<void> {
  await page.goto(`${app.url}/subscription`);
  await page.getByRole('link', { name: 'Manage', exact: true }).click();
  await page.waitForURL('**/sandbox/portal/**');
}

/** Does one thing on the provider's page, and waits until it says what came of it. */
async function actInPortal(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click();
  await page.getByTestId('portal-message').getByText(/\.$/).waitFor();
}
