import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { Visit } from './check';

/** How a purchase on the hosted page can end: the name of the button there. */
export type Ending = 'Pay' | 'Decline the card' | 'Pay later by transfer' | 'Leave without paying';

export async function openDemo({ app, page }: Pick<Visit, 'app' | 'page'>): Promise<void> {
  await page.goto(app.url);
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByTestId('balance').waitFor();
}

/** From the dashboard to the provider's page. */
export async function startPurchase({ app, page }: Pick<Visit, 'app' | 'page'>, pack = '1,000 credits'): Promise<void> {
  await page.goto(`${app.url}/dashboard`);
  await page.getByRole('button', { name: `Buy ${pack}` }).click();
  await page.waitForURL('**/sandbox/checkout/**');
}

/** Buys a pack and comes back to the shop. */
export async function buy(visit: Pick<Visit, 'app' | 'page'>, ending: Ending = 'Pay', pack?: string): Promise<void> {
  await startPurchase(visit, pack);
  await visit.page.getByRole('button', { name: ending === 'Pay' ? /^Pay \$/ : ending }).click();
  await visit.page.waitForURL('**/checkout/return**');
}

/** The balance as the dashboard shows it, read afresh. */
export async function readBalance({ app, page }: Pick<Visit, 'app' | 'page'>): Promise<number> {
  await page.goto(`${app.url}/dashboard`);
  return toNumber((await page.getByTestId('balance').textContent()) ?? '');
}

/** Does one thing in the lab, and returns what the page then says. */
export async function runInLab(page: Page, label: string) {
  const sentence = page.getByTestId('sentence');
  const before = (await sentence.count()) > 0 ? await sentence.getAttribute('data-run') : null;
  await labButton(page, label).click();
  await page.locator(`[data-testid="sentence"]:not([data-run="${before}"])`).waitFor();
  const result = page.locator('#lab-result');
  const answers = await result.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').allInnerTexts();
  return {
    sentence: await sentence.textContent(),
    /** `200 duplicate`, one for each delivery. */
    answers: answers.map(
      (text) =>
        text
          .match(/(\d{3})\s+([a-z ]+?)\s+\d+ ms/)
          ?.slice(1)
          .join(' ') ?? text,
    ),
    balance: toNumber((await page.getByTestId('balance-after').textContent()) ?? ''),
  };
}

/** The lab's button for one thing to try; the runs so far have buttons of similar names. */
export function labButton(page: Page, label: string): Locator {
  return page.locator('#lab-form').getByRole('button', { name: label });
}

/** Waits until the return page tells of this outcome, without touching the page. */
export async function expectOutcome(page: Page, state: string): Promise<void> {
  await page.locator(`[data-testid="outcome"][data-state="${state}"]`).waitFor();
}

export async function expectStatus(page: Page, url: string, status: number): Promise<void> {
  const response = await page.goto(url);
  assert.equal(response?.status(), status, `${url} answered ${response?.status()}`);
}

function toNumber(text: string): number {
  return Number(text.replace('−', '-').replaceAll(',', ''));
}
