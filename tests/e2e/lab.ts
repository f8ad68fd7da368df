import assert from 'node:assert/strict';
import type { Check, Visit } from './check';
import { keepScreenshot } from './screenshots';
import { buy, labButton, openDemo, readBalance, runInLab } from './visitor';

const duplicates = (count: number) => Array.from({ length: count }, () => '200 duplicate');

export const labChecks: Check[] = [
  {
    name: 'the lab without a payment leads to the packs',
    async run(visit) {
      await openDemo(visit);
      await visit.page.getByRole('link', { name: 'Lab' }).click();
      await visit.page.getByRole('link', { name: 'Buy a pack first' }).click();
      await visit.page.waitForURL('**/dashboard#packs');
    },
  },
  {
    name: 'the same webhook sent again does not move the balance',
    async run(visit) {
      const { page } = visit;
      await enterLab(visit);
      const run = await runInLab(page, 'Send it again');
      assert.deepEqual(run, { sentence: 'Delivered again, paid once.', answers: duplicates(1), balance: 1000 });
      assert.equal(await readBalance(visit), 1000);
    },
  },
  {
    name: 'ten deliveries in parallel pay once',
    async run(visit) {
      const { page } = visit;
      await enterLab(visit);
      await page.getByRole('button', { name: 'Deliver it ten times at once' }).click();
      await page.getByTestId('sentence').getByText('Delivered 10 times, paid once.').waitFor();
      const run = await runInLab(page, 'Ten times in parallel');
      assert.deepEqual(run, { sentence: 'Delivered 10 times, paid once.', answers: duplicates(10), balance: 1000 });
      await keepScreenshot(page, 'lab ten in parallel');
      assert.equal(await readBalance(visit), 1000);
    },
  },
  {
    name: 'a second event id, a late retry and the other environment pay nothing more',
    async run(visit) {
      const { page } = visit;
      await enterLab(visit);
      assert.deepEqual((await runInLab(page, 'Under a second event id')).answers, duplicates(1));
      assert.deepEqual((await runInLab(page, 'As a late retry')).answers, duplicates(1));
      assert.deepEqual((await runInLab(page, 'From the other environment')).answers, ['200 parked']);
      assert.equal(await readBalance(visit), 1000);
    },
  },
  {
    name: 'a changed byte and an old signature are refused',
    async run(visit) {
      const { page } = visit;
      await enterLab(visit);
      const tampered = await runInLab(page, 'With one byte changed');
      assert.match(tampered.answers.join(), /^400 /);
      const old = await runInLab(page, 'Captured an hour ago');
      assert.match(old.answers.join(), /^400 /);
      assert.equal(await readBalance(visit), 1000);
    },
  },
  {
    name: 'a refund of half takes half of the credits, and the rest the rest',
    async run(visit) {
      const { page } = visit;
      await enterLab(visit);
      assert.equal((await runInLab(page, 'Refund half')).balance, 500);
      assert.equal((await runInLab(page, 'Refund the rest')).balance, 0);
      await labButton(page, 'Refund the rest').click();
      await page.getByRole('alert').getByText('Nothing is left').waitFor();
      assert.equal(await readBalance(visit), 0);
    },
  },
  {
    name: 'a dispute takes the credits, and a won one gives them back',
    async run(visit) {
      const { page } = visit;
      await enterLab(visit);
      assert.equal((await runInLab(page, 'Open a dispute')).balance, 0);
      assert.equal((await runInLab(page, 'Win the dispute')).balance, 1000);
      await page.getByRole('button', { name: 'Details of: Open a dispute' }).click();
      await page.getByText('Payment disputed').waitFor();
    },
  },
];

async function enterLab(visit: Visit): Promise<void> {
  await openDemo(visit);
  await buy(visit);
  await visit.page.getByRole('link', { name: 'Try to be paid twice' }).click();
  await visit.page.waitForURL('**/lab?payment=**');
  await visit.page.getByRole('button', { name: 'Send it again' }).waitFor();
}
