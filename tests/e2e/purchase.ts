import assert from 'node:assert/strict';
import type { Check } from './check';
import { buy, expectOutcome, openDemo, readBalance, startPurchase } from './visitor';

export const purchaseChecks: Check[] = [
  {
    name: 'a visitor opens the demo and has a team with an empty balance',
    async run(visit) {
      await openDemo(visit);
      assert.equal(await readBalance(visit), 0);
      await visit.page.getByText('No movements yet').waitFor();
    },
  },
  {
    name: 'a pack that was paid for moves the balance once',
    async run(visit) {
      await openDemo(visit);
      await buy(visit);
      await expectOutcome(visit.page, 'paid');
      assert.equal(await readBalance(visit), 1000);
      await visit.page.reload();
      assert.equal(await readBalance(visit), 1000);
    },
  },
  {
    name: 'a declined card charges nothing, and the purchase can be tried again',
    async run(visit) {
      await openDemo(visit);
      await buy(visit, 'Decline the card');
      await expectOutcome(visit.page, 'failed');
      await visit.page.getByRole('button', { name: 'Try again' }).click();
      await visit.page.getByRole('button', { name: /^Pay \$/ }).click();
      await expectOutcome(visit.page, 'paid');
      assert.equal(await readBalance(visit), 1000);
    },
  },
  {
    name: 'a purchase that was left without paying changes nothing',
    async run(visit) {
      await openDemo(visit);
      await buy(visit, 'Leave without paying');
      await expectOutcome(visit.page, 'expired');
      assert.equal(await readBalance(visit), 0);
    },
  },
  {
    name: 'a transfer gives credits when the money arrives, and the open page shows it by itself',
    async run(visit) {
      await openDemo(visit);
      await buy(visit, 'Pay later by transfer');
      await expectOutcome(visit.page, 'pending');
      const other = await visit.context.newPage();
      assert.equal(await readBalance({ app: visit.app, page: other }), 0);
      await other.goto(await bankOf(visit.page));
      await other.getByRole('button', { name: 'Let the money arrive' }).click();
      await expectOutcome(other, 'paid');
      await visit.page.bringToFront();
      await expectOutcome(visit.page, 'paid');
      assert.equal(await readBalance(visit), 1000);
    },
  },
  {
    name: 'a full discount is a purchase of nothing that gives all of its credits',
    async run(visit) {
      await openDemo(visit);
      await startPurchase(visit, '5,000 credits');
      await visit.page.getByLabel('Promotion code').fill('free');
      await visit.page.getByRole('button', { name: 'Pay $0.00' }).click();
      await expectOutcome(visit.page, 'paid');
      assert.equal(await readBalance(visit), 5000);
    },
  },
  {
    name: 'a code that does not exist is refused and nothing is paid',
    async run(visit) {
      await openDemo(visit);
      await startPurchase(visit);
      await visit.page.getByLabel('Promotion code').fill('HALF');
      await visit.page.getByRole('button', { name: /^Pay \$/ }).click();
      await visit.page.getByRole('alert').getByText('There is no code HALF').waitFor();
      assert.equal(await readBalance(visit), 0);
    },
  },
];

async function bankOf(page: Parameters<typeof expectOutcome>[0]): Promise<string> {
  const href = await page.getByRole('link', { name: 'Decide as the bank' }).getAttribute('href');
  return new URL(href ?? '', page.url()).toString();
}
