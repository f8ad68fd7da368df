import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import type { Check, Visit } from './check';
import { keepScreenshot } from './screenshots';
import { openPortal, subscribe } from './subscription';
import { buy, expectOutcome, openDemo, runInLab, startPurchase } from './visitor';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const themes = ['light', 'dark'] as const;

/** How to get to each page as people meet it. */
const pages: { name: string; open(visit: Visit): Promise<void> }[] = [
  { name: 'landing', open: ({ app, page }) => page.goto(app.url).then(() => {}) },
  { name: 'dashboard, empty', open: openDemo },
  { name: 'billing, empty', open: (visit) => go(visit, '/billing', 'Nothing was charged yet') },
  { name: 'pay, nothing', open: (visit) => go(visit, '/pay', 'There is nothing to pay here') },
  { name: 'history, empty', open: (visit) => go(visit, '/history', 'No movements yet') },
  { name: 'lab, empty', open: (visit) => go(visit, '/lab', 'Buy a pack first') },
  { name: 'hosted checkout', open: (visit) => startPurchase(visit) },
  { name: 'payment failed', open: (visit) => end(visit, 'Decline the card', 'failed') },
  { name: 'checkout expired', open: (visit) => end(visit, 'Leave without paying', 'expired') },
  { name: 'payment pending', open: (visit) => end(visit, 'Pay later by transfer', 'pending') },
  { name: 'the bank’s side', open: ({ page }) => page.getByRole('link', { name: 'Decide as the bank' }).click() },
  { name: 'payment paid', open: (visit) => end(visit, 'Pay', 'paid') },
  { name: 'dashboard', open: (visit) => go(visit, '/dashboard', 'All of the history') },
  { name: 'lab, nothing sent', open: (visit) => go(visit, '/lab', 'Nothing sent yet') },
  { name: 'lab', open: ({ page }) => runInLab(page, 'Ten times in parallel').then(() => {}) },
  {
    name: 'history',
    open: async (visit) => {
      await go(visit, '/history', 'Purchase paid');
      await visit.page.getByRole('button', { name: /^Why / }).click();
    },
  },
  { name: 'pricing', open: (visit) => go(visit, '/pricing', 'Credits once') },
  { name: 'subscription, empty', open: (visit) => go(visit, '/subscription', 'No subscription yet') },
  { name: 'lab, no subscription', open: (visit) => go(visit, '/lab/subscription', 'Subscribe to a plan first') },
  { name: 'lab, no renewals of ours', open: (visit) => go(visit, '/lab/renewals', 'Subscribe with a saved card') },
  {
    name: 'hosted checkout of a plan',
    open: async (visit) => {
      await go(visit, '/pricing', 'Credits once');
      await visit.page.getByRole('button', { name: 'Subscribe to Pro' }).click();
      await visit.page.waitForURL('**/sandbox/checkout/**');
    },
  },
  { name: 'subscribed', open: (visit) => subscribe(visit) },
  { name: 'pricing, subscribed', open: (visit) => go(visit, '/pricing', 'Your plan') },
  { name: 'portal', open: (visit) => openPortal(visit) },
  {
    name: 'lab, subscription',
    open: async (visit) => {
      await go(visit, '/lab/subscription', 'Nothing sent yet');
      await runInLab(visit.page, 'Fail the next card');
      await runInLab(visit.page, 'Advance to the next renewal');
    },
  },
  { name: 'billing, past due', open: (visit) => go(visit, '/billing', 'A payment failed.') },
  { name: 'dashboard, past due', open: (visit) => go(visit, '/dashboard', 'A payment failed.') },
  { name: 'subscription', open: (visit) => go(visit, '/subscription', 'Timeline') },
  {
    name: 'subscription, table',
    open: async (visit) => {
      await visit.page.getByRole('tab', { name: 'Table' }).click();
      await visit.page.getByText('A payment failed', { exact: true }).waitFor();
      await visit.page.getByRole('button', { name: /^Details of the period/ }).click();
    },
  },
  { name: 'settings', open: (visit) => go(visit, '/settings', 'E-mail notices') },
  { name: 'not found', open: (visit) => go(visit, '/nothing-here', 'There is nothing at this address') },
];

export const accessibilityChecks: Check[] = [
  {
    name: 'no page has a serious fault of accessibility, in light or dark, nor a line wider than a phone of 360 pixels',
    async run(visit) {
      const faults: string[] = [];
      for (const { name, open } of pages) {
        await open(visit);
        faults.push(...(await faultsOf(visit.page, name)));
      }
      assert.deepEqual(faults, []);
    },
  },
];

/** What is wrong with the page that stands open, in both themes and on a narrow screen. */
export async function faultsOf(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of themes) {
    // Without a choice of their own, people see the theme of their system.
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html.${theme}`).waitFor();
    await settle(page);
    const { violations } = await runAxe(page);
    for (const { id, impact, nodes } of violations)
      if (impact === 'serious' || impact === 'critical')
        faults.push(`${name}, ${theme}: ${id} at ${nodes.map(({ html }) => html).join(' | ')}`);
    await keepScreenshot(page, `${name} ${theme}`);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  if (width > 360) faults.push(`${name} is ${width} pixels wide on a screen of 360`);
  await keepScreenshot(page, `${name} narrow`);
  await page.setViewportSize({ width: 1280, height: 800 });
  return faults;
}

/** A title may stream in behind its page, and a colour on its way from one theme to the other is neither's. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.title !== '');
  await page.waitForFunction(() => !document.getAnimations().some((animation) => animation instanceof CSSTransition));
}

async function runAxe(page: Page): Promise<AxeResults> {
  await page.evaluate(axe);
  return page.evaluate<AxeResults>('axe.run()');
}

async function go({ app, page }: Visit, path: string, text: string): Promise<void> {
  await page.goto(`${app.url}${path}`);
  await page.getByText(text).first().waitFor();
}

async function end(visit: Visit, ending: Parameters<typeof buy>[1], state: string): Promise<void> {
  await buy(visit, ending);
  await expectOutcome(visit.page, state);
}
