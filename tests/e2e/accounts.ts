import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { codeOf } from '../support/totp';
import { faultsOf } from './accessibility';
import type { RunningApp } from './app';
import type { Check, Visit } from './check';
import { readSessionOf } from './session';
import { openDemo } from './visitor';

const password = 'correct horse battery';

export const accountChecks: Check[] = [
  {
    name: 'a visitor signs up, confirms the address, and keeps the team of the demo',
    async run(visit) {
      const { app, context, page } = visit;
      await openDemo(visit);
      const { teamId } = await readSessionOf(context, app.databaseUrl);
      await signUp(visit);
      const after = await readSessionOf(context, app.databaseUrl);
      assert.equal(after.teamId, teamId);
      await page.getByRole('button', { name: /^Ada’s team/ }).waitFor();
    },
  },
  {
    name: 'a form about an account keeps what was typed when it fails, and says why',
    async run({ app, page }) {
      await page.goto(`${app.url}/sign-up`);
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('E-mail', { exact: true }).fill('ada@example.com');
      await page.getByLabel('Password').evaluate((input) => input.removeAttribute('minlength'));
      await page.getByLabel('Password').fill('short');
      await page.getByRole('button', { name: 'Sign up' }).click();
      await page.getByText('A password needs at least 10 characters.').waitFor();
      assert.equal(await page.getByLabel('Name').inputValue(), 'Ada');
      assert.equal(await page.getByLabel('E-mail', { exact: true }).inputValue(), 'ada@example.com');
    },
  },
  {
    name: 'a forgotten password is chosen anew, and the old one opens nothing any more',
    async run(visit) {
      const { app, context, page } = visit;
      const email = await signUp(visit);
      await context.clearCookies();
      await page.goto(`${app.url}/forgot-password`);
      await page.getByLabel('E-mail', { exact: true }).fill(email);
      await page.getByRole('button', { name: 'Mail me a link' }).click();
      await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
      await page.goto(await linkTo(app, email, '/reset-password'));
      await page.getByLabel('New password', { exact: true }).fill('another good password');
      await page.getByRole('button', { name: 'Set the password' }).click();
      await page.waitForURL('**/sign-in?notice=password');
      await signIn(page, email, password);
      await page.getByText('The e-mail address or the password is wrong.').waitFor();
      await signIn(page, email, 'another good password');
      await page.waitForURL('**/dashboard');
    },
  },
  {
    name: 'a link in a mail signs in, once, and leads on to where its reader wanted to go',
    async run(visit) {
      const { app, context, page } = visit;
      const email = await signUp(visit);
      await context.clearCookies();
      await page.goto(`${app.url}/history`);
      await page.waitForURL('**/sign-in?next=%2Fhistory');
      await page.getByRole('link', { name: 'Mail me a sign-in link' }).click();
      await page.getByRole('heading', { name: 'Sign in by e-mail' }).waitFor();
      await page.getByLabel('E-mail', { exact: true }).fill(email);
      await page.getByRole('button', { name: 'Mail me a link' }).click();
      await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
      const link = await linkTo(app, email, '/magic-link');
      await page.goto(link);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL('**/history');
      await context.clearCookies();
      await page.goto(link);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('This link does not work any more.').waitFor();
    },
  },
  {
    name: 'a second factor is set up, asked for at the next sign-in, and can be a backup code',
    async run(visit) {
      const { app, context, page } = visit;
      const email = await signUp(visit);
      await page.goto(`${app.url}/settings/security`);
      const factor = page.getByRole('region', { name: 'Second factor' });
      await factor.getByLabel('Password').fill(password);
      await factor.getByRole('button', { name: 'Set up a second factor' }).click();
      const uri = (await factor.getByRole('link', { name: 'open it on this device' }).getAttribute('href')) ?? '';
      const backupCode = (await factor.getByRole('listitem').first().textContent()) ?? '';
      await factor.getByLabel('Code that the app shows').fill(codeOf(uri));
      await factor.getByRole('button', { name: 'Switch it on' }).click();
      await factor.getByRole('button', { name: 'Switch it off' }).waitFor();
      await context.clearCookies();
      await page.goto(`${app.url}/sign-in`);
      await signIn(page, email, password);
      await page.waitForURL('**/two-factor**');
      await page.getByRole('button', { name: 'Use a backup code' }).click();
      await page.getByLabel('Backup code').fill(backupCode);
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.waitForURL('**/dashboard');
    },
  },
  {
    name: 'a browser that is signed in elsewhere is listed, and signed out from here',
    async run(visit) {
      const { app, browser, page } = visit;
      const email = await signUp(visit);
      const phone = await browser.newContext();
      try {
        const there = await phone.newPage();
        await there.goto(`${app.url}/sign-in`);
        await signIn(there, email, password);
        await there.waitForURL('**/dashboard');
        await page.goto(`${app.url}/settings/security`);
        await page.getByRole('button', { name: /^Sign out (Chrome|Safari)/ }).click();
        await page.getByRole('button', { name: /^Sign out (Chrome|Safari)/ }).waitFor({ state: 'detached' });
        await there.goto(`${app.url}/dashboard`);
        await there.waitForURL('**/sign-in**');
      } finally {
        await phone.close();
      }
    },
  },
  {
    name: 'no page about an account has a serious fault of accessibility, in light or dark, nor a line wider than a phone',
    async run(visit) {
      const { app, page } = visit;
      const faults: string[] = [];
      const open = async (path: string) => {
        await page.goto(`${app.url}${path}`);
        faults.push(...(await faultsOf(page, path)));
      };
      for (const path of ['/sign-in', '/sign-up', '/forgot-password', '/magic-link', '/check-mail?for=reset'])
        await open(path);
      for (const path of ['/reset-password?token=x', '/verify-email?token=x', '/magic-link?token=x', '/two-factor'])
        await open(path);
      await openDemo(visit);
      await open('/settings/account');
      await signUp(visit);
      for (const path of ['/settings/account', '/settings/security']) await open(path);
      await page.getByRole('region', { name: 'Second factor' }).getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Set up a second factor' }).click();
      await page.getByRole('img', { name: 'QR code of the key' }).waitFor();
      faults.push(...(await faultsOf(page, '/settings/security, second factor')));
      assert.deepEqual(faults, []);
    },
  },
];

/** Makes an account with an address of its own, confirms it, and returns the address. */
export async function signUp({ app, page }: Pick<Visit, 'app' | 'page'>, name = 'Ada'): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await page.goto(`${app.url}/sign-up`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  await page.goto(await linkTo(app, email, '/verify-email'));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL('**/dashboard');
  return email;
}

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The link to a page of ours in the newest mail to an address that has one, once it has come. */
export async function linkTo({ url, mails }: RunningApp, email: string, path: string): Promise<string> {
  const link = new RegExp(`${url}${path}[?/][^\\s"<>)\\]]+`);
  for (;;) {
    const texts = mails.filter(({ to }) => to.includes(email)).map(({ source }) => unquoted(source));
    const found = texts.map((text) => link.exec(text)?.[0]).findLast((each) => each !== undefined);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Quoted-printable, as far as links need it. */
function unquoted(source: string): string {
  return source.replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll('&amp;', '&');
}
