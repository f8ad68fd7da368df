import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createDatabase } from '@/db/client';
import { spend } from '@/lib/billing/credits/spend';
import { systemClock } from '@/lib/clock';
import type { Check, Visit } from './check';
import { readSessionOf } from './session';
import { buy, openDemo, runInLab } from './visitor';

export const historyChecks: Check[] = [
  {
    name: 'a line of the history says which payment and which event it came from',
    async run(visit) {
      const { app, page } = visit;
      await openDemo(visit);
      await buy(visit);
      await page.goto(`${app.url}/history`);
      await page.getByRole('button', { name: 'Why +1,000 credits' }).click();
      for (const term of ['Paid', 'Tax', 'Discount', 'Refunded', 'Counts once under', 'Event from sandbox', 'Who'])
        await page.getByRole('term').getByText(term, { exact: true }).waitFor();
      await page.getByText('provider:sandbox').waitFor();
    },
  },
  {
    name: 'the history is read page by page, older and newer, and filtered',
    async run(visit) {
      const { app, page, context } = visit;
      await openDemo(visit);
      await buy(visit);
      await spendTimes(app.databaseUrl, (await readSessionOf(context, app.databaseUrl)).teamId, 30);
      await page.goto(`${app.url}/history`);
      assert.equal(await countLines(visit), 25);
      await page.getByRole('link', { name: 'Older' }).click();
      await page.getByRole('link', { name: 'Newer' }).waitFor();
      assert.equal(await countLines(visit), 6);
      await page.getByRole('link', { name: 'Newer' }).click();
      await page.getByRole('link', { name: 'Newer' }).waitFor({ state: 'detached' });
      assert.equal(await countLines(visit), 25);
      await page.getByRole('link', { name: 'Purchases' }).click();
      await page.waitForURL('**filter=purchases**');
      await page.getByRole('link', { name: 'Purchases' }).and(page.locator('[aria-current]')).waitFor();
      assert.equal(await countLines(visit), 1);
    },
  },
  {
    name: 'the export has every line, with numbers as numbers and formulas as text',
    async run(visit) {
      const { app, page, context } = visit;
      await openDemo(visit);
      await buy(visit);
      await spendTimes(app.databaseUrl, (await readSessionOf(context, app.databaseUrl)).teamId, 1, '=1+1');
      await page.goto(`${app.url}/lab`);
      await runInLab(page, 'Refund half');
      await page.goto(`${app.url}/history`);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Export CSV' }).click(),
      ]);
      const [head = '', ...lines] = readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\r\n');
      assert.match(head, /^\uFEFF?at,kind,credits,balance_after,reason,/);
      assert.deepEqual(
        lines.map((line) => line.split(',').slice(1, 5).join(',')),
        ['purchase,1000,1000,Purchase paid', "spend,-10,990,'=1+1", 'refund,-500,490,Payment refunded'],
      );
    },
  },
];

async function countLines({ page }: Visit): Promise<number> {
  const lines = page.getByRole('button', { name: /^Why / });
  await lines.first().waitFor();
  return lines.count();
}

/** Uses credits as a product would; the demo itself has nothing to spend them on. */
async function spendTimes(databaseUrl: string, teamId: string, times: number, reason = 'Image drawn'): Promise<void> {
  const database = createDatabase(databaseUrl, { max: 1 });
  try {
    for (let number = 1; number <= times; number += 1)
      await spend(database, systemClock, {
        teamId,
        credits: 10,
        reason,
        actor: 'e2e',
        idempotencyKey: `e2e:${number}`,
      });
  } finally {
    await database.$client.end();
  }
}
