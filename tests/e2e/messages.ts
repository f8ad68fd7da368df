import assert from 'node:assert/strict';
import type { Check } from './check';
import { expectStatus, openDemo } from './visitor';

export const messageChecks: Check[] = [
  {
    name: 'a team switches a notice off, and it stays off',
    async run(visit) {
      const { app, page } = visit;
      await openDemo(visit);
      await page.goto(`${app.url}/settings`);
      const notice = page.getByLabel('Credits run low');
      assert.equal(await notice.isChecked(), true);
      await notice.uncheck();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      await page.reload();
      assert.equal(await notice.isChecked(), false);
      assert.equal(await page.getByLabel('Renewals').isChecked(), true);
    },
  },
  {
    name: 'the local view of everybody’s mails is not there in production',
    async run({ app, page }) {
      await expectStatus(page, `${app.url}/dev/outbox`, 404);
    },
  },
];
