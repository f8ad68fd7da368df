import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Check } from './check';
import { expectOutcome, readBalance } from './visitor';

export const keyboardChecks: Check[] = [
  {
    name: 'the whole purchase works with the keyboard alone, and shows where the focus is',
    async run(visit) {
      const { app, page } = visit;
      await page.goto(app.url);
      await tabTo(page, 'Open the demo');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/dashboard');
      await tabTo(page, 'Buy 1,000 credits');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/sandbox/checkout/**');
      await tabTo(page, 'Pay $49.00');
      await page.keyboard.press('Enter');
      await expectOutcome(page, 'paid');
      await tabTo(page, 'Try to be paid twice');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/lab**');
      await tabTo(page, 'Send it again');
      await page.keyboard.press('Enter');
      await page.getByText('Delivered again, paid once.').first().waitFor();
      assert.equal(await readBalance(visit), 1000);
    },
  },
  {
    name: 'theme and leaving the demo can be reached by keyboard',
    async run({ app, page }) {
      await page.goto(app.url);
      await page.getByRole('button', { name: 'Open the demo' }).click();
      await page.waitForURL('**/dashboard');
      await tabTo(page, 'Theme');
      await page.keyboard.press('Enter');
      await waitForOpenMenu(page);
      await page.getByRole('menuitemradio', { name: 'Dark' }).focus();
      await page.keyboard.press('Enter');
      await page.locator('html.dark').waitFor();
      await page.getByRole('button', { name: 'Account' }).focus();
      await page.keyboard.press('Enter');
      await waitForOpenMenu(page);
      await page.getByRole('menuitem', { name: 'Leave the demo' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await tabTo(page, 'Leave the demo');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${app.url}/`);
      await page.goto(`${app.url}/dashboard`);
      await page.waitForURL('**/sign-in?next=%2Fdashboard');
    },
  },
];

/** A menu takes the focus when it opens, from whatever has it by then. */
async function waitForOpenMenu(page: Page): Promise<void> {
  await page.locator('[role=menu]:focus-within').waitFor();
}

/** Presses Tab until something of this name has the focus, once it is there, and asks that one can see so. */
async function tabTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const style = element ? getComputedStyle(element) : null;
      const label = element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      return {
        label,
        isOutlined: style?.outlineStyle !== 'none' && Number.parseFloat(style?.outlineWidth ?? '0') >= 2,
      };
    });
    if (!focused.label.startsWith(name)) continue;
    assert.ok(focused.isOutlined, `${name} has the focus, but nothing shows it`);
    return;
  }
  assert.fail(`Tab never reached ${name}`);
}
