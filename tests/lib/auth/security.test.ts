import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingWebhookEvents, sessions, teamMembers, teams, twoFactors, users } from '@/db/schema';
import type { TeamEnds } from '@/lib/auth/end-teams';
import { findSessionToken, getSignInMethods, listSessions } from '@/lib/auth/own-sessions';
import { OperatorError } from '@/lib/billing/operator/errors';
import { forgetTeam } from '@/lib/billing/retention/forget-team';
import { systemClock } from '@/lib/clock';
import { deleteTeam } from '@/lib/teams/delete';
import { leaveAll } from '@/lib/teams/leave';
import { listSolelyOwned } from '@/lib/teams/solely-owned';
import { type Accounts, createAccounts, tokenOf } from '../../support/accounts';
import { createBarrier } from '../../support/barrier';
import { addMember } from '../../support/contacts';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { codeOf } from '../../support/totp';

let database: TestDatabase;
let accounts: Accounts;
/** What the provider says when a subscription is to be canceled. */
let cancel: () => Promise<{ canceled: string[] }> = async () => ({ canceled: [] });
/** Runs once it is known which teams end with an account. */
let meanwhile: () => Promise<unknown> = async () => {};
beforeAll(async () => {
  database = await createTestDatabase();
  const billing = { listLiveSubscriptions: async () => [], cancelSubscription: () => cancel() };
  const teamsContext = { database: database.db, clock: systemClock, billing, mailInvitation: async () => {} };
  const ends: TeamEnds = {
    listSolelyOwned: async (userId) => {
      const found = await listSolelyOwned(teamsContext, userId);
      await meanwhile();
      return found;
    },
    deleteTeam: (actor) => deleteTeam(teamsContext, actor),
    forgetTeam: (teamId) => forgetTeam({ database: database.db }, teamId),
    leaveTeams: (userId) => leaveAll(teamsContext, userId),
  };
  accounts = createAccounts(database.db, {}, ends);
});
afterAll(() => database.drop());

const password = 'a good password';
type Browser = ReturnType<Accounts['openBrowser']>;

async function createAccount() {
  const [browser, email] = [accounts.openBrowser(), `${randomUUID()}@example.com`];
  await browser.ask({ path: '/sign-up/email', body: { name: 'Ada', email, password } });
  const token = tokenOf(accounts.mails.findLast(({ to }) => to === email));
  await browser.ask({ path: '/verify-email', method: 'GET', query: { token } });
  const session = await browser.session();
  if (!session) throw new Error('Nobody is signed in.');
  return { browser, email, session };
}

const signIn = (browser: Browser, email: string) => browser.ask({ path: '/sign-in/email', body: { email, password } });
const enter = (browser: Browser, code: string, more: Record<string, unknown> = {}) =>
  browser.ask({ path: '/two-factor/verify-totp', body: { code, ...more } });

async function createGuardedAccount() {
  const account = await createAccount();
  const answer = await account.browser.ask({ path: '/two-factor/enable', body: { password, method: 'totp' } });
  const { totpURI, backupCodes } = answer.body as { totpURI: string; backupCodes: string[] };
  expect((await enter(account.browser, codeOf(totpURI))).isOk).toBe(true);
  return { ...account, totpURI, backupCodes };
}

describe('a second factor', () => {
  it('is asked for after the password, and without it nobody is signed in', async () => {
    const { email, totpURI } = await createGuardedAccount();
    const browser = accounts.openBrowser();
    expect((await signIn(browser, email)).body).toMatchObject({ twoFactorRedirect: true });
    expect(await browser.session()).toBeNull();
    expect((await enter(browser, '000000')).code).toBe('INVALID_CODE');
    expect(await browser.session()).toBeNull();
    expect((await enter(browser, codeOf(totpURI))).isOk).toBe(true);
    expect((await browser.session())?.email).toBe(email);
  });

  it('cannot be answered by a browser that has not given the password, nor set up without it', async () => {
    const { totpURI } = await createGuardedAccount();
    expect((await enter(accounts.openBrowser(), codeOf(totpURI))).status).toBe(401);
    const { browser } = await createAccount();
    const enable = { path: '/two-factor/enable', body: { password: 'not the password', method: 'totp' } };
    expect((await browser.ask(enable)).code).toBe('INVALID_PASSWORD');
    const { browser: guarded } = await createGuardedAccount();
    expect((await guarded.ask({ path: '/two-factor/disable', body: { password: 'wrong' } })).isOk).toBe(false);
  });

  it('is passed by no link in a mail', async () => {
    const { email } = await createGuardedAccount();
    const browser = accounts.openBrowser();
    await browser.ask({ path: '/sign-in/magic-link', body: { email } });
    const token = tokenOf(accounts.mails.findLast(({ to }) => to === email));
    const answer = await browser.ask({ path: '/magic-link/verify', method: 'GET', query: { token } });
    expect(answer).toMatchObject({ isOk: false, code: 'SECOND_FACTOR_REQUIRED' });
    expect(await browser.session()).toBeNull();
  });

  it('can be answered with a backup code, each once', async () => {
    const { email, backupCodes } = await createGuardedAccount();
    const answer = async () => {
      const browser = accounts.openBrowser();
      await signIn(browser, email);
      return browser.ask({ path: '/two-factor/verify-backup-code', body: { code: backupCodes[0] } });
    };
    expect((await answer()).isOk).toBe(true);
    expect((await answer()).code).toBe('INVALID_BACKUP_CODE');
  });

  it('is asked for no more in a browser that is trusted, until it is switched off', async () => {
    const { email, totpURI, session } = await createGuardedAccount();
    const browser = accounts.openBrowser();
    await signIn(browser, email);
    await enter(browser, codeOf(totpURI), { trustDevice: true });
    await browser.ask({ path: '/sign-out' });
    await signIn(browser, email);
    expect((await browser.session())?.email).toBe(email);
    await browser.ask({ path: '/two-factor/disable', body: { password } });
    expect(await getSignInMethods(accounts.context, session.userId)).toMatchObject({ hasSecondFactor: false });
  });

  it('is kept encrypted', async () => {
    const { session, totpURI, backupCodes } = await createGuardedAccount();
    const [row] = await database.db.select().from(twoFactors).where(eq(twoFactors.userId, session.userId));
    const kept = JSON.stringify(row);
    for (const text of [new URL(totpURI).searchParams.get('secret') ?? '', ...backupCodes])
      expect(kept).not.toContain(text);
  });
});

