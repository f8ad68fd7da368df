import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Check, Visit } from './check';
import { openDemo } from './visitor';

export const renewalChecks: Check[] = [
  {
    name: 'a saved card is charged cycle by cycle for a year, each cycle once, and the plan can be canceled and resumed',
    async run(visit) {
      const { app, page } = visit;
      await expectOwnUpdate(visit);
      await replaceCard(visit, 'accepts');
      await openTimeMachine(visit);
      await leap(page, 'A whole year on');
      await page
        .getByTestId('cycles-sentence')
        .filter({ hasText: /1[23] cycles were paid, none of them twice\.$/ })
        .waitFor();
      await page.goto(`${app.url}/subscription`);
      await page.getByTestId('payment-method').getByText('Visa ending in 4242').waitFor();
      await page.getByRole('button', { name: 'Cancel at the period’s end' }).click();
      await page
        .getByTestId('upcoming-charge')
        .getByText(/^None, it ends on/)
        .waitFor();
      await page.getByRole('button', { name: 'Resume the subscription' }).click();
      await page.getByTestId('upcoming-charge').getByText('$29.00').waitFor();
      await page.locator('select[name=item]').selectOption({ label: 'Business' });
      await page.getByRole('button', { name: 'Change from the next cycle' }).click();
      await page.getByTestId('upcoming-charge').getByText('$79.00').waitFor();
    },
  },
  {
    name: 'a card without funds is dunned, says what to do, and a new card pays for the same cycle',
    async run(visit) {
      const { app, page } = visit;
      await subscribeWithCard(visit, 'accepts');
      await openTimeMachine(visit);
      await leap(page, 'To what is due next');
      await replaceCard(visit, 'declines_softly');
      await page.goto(`${app.url}/lab/renewals`);
      await leap(page, 'One month on');
      await page.goto(`${app.url}/subscription`);
      await page
        .getByTestId('failed-payment')
        .getByText(/could not be charged$/)
        .waitFor();
      await replaceCard(visit, 'accepts');
      await page.goto(`${app.url}/lab/renewals`);
      await leap(page, 'To what is due next');
      await page.goto(`${app.url}/subscription`);
      await page.getByTestId('upcoming-charge').waitFor();
      assert.equal(await page.getByTestId('failed-payment').count(), 0);
    },
  },
];

/** Subscribes to Pro in the lab with one of the test cards. */
async function subscribeWithCard(visit: Visit, card: string): Promise<void> {
  const { app, page } = visit;
  await openDemo(visit);
  await page.goto(`${app.url}/lab/renewals`);
  await page.getByRole('button', { name: 'Choose a card' }).click();
  await chooseCard(page, card);
}

async function openTimeMachine({ app, page }: Visit): Promise<void> {
  await page.goto(`${app.url}/lab/renewals`);
  await page.getByTestId('simulated-now').waitFor();
}

/** The first payment waits for the buyer's word to the bank, who gives it on another page: this one shows it by itself. */
async function expectOwnUpdate(visit: Visit): Promise<void> {
  const { context, page } = visit;
  await subscribeWithCard(visit, 'asks_for_action');
  const updating = page.getByText('This page updates by itself.');
  await updating.waitFor();
  const bank = await page.getByRole('link', { name: 'Confirm the payment' }).getAttribute('href');
  const other = await context.newPage();
  await other.goto(new URL(bank ?? '', page.url()).href);
  await other.getByRole('button', { name: 'Confirm the payment' }).click();
  await other.waitForURL('**/subscription');
  await updating.waitFor({ state: 'detached' });
  await page.getByTestId('access-spans').getByText('The period is paid for.').waitFor();
  await other.close();
}

async function replaceCard({ app, page }: Visit, card: string): Promise<void> {
  await page.goto(`${app.url}/subscription`);
  await page.getByRole('button', { name: 'Save another card' }).click();
  await chooseCard(page, card);
}

async function chooseCard(page: Page, card: string): Promise<void> {
  await page.waitForURL('**/sandbox/setup/**');
  await page.locator(`input[value=${card}]`).check();
  await page.getByRole('button', { name: 'Save this card' }).click();
  await page.waitForURL('**/subscription?**');
}

/** Moves time, and waits until the page says what fell due. */
async function leap(page: Page, label: string): Promise<void> {
  const told = page.getByTestId('travelled');
  const before = (await told.textContent()) ?? '';
  await page.getByRole('button', { name: label }).click();
  await page.waitForFunction(
    (was) => {
      const text = document.querySelector('[data-testid=travelled]')?.textContent ?? '';
      return text.startsWith('It is ') && text !== was;
    },
    before,
    { timeout: 60_000 },
  );
}
