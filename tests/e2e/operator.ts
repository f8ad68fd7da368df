import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase, type Database } from '@/db/client';
import { markOperator } from '@/lib/auth/teams';
import { createCatalog, defaultItems } from '@/lib/billing/catalog';
import { projectFolder } from '@/scripts/launch/environment';
import { send, testContext, testSettings } from '../support/billing';
import { createPaidDelivery } from '../support/paid';
import { faultsOf } from './accessibility';
import type { Check, Visit } from './check';
import { readSessionOf } from './session';
import { buy, expectStatus, openDemo } from './visitor';

export const operatorChecks: Check[] = [
  {
    name: 'whoever is not an operator finds nothing under /admin',
    async run(visit) {
      const { app, page } = visit;
      const paths = adminPaths();
      assert.ok(paths.length > 10, 'There are pages to be kept from.');
      for (const path of paths) await expectStatus(page, `${app.url}${path}`, 404);
      await openDemo(visit);
      for (const path of paths) await expectStatus(page, `${app.url}${path}`, 404);
      await page.goto(`${app.url}/dashboard`);
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Leave the demo' }).waitFor();
      assert.equal(await page.getByRole('menuitem', { name: 'Operations' }).count(), 0);
    },
  },
  {
    name: 'an operator mends a parked payment: from the inbox through its case to the credits, and it is written down',
    async run(visit) {
      const { app, page } = visit;
      await openAsOperator(visit);
      const { teamId, eventId } = await withDatabase(app.databaseUrl, parkUnknownPrice);
      await page.goto(`${app.url}/admin`);
      await page.getByRole('link', { name: 'Parked' }).click();
      await page.waitForURL('**/admin/inbox?state=parked');
      await page.goto(`${app.url}/admin/inbox/sandbox/${encodeURIComponent(eventId)}`);
      await page.getByText('A price that the catalog does not know').waitFor();
      await page.getByRole('link', { name: 'Unknown price' }).click();
      await page.getByRole('heading', { name: 'A price that the catalog does not know' }).waitFor();
      await page.getByRole('link', { name: /An event of/ }).click();
      // The shop knows the price; whoever parked it did not.
      await page.getByRole('button', { name: 'Replay' }).click();
      await page.getByText('Applied: what was paid for is there now.').waitFor();
      await page.getByText('Closed by itself').waitFor();
      await page.getByRole('button', { name: 'Replay' }).click();
      await page.getByText('Duplicate: it had been applied before').waitFor();
      await page.goto(`${app.url}/admin/teams/${teamId}`);
      assert.equal(await page.getByTestId('team-balance').textContent(), '1,000');
      await page.goto(`${app.url}/admin/audit`);
      await page.getByText('parked → applied').waitFor();
      await page.getByText('applied → duplicate').waitFor();
    },
  },
  {
    name: 'an operator dismisses an event only with a reason',
    async run(visit) {
      const { app, page } = visit;
      await openAsOperator(visit);
      const { eventId } = await withDatabase(app.databaseUrl, parkUnknownPrice);
      await page.goto(`${app.url}/admin/inbox/sandbox/${encodeURIComponent(eventId)}`);
      await page.getByRole('button', { name: 'Dismiss' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('   ');
      await dialog.getByRole('button', { name: 'Dismiss' }).click();
      await dialog.getByText('Say why').waitFor();
      await dialog.getByLabel('Reason').fill('A payment of our own tests');
      await dialog.getByRole('button', { name: 'Dismiss' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('An operator decided that it shall never be applied.').waitFor();
      await page.getByRole('cell', { name: 'A payment of our own tests' }).waitFor();
    },
  },
  {
    name: 'credits by hand need a reason, which the team sees in its history',
    async run(visit) {
      const { app, page, context } = visit;
      await openAsOperator(visit);
      const { teamId } = await readSessionOf(context, app.databaseUrl);
      await page.goto(`${app.url}/admin/teams/${teamId}`);
      await page.getByLabel('Credits').fill('250');
      await page.getByLabel('Reason').fill('Sorry for the outage');
      await page.getByRole('button', { name: 'Grant' }).click();
      await page.getByText('Granted. The balance is 250 now.').waitFor();
      await page.getByLabel('Credits').fill('300');
      await page.getByLabel('Reason').fill('Too much');
      await page.getByRole('button', { name: 'Take' }).click();
      await page.getByText(/has 250 credits available/).waitFor();
      assert.equal(await page.getByTestId('team-balance').textContent(), '250');
      assert.equal(await page.getByLabel('Reason').inputValue(), 'Too much');
      await page.goto(`${app.url}/history`);
      await page.getByText('Sorry for the outage').waitFor();
    },
  },
  {
    name: 'no admin page has a serious fault of accessibility, in light or dark, nor a line wider than a phone',
    async run(visit) {
      const { app, page, context } = visit;
      await openAsOperator(visit);
      await buy(visit);
      const { eventId } = await withDatabase(app.databaseUrl, parkUnknownPrice);
      const faults: string[] = [];
      const lists = adminPaths().filter((path) => !path.includes('none'));
      const team = `/admin/teams/${(await readSessionOf(context, app.databaseUrl)).teamId}`;
      for (const path of [...lists, team, `/admin/inbox/sandbox/${encodeURIComponent(eventId)}`]) {
        await page.goto(`${app.url}${path}`);
        faults.push(...(await faultsOf(page, path)));
      }
      await page.getByRole('link', { name: 'Unknown price' }).click();
      await page.getByRole('heading', { name: 'What both sides say' }).waitFor();
      faults.push(...(await faultsOf(page, 'a case')));
      assert.deepEqual(faults, []);
    },
  },
];

/** The address of every page in the folder; what a page is about is nothing that exists. */
function adminPaths(): string[] {
  const names = readdirSync(join(projectFolder, 'app', 'admin'), { recursive: true, encoding: 'utf8' });
  const pages = names.filter((name) => /(^|\/)(page\.tsx|route\.ts)$/.test(name)).sort();
  return pages.map((name) => {
    const parts = name
      .split('/')
      .slice(0, -1)
      .filter((part) => !part.startsWith('('));
    return ['/admin', ...parts.map((part) => (part.startsWith('[') ? 'none' : part))].join('/');
  });
}

/** Opens the demo, and makes its visitor an operator as the command line does. */
async function openAsOperator(visit: Visit): Promise<void> {
  await openDemo(visit);
  const { userId } = await readSessionOf(visit.context, visit.app.databaseUrl);
  await withDatabase(visit.app.databaseUrl, (database) => markOperator(database, userId, true));
}

/** A payment of the sandbox that came while the catalog did not know its price. */
async function parkUnknownPrice(database: Database): Promise<{ teamId: string; eventId: string }> {
  const settings = testSettings({ catalog: createCatalog(defaultItems, {}) });
  const { teamId, body, eventId } = await createPaidDelivery(database, 'sandbox');
  const { status } = await send(testContext(database, { settings }), { provider: 'sandbox', body, eventId });
  assert.equal(status, 'parked');
  return { teamId, eventId };
}

async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = createDatabase(url, { max: 1 });
  try {
    return await work(database);
  } finally {
    await database.$client.end();
  }
}