describe('the list of sessions', () => {
  it('shows one’s own that are open, never by what opens them', async () => {
    const { browser, email, session } = await createAccount();
    await signIn(accounts.openBrowser(), email);
    const stranger = await createAccount();
    const listed = await listSessions(accounts.context, session.userId);
    expect(listed).toHaveLength(2);
    const [row] = await database.db.select().from(sessions).where(eq(sessions.id, session.sessionId));
    expect(JSON.stringify(listed)).not.toContain(row?.token);
    const of = { userId: stranger.session.userId, sessionId: session.sessionId };
    expect(await findSessionToken(accounts.context, of)).toBeNull();
    expect(await findSessionToken(accounts.context, { ...of, userId: session.userId })).toBe(row?.token);
    expect(await browser.session()).not.toBeNull();
  });
});

describe('an account that is deleted', () => {
  const end = (browser: Browser, secret = password) =>
    browser.ask({ path: '/delete-user', body: { password: secret } });
  const exists = async (userId: string) =>
    (await database.db.query.users.findFirst({ where: eq(users.id, userId) })) !== undefined;
  const teamOf = (teamId: string) => database.db.query.teams.findFirst({ where: eq(teams.id, teamId) });

  async function receive(teamId: string, state: 'applied' | 'parked'): Promise<string> {
    const eventId = randomUUID();
    const at = new Date();
    await database.db.insert(billingWebhookEvents).values({
      ...{ provider: 'stripe', eventId, eventIdSource: 'provider', type: 'invoice.paid', teamId, state },
      ...{ rawBody: Buffer.from('{"customer_email":"ada@example.com"}'), bodySha256: '' },
      ...{ receivedAt: at, lastDeliveredAt: at, settledAt: state === 'applied' ? at : null },
    });
    return eventId;
  }
  const bodyOf = async (eventId: string) =>
    (await database.db.query.billingWebhookEvents.findFirst({ where: eq(billingWebhookEvents.eventId, eventId) }))
      ?.rawBody ?? null;

  it('takes its team along, and what providers sent about it; what still has to be applied stays readable', async () => {
    const { browser, session } = await createAccount();
    const other = await createAccount();
    const [settled, open, theirs] = [
      await receive(session.teamId, 'applied'),
      await receive(session.teamId, 'parked'),
      await receive(other.session.teamId, 'applied'),
    ];
    expect((await end(browser)).isOk).toBe(true);
    expect(await exists(session.userId)).toBe(false);
    expect(await browser.session()).toBeNull();
    expect((await teamOf(session.teamId))?.deletedAt).not.toBeNull();
    expect(await bodyOf(settled)).toBeNull();
    expect(await bodyOf(open)).not.toBeNull();
    expect(await bodyOf(theirs)).not.toBeNull();
  });

  it('needs its password', async () => {
    const { browser, session } = await createAccount();
    expect((await end(browser, 'not the password')).code).toBe('INVALID_PASSWORD');
    expect(await exists(session.userId)).toBe(true);
    expect((await teamOf(session.teamId))?.deletedAt).toBeNull();
  });

  it('is refused while others would be left without an owner', async () => {
    const { browser, session } = await createAccount();
    await addMember(database.db, session.teamId, { role: 'member' });
    expect((await end(browser)).code).toBe('TEAM_NEEDS_OWNER');
    expect(await exists(session.userId)).toBe(true);
    await addMember(database.db, session.teamId, { role: 'owner' });
    expect((await end(browser)).isOk).toBe(true);
    expect((await teamOf(session.teamId))?.deletedAt).toBeNull();
  });

  it('at the same moment as the team’s other owner leaves one of the two, however it comes', async () => {
    const [one, two] = [await createAccount(), await createAccount()];
    const { teamId } = one.session;
    await database.db.update(teamMembers).set({ teamId }).where(eq(teamMembers.userId, two.session.userId));
    meanwhile = createBarrier(2).arrive;
    const answers = await Promise.all([end(one.browser), end(two.browser)]);
    meanwhile = async () => {};
    expect(answers.map(({ code }) => code).sort()).toEqual(['TEAM_NEEDS_OWNER', null]);
    const left = await database.db.select().from(teamMembers).where(eq(teamMembers.teamId, teamId));
    expect(left).toMatchObject([{ role: 'owner' }]);
    expect((await teamOf(teamId))?.deletedAt).toBeNull();
  });

  it('is refused when a subscription of its team could not be canceled', async () => {
    const { browser, session } = await createAccount();
    cancel = () => Promise.reject(OperatorError.messageNotFound('none'));
    expect((await end(browser)).code).toBe('SUBSCRIPTION_NOT_CANCELED');
    cancel = async () => ({ canceled: [] });
    expect(await exists(session.userId)).toBe(true);
    expect((await teamOf(session.teamId))?.deletedAt).toBeNull();
  });
});
