import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { providerNames } from '@/lib/billing/events';
import { projectFolder } from '@/scripts/launch/environment';
import type { Check } from './check';
import { post } from './post';
import { openDemo } from './visitor';

export const securityChecks: Check[] = [
  {
    name: 'every page runs under its policy: no script, style or frame of it is refused',
    async run(visit) {
      const { app, page } = visit;
      const violations = watchViolations(page);
      const paths = staticPages();
      assert.ok(paths.length > 15, 'There are pages to look at.');
      for (const path of paths) await page.goto(`${app.url}${path}`, { waitUntil: 'load' });
      await openDemo(visit);
      for (const path of [...paths, '/nothing-here']) {
        await page.goto(`${app.url}${path}`, { waitUntil: 'networkidle' });
        await page.getByRole('main').first().waitFor();
      }
      assert.deepEqual(violations, []);
    },
  },
  {
    name: 'a script that was slipped into a page does not run',
    async run({ app, page }) {
      await page.goto(app.url);
      const refused = await page.evaluate(async () => {
        const noticed = new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', (violation) => resolve(violation.violatedDirective));
        });
        const slippedIn = document.createElement('div');
        slippedIn.innerHTML = '<img src="data:," onerror="document.title = \'slipped in\'">';
        document.body.append(slippedIn);
        return noticed;
      });
      assert.equal(refused, 'script-src-attr');
      assert.notEqual(await page.title(), 'slipped in');
    },
  },
  {
    name: 'webhooks reach their own route, whatever else a request lacks or brings, and with a slash at the end',
    async run({ app }) {
      const odd: Record<string, string>[] = [
        {},
        { origin: 'null' },
        { origin: 'https://elsewhere.example', cookie: 'theme=dark' },
      ];
      for (const provider of providerNames)
        for (const address of [`/api/webhooks/${provider}`, `/api/webhooks/${provider}/`])
          for (const headers of odd) {
            const { status, type, policy } = await post(`${app.url}${address}`, headers);
            assert.ok([400, 404].includes(status), `${address} answered ${status}`);
            assert.match(type, /^application\/json/);
            assert.equal(policy, undefined);
          }
    },
  },
  {
    name: 'the command palette opens with a key, finds a page by typing, and goes there',
    async run(visit) {
      const { app, page } = visit;
      await openDemo(visit);
      await page.getByRole('button', { name: 'Search pages and commands' }).focus();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('ledger');
      // It is listed before anything is typed; Enter takes the option that is marked.
      await page.getByRole('option', { name: 'History', selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(`${app.url}/history`);
    },
  },
];

/** What the browser refused, as it comes. */
function watchViolations(page: Page): string[] {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(`${page.url()}: ${message.text()}`);
  });
  return violations;
}

/** The address of every page that needs no id. */
function staticPages(): string[] {
  const names = readdirSync(join(projectFolder, 'app'), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /(^|\/)page\.tsx$/.test(name) && !name.includes('['))
    .map((name) =>
      name
        .split('/')
        .slice(0, -1)
        .filter((part) => !part.startsWith('(')),
    )
    .map((parts) => `/${parts.join('/')}`)
    .sort();
}
