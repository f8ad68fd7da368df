import assert from 'node:assert/strict';
import { eq } from 'drizzle-orm';
import { createDatabase } from '@/db/client';
import { subscriptions, teams } from '@/db/schema';
import { faultsOf } from './accessibility';
import { linkTo, signUp } from './accounts';
import type { Check, Visit } from './check';
import { readSessionOf } from './session';
import { subscribe } from './subscription';
import { openDemo } from './visitor';

export const teamChecks: Check[] = [
  {
    name: 'somebody is invited by mail, joins the team, gets another role, and is removed',
    async run(visit) {
      const guest = await anotherBrowser(visit);
      const email = await signUp(guest, 'Grace');
      await signUp(visit, 'Ada');
      await invite(visit, email);
      await guest.page.goto(await linkTo(visit.app, email, '/invitations'));
      assert.deepEqual(await faultsOf(guest.page, 'invitation'), []);
      await guest.page.getByRole('button', { name: 'Join the team' }).click();
      await guest.page.waitForURL('**/dashboard');
      await guest.page.getByRole('button', { name: /^Ada’s team/ }).waitFor();
      await expectForbidden(guest, '/api-keys');
      await changeRole(visit, 'Grace', 'Owner');
      await guest.page.goto(`${visit.app.url}/api-keys`);
      await guest.page.getByRole('heading', { name: 'API keys' }).waitFor();
      await guest.page.goto(`${visit.app.url}/settings/team`);
      await guest.page.getByRole('button', { name: 'Leave the team' }).waitFor();
      await visit.page.getByRole('button', { name: 'Remove Grace' }).click();
      await visit.page.getByRole('button', { name: 'Remove', exact: true }).click();
      await visit.page.getByRole('dialog').waitFor({ state: 'detached' });
      await visit.page.getByRole('button', { name: 'Remove Grace' }).waitFor({ state: 'detached' });
      await guest.page.goto(`${visit.app.url}/members`);
      await guest.page.getByRole('button', { name: /^Grace’s team/ }).waitFor();
      await guest.context.close();
    },
  },
  {
    name: 'a second team is made and switched to, and the first one is left as it was',
    async run(visit) {
      const { app, page } = visit;
      await signUp(visit, 'Ada');
      await page.goto(`${app.url}/teams/new`);
      await page.getByLabel('Team name').fill('Second team');
      await page.getByRole('button', { name: 'Create team' }).click();
      await page.waitForURL('**/dashboard');
      await page.getByRole('button', { name: /^Second team/ }).click();
      await page.getByRole('menuitem', { name: 'Ada’s team' }).click();
      await page.getByRole('button', { name: /^Ada’s team/ }).waitFor();
    },
  },
  {
    name: 'a team with a subscription is deleted once its name is typed, and the subscription has ended',
    async run(visit) {
      const { app, context, page } = visit;
      await openDemo(visit);
      await signUp(visit, 'Ada');
      await subscribe(visit);
      const { teamId } = await readSessionOf(context, app.databaseUrl);
      await page.goto(`${app.url}/settings/team`);
      await page.getByText('You are this team’s only owner').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Leave the team' }).count(), 0);
      await page.getByRole('button', { name: 'Delete the team' }).click();
      await page.getByLabel(/^Type/).fill('something else');
      await page.getByRole('button', { name: 'Delete for good' }).click();
      await page.getByText('Type the team’s name exactly as it stands there.').waitFor();
      await page.getByLabel(/^Type/).fill('Ada’s team');
      await page.getByRole('button', { name: 'Delete for good' }).click();
      await page.waitForURL('**/dashboard');
      assert.deepEqual(await endOf(app.databaseUrl, teamId), { isDeleted: true, statuses: ['canceled'] });
    },
  },
];

/** A second person, in a browser of their own. */
async function anotherBrowser({ app, browser }: Visit): Promise<Visit> {
  const context = await browser.newContext();
  return { app, browser, context, page: await context.newPage() };
}

async function invite({ app, page }: Visit, email: string): Promise<void> {
  await page.goto(`${app.url}/members`);
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText('The invitation is on its way.').waitFor();
}

async function changeRole({ app, page }: Visit, name: string, role: string): Promise<void> {
  await page.goto(`${app.url}/members`);
  await page.getByRole('button', { name: `Change the role of ${name}` }).click();
  await page
    .getByRole('dialog')
    .getByLabel(new RegExp(`^${role}`))
    .check();
  await page.getByRole('button', { name: 'Change role', exact: true }).click();
  // It stays open where the role could not be changed; what is said of the change passes.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function expectForbidden({ app, page }: Visit, path: string): Promise<void> {
  const answer = await page.goto(`${app.url}${path}`);
  assert.equal(answer?.status(), 403);
  await page.getByRole('heading', { name: 'Your role does not allow this' }).waitFor();
}

async function endOf(databaseUrl: string, teamId: string) {
  const database = createDatabase(databaseUrl, { max: 1 });
  try {
    const [team] = await database.select().from(teams).where(eq(teams.id, teamId));
    const held = await database.select().from(subscriptions).where(eq(subscriptions.teamId, teamId));
    return { isDeleted: team?.deletedAt instanceof Date, statuses: held.map(({ status }) => status) };
  } finally {
    await database.$client.end();
  }
}
