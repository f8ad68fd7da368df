import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { RunningApp } from './app';
import type { Check } from './check';
import { buy, openDemo, readBalance } from './visitor';

export const apiChecks: Check[] = [
  {
    name: 'a key that was made in the browser spends through curl, once per idempotency key, until it is revoked',
    async run(visit) {
      const { app, page } = visit;
      await openDemo(visit);
      await buy(visit);
      await page.goto(`${app.url}/api-keys`);
      await page.getByLabel('Name').fill('Production server');
      await page.getByRole('button', { name: 'Create key' }).click();
      const key = (await page.getByTestId('new-key').textContent()) ?? '';
      assert.match(key, /^pk_/);
      const spend = (credits: number, idempotencyKey?: string) =>
        spendWithCurl(app, { key, credits, ...(idempotencyKey !== undefined && { idempotencyKey }) });
      const first = await spend(30, 'job-1');
      assert.deepEqual([first.status, first.body.balance], [200, 970]);
      assert.deepEqual(await spend(30, 'job-1'), first);
      const without = await Promise.all([spend(30), spend(30)]);
      for (const { status, body } of without)
        assert.deepEqual([status, body.code], [400, 'invalid_idempotency_key'], 'a write without a key is not done');
      const other = await spend(31, 'job-1');
      assert.deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused']);
      assert.equal((await spend(30, 'job-2')).body.balance, 940);
      assert.equal(await readBalance(visit), 940);
      await page.goto(`${app.url}/api-keys`);
      assert.equal(await page.getByText(key).count(), 0, 'a key is shown once');
      await page.getByRole('button', { name: 'Revoke Production server' }).click();
      await page.getByRole('button', { name: 'Revoke key' }).click();
      await page.getByText('Revoked', { exact: true }).waitFor();
      for (const idempotencyKey of ['job-1', 'job-3']) {
        const refused = await spend(30, idempotencyKey);
        assert.deepEqual([refused.status, refused.body.code], [401, 'invalid_api_key']);
      }
      assert.equal(await readBalance(visit), 940);
    },
  },
];

interface Spend {
  key: string;
  credits: number;
  idempotencyKey?: string;
}

/** As the documentation of the API shows it. */
async function spendWithCurl({ url }: RunningApp, { key, credits, idempotencyKey }: Spend) {
  const { stdout } = await promisify(execFile)('curl', [
    ...['--silent', '--show-error', '--write-out', '\\n%{http_code}', `${url}/api/v1/credits/spend`],
    ...['--header', `Authorization: Bearer ${key}`, '--header', 'Content-Type: application/json'],
    ...(idempotencyKey === undefined ? [] : ['--header', `Idempotency-Key: ${idempotencyKey}`]),
    ...['--data', JSON.stringify({ credits, reason: 'Image drawn' })],
  ]);
  const [text = '', status] = stdout.split('\n');
  const body: Record<string, unknown> = JSON.parse(text);
  return { status: Number(status), body };
}
