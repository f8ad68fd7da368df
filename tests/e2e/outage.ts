import assert from 'node:assert/strict';
import { faultsOf } from './accessibility';
import type { Check } from './check';
import { openDemo } from './visitor';

export const outageChecks: Check[] = [
  {
    name: 'without its database a page says what happened and what is safe',
    async run(visit) {
      const { app, page } = visit;
      await openDemo(visit);
      await app.stopDatabase();
      await page.goto(`${app.url}/dashboard`);
      await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
      await page.getByText('Trying again is safe').waitFor();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      assert.deepEqual(await faultsOf(page, 'database stopped'), []);
      await page.goto(app.url);
      await page.getByRole('heading', { name: 'Every payment counts exactly once.' }).waitFor();
    },
  },
];
