import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts as accountRows, sessions, teams, users, verifications } from '@/db/schema';
import { startDemo } from '@/lib/auth/demo';
import { createTeam } from '@/lib/auth/teams';
import { fixedClock } from '@/lib/clock';
import { type Accounts, createAccounts, tokenOf } from '../../support/accounts';
import { createTestDatabase, type TestDatabase } from '../../support/database';

let database: TestDatabase;
let accounts: Accounts;
beforeAll(async () => {
  database = await createTestDatabase();
  accounts = createAccounts(database.db);
});
afterAll(() => database.drop());

const password = 'a good password';
type Browser = ReturnType<Accounts['openBrowser']>;

const mailsTo = (email: string) => accounts.mails.filter(({ to }) => to === email);
const lastTo = (email: string) => mailsTo(email).at(-1);
const signUp = (browser: Browser, email: string, name = 'Ada') =>
  browser.ask({ path: '/sign-up/email', body: { name, email, password, callbackURL: '/lab' } });
const signIn = (browser: Browser, email: string, secret = password) =>
  browser.ask({ path: '/sign-in/email', body: { email, password: secret } });
const verify = (browser: Browser, token: string) =>
  browser.ask({ path: '/verify-email', method: 'GET', query: { token } });
const openLink = (browser: Browser, token: string) =>
  browser.ask({ path: '/magic-link/verify', method: 'GET', query: { token } });

/** An account whose address is confirmed, in a browser that is signed in. */
async function createAccount(browser = accounts.openBrowser()) {
  const email = `${randomUUID()}@example.com`;
  await signUp(browser, email);
  await verify(browser, tokenOf(lastTo(email)));
  const session = await browser.session();
  if (!session) throw new Error('Nobody is signed in.');
  return { browser, email, session };
}

describe('signing up', () => {
  it('opens the account only once its address is confirmed, and gives it a team', async () => {
    const [browser, email] = [accounts.openBrowser(), `${randomUUID()}@example.com`];
    expect((await signUp(browser, email)).isOk).toBe(true);
    expect(await browser.session()).toBeNull();
    const mail = lastTo(email);
    expect(await signIn(browser, email)).toMatchObject({ status: 403, code: 'EMAIL_NOT_VERIFIED' });
    expect(mail?.content.link).toMatch(/^http:\/\/localhost:3000\/verify-email\?token=.+&next=%2Flab$/);
    expect((await verify(browser, tokenOf(mail))).isOk).toBe(true);
    expect(await browser.session()).toMatchObject({ teamName: 'Ada’s team', role: 'owner', isAnonymous: false, email });
    expect(await database.db.query.users.findFirst({ where: eq(users.email, email) })).toMatchObject({
      emailVerified: true,
      isOperator: false,
    });
  });

  it('answers the same whether the address has an account or not, and tells only its owner', async () => {
    const { email } = await createAccount();
    const fresh = `${randomUUID()}@example.com`;
    const [taken, free] = [
      await signUp(accounts.openBrowser(), email, 'Eve'),
      await signUp(accounts.openBrowser(), fresh, 'Eve'),
    ];
    const shapeOf = ({ status, code, cookies, body }: typeof taken) => {
      const { user } = body as { user: Record<string, unknown> };
      return { status, code, cookies, keys: Object.keys(user).sort() };
    };
    expect(shapeOf(taken)).toEqual(shapeOf(free));
    expect(lastTo(email)?.content.type).toBe('account_exists');
    expect(await signIn(accounts.openBrowser(), email, password)).toMatchObject({ isOk: true });
  });

  it('takes no part of the account that is not for its owner to set', async () => {
    const [browser, email] = [accounts.openBrowser(), `${randomUUID()}@example.com`];
    const body = { name: 'Eve', email, password, isOperator: true, emailVerified: true, twoFactorEnabled: true };
    await browser.ask({ path: '/sign-up/email', body });
    const made = await database.db.query.users.findFirst({ where: eq(users.email, email) });
    if (made) expect(made).toMatchObject({ isOperator: false, emailVerified: false, twoFactorEnabled: false });
    expect(await browser.session()).toBeNull();
  });

  it('keeps passwords and tokens only as something that opens nothing', async () => {
    const { email, session } = await createAccount();
    await accounts.openBrowser().ask({ path: '/sign-in/magic-link', body: { email } });
    const [account] = await database.db.select().from(accountRows).where(eq(accountRows.userId, session.userId));
    expect(account?.password).toMatch(/^[0-9a-f]+:[0-9a-f]+$/);
    const kept = JSON.stringify(await database.db.select().from(verifications));
    expect(kept).not.toContain(tokenOf(lastTo(email)));
  });
});

describe('the demo’s team', () => {
  async function openDemo() {
    const browser = accounts.openBrowser();
    const demo = await startDemo(accounts.context, accounts.auth, browser.headers());
    if (demo.kind !== 'started') throw new Error(demo.code);
    browser.keep(demo.cookies);
    return { browser, demo: demo.session };
  }

  it('becomes the account’s once its visitor signs up, for keeps, and the visitor is gone', async () => {
    const { browser, demo } = await openDemo();
    const { session } = await createAccount(browser);
    expect(session).toMatchObject({ teamId: demo.teamId, role: 'owner', isAnonymous: false, teamName: 'Ada’s team' });
    const team = await database.db.query.teams.findFirst({ where: eq(teams.id, demo.teamId) });
    expect(team?.demoUntil).toBeNull();
    expect(await database.db.query.users.findFirst({ where: eq(users.id, demo.userId) })).toBeUndefined();
  });

  it('stays behind when its visitor signs in to an account that has a team', async () => {
    const { email, session } = await createAccount();
    const { browser, demo } = await openDemo();
    await signIn(browser, email);
    expect(await browser.session()).toMatchObject({ userId: session.userId, teamId: session.teamId });
    expect((await browser.session())?.teams.map(({ teamId }) => teamId)).not.toContain(demo.teamId);
  });
});

describe('a link in a mail', () => {
  it('signs in once: not again, and not with another token', async () => {
    const { email } = await createAccount();
    const [asking, opening] = [accounts.openBrowser(), accounts.openBrowser()];
    await asking.ask({ path: '/sign-in/magic-link', body: { email } });
    const token = tokenOf(lastTo(email));
    expect(await openLink(opening, `${token}x`)).toMatchObject({ isOk: false, code: 'INVALID_TOKEN' });
    expect((await openLink(opening, token)).isOk).toBe(true);
    expect((await opening.session())?.email).toBe(email);
    expect((await openLink(accounts.openBrowser(), token)).isOk).toBe(false);
  });

  it('does nothing once its time is over', async () => {
    const { email } = await createAccount();
    const browser = accounts.openBrowser();
    for (const path of ['/sign-in/magic-link', '/request-password-reset']) await browser.ask({ path, body: { email } });
    const [reset, link] = [lastTo(email), mailsTo(email).at(-2)];
    await database.db.update(verifications).set({ expiresAt: new Date(Date.now() - 1000) });
    expect((await openLink(browser, tokenOf(link))).code).toBe('INVALID_TOKEN');
    const body = { token: tokenOf(reset), newPassword: 'another password' };
    expect((await browser.ask({ path: '/reset-password', body })).code).toBe('INVALID_TOKEN');
    expect(await browser.session()).toBeNull();
  });

  it('says until when it works', async () => {
    const { email } = await createAccount();
    await accounts.openBrowser().ask({ path: '/sign-in/magic-link', body: { email } });
    const minutes = ((lastTo(email)?.content.expiresAt.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15);
  });

  it('sets a new password once, and ends every session of the account', async () => {
    const { email, browser: old } = await createAccount();
    const browser = accounts.openBrowser();
    await browser.ask({ path: '/request-password-reset', body: { email } });
    const body = { token: tokenOf(lastTo(email)), newPassword: 'another password' };
    expect((await browser.ask({ path: '/reset-password', body })).isOk).toBe(true);
    expect(await old.session()).toBeNull();
    expect((await browser.ask({ path: '/reset-password', body })).code).toBe('INVALID_TOKEN');
    expect((await signIn(browser, email)).code).toBe('INVALID_EMAIL_OR_PASSWORD');
    expect((await signIn(browser, email, 'another password')).isOk).toBe(true);
  });

  it('is written for an address that has an account, and the answer is the same for any other', async () => {
    const { email } = await createAccount();
    const nobody = `${randomUUID()}@example.com`;
    const browser = accounts.openBrowser();
    const [known, unknown] = [
      await browser.ask({ path: '/request-password-reset', body: { email } }),
      await browser.ask({ path: '/request-password-reset', body: { email: nobody } }),
    ];
    expect(known).toEqual(unknown);
    expect(lastTo(email)?.content.type).toBe('reset_password');
    expect(mailsTo(nobody)).toEqual([]);
  });

  it('goes to one address ten times an hour at most, wherever it is asked from', async () => {
    const { clock } = accounts.context;
    // Hours are counted by the clock, and the next one must not begin meanwhile.
    Object.assign(accounts.context, { clock: fixedClock(clock.now()) });
    try {
      const { email } = await createAccount();
      const before = mailsTo(email).length;
      for (let times = 0; times < 12; times += 1)
        await accounts.openBrowser().ask({ path: '/sign-in/magic-link', body: { email } });
      expect(mailsTo(email).length).toBe(10);
      expect(before).toBeLessThan(10);
    } finally {
      Object.assign(accounts.context, { clock });
    }
  });

  it('changes an address only after the old and the new one have confirmed it', async () => {
    const { email, browser, session } = await createAccount();
    const fresh = `${randomUUID()}@example.com`;
    const addressOf = async () =>
      (await database.db.query.users.findFirst({ where: eq(users.id, session.userId) }))?.email;
    await browser.ask({ path: '/change-email', body: { newEmail: fresh } });
    expect(lastTo(email)?.content).toMatchObject({ type: 'change_email', newEmail: fresh });
    await verify(browser, tokenOf(lastTo(email)));
    expect(await addressOf()).toBe(email);
    const token = tokenOf(lastTo(fresh));
    await verify(browser, token);
    expect(await addressOf()).toBe(fresh);
    expect((await verify(browser, token)).code).toBe('INVALID_TOKEN');
  });
});

describe('whoever asks', () => {
  it('from another site is refused, and so is who does not say from where', async () => {
    const { browser, session } = await createAccount();
    const name = async () => (await database.db.query.users.findFirst({ where: eq(users.id, session.userId) }))?.name;
    const rename = (headers: Headers) =>
      accounts.auth.handler(
        new Request('http://localhost:3000/api/auth/update-user', {
          ...{ method: 'POST', headers, body: JSON.stringify({ name: 'Eve' }) },
        }),
      );
    for (const origin of ['https://evil.example', 'http://localhost:3000.evil.example', 'null']) {
      const headers = browser.headers({ origin, 'content-type': 'application/json' });
      expect((await rename(headers)).status).toBe(403);
      expect((await browser.ask({ path: '/update-user', body: { name: 'Eve' } }, { origin })).status).toBe(403);
    }
    const silent = browser.headers({ 'content-type': 'application/json' });
    silent.delete('origin');
    expect((await rename(silent)).status).toBe(403);
    expect(await name()).toBe('Ada');
    await browser.ask({ path: '/update-user', body: { name: 'Grace' } });
    expect(await name()).toBe('Grace');
  });

  it('for a way back to another site is refused', async () => {
    const { email } = await createAccount();
    const browser = accounts.openBrowser();
    for (const callbackURL of ['https://evil.example', '//evil.example', '/\\evil.example'])
      expect((await browser.ask({ path: '/sign-in/magic-link', body: { email, callbackURL } })).status).toBe(403);
  });

  it('back from another site, after what was kept of it is gone, is sent to sign in again', async () => {
    const google = { clientId: 'client', clientSecret: 'secret' };
    const { auth } = createAccounts(database.db, { google });
    for (const query of ['code=1&state=gone', 'code=1', 'error=access_denied']) {
      const answer = await auth.handler(new Request(`http://localhost:3000/api/auth/callback/google?${query}`));
      expect(answer.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/sign-in\?notice=refused&error=/);
    }
  });

  it('too often from one address has to wait, and a forged header makes no other address', async () => {
    const { email } = await createAccount();
    const browser = accounts.openBrowser();
    const guess = (headers?: Record<string, string>) =>
      browser.ask({ path: '/sign-in/email', body: { email, password: 'a wrong password' } }, headers);
    for (let times = 0; times < 10; times += 1)
      expect((await guess({ 'x-forwarded-for': `203.0.113.${times}` })).status).toBe(401);
    expect((await guess({ 'x-forwarded-for': '203.0.113.200' })).status).toBe(429);
    expect((await signIn(browser, email)).status).toBe(429);
    expect((await signIn(accounts.openBrowser(), email)).isOk).toBe(true);
  });

  it('with a header that names several addresses shares one count with all whose address is not known', async () => {
    const unknown = createAccounts(database.db, { addressHeaders: [] });
    const statuses = async (header: string) => {
      const answers = [];
      for (let times = 0; times < 12; times += 1)
        answers.push(
          await unknown
            .openBrowser()
            .ask({ path: '/two-factor/verify-totp', body: { code: '000000' } }, { 'x-client': `${header}${times}` }),
        );
      return answers.map(({ status }) => status);
    };
    // Wider than for one address, so that nobody locks out all others at once.
    expect(await statuses('198.18.0.')).not.toContain(429);
    const rows = await database.db.query.authRateLimits.findMany();
    expect(rows.filter(({ key }) => key.includes('198.18.0.'))).toEqual([]);
  });
});

describe('sessions', () => {
  it('are ended one by one or all but one, and only one’s own', async () => {
    const { email, browser, session } = await createAccount();
    const [phone, stranger] = [accounts.openBrowser(), (await createAccount()).browser];
    await signIn(phone, email);
    const there = await database.db.query.sessions.findFirst({
      where: eq(sessions.id, (await phone.session())?.sessionId ?? ''),
    });
    await stranger.ask({ path: '/revoke-session', body: { token: there?.token } });
    expect(await phone.session()).not.toBeNull();
    await browser.ask({ path: '/revoke-session', body: { token: there?.token } });
    expect(await phone.session()).toBeNull();
    await signIn(phone, email);
    await browser.ask({ path: '/revoke-other-sessions' });
    expect(await phone.session()).toBeNull();
    expect((await browser.session())?.sessionId).toBe(session.sessionId);
    expect(await stranger.session()).not.toBeNull();
  });

  it('know the address that the proxy told, not the one that the visitor claims', async () => {
    const browser = accounts.openBrowser('198.51.100.77');
    const { email } = await createAccount(browser);
    await browser.ask(
      { path: '/sign-in/email', body: { email, password } },
      { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' },
    );
    const id = (await browser.session())?.sessionId ?? '';
    expect(await database.db.query.sessions.findFirst({ where: eq(sessions.id, id) })).toMatchObject({
      ipAddress: '198.51.100.77',
    });
  });
});

describe('logs', () => {
  it('name no address and no link', async () => {
    const { email, browser } = await createAccount();
    await browser.ask({ path: '/sign-in/magic-link', body: { email, callbackURL: 'https://evil.example' } });
    await signUp(accounts.openBrowser(), email);
    const lines = accounts.lines.join('\n');
    expect(lines).toContain('account request failed');
    expect(lines).not.toContain('@');
    expect(lines).not.toContain('evil.example');
  });
});

describe('a team of another account', () => {
  it('is not shown however its id is asked for', async () => {
    const { browser, session } = await createAccount();
    const { session: other } = await createAccount();
    const second = await createTeam(database.db, { userId: other.userId, name: 'Theirs', at: new Date() });
    for (const activeTeamId of [other.teamId, second])
      await browser.ask({ path: '/update-session', body: { activeTeamId } });
    expect((await browser.session())?.teamId).toBe(session.teamId);
    const rows = await database.db
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, session.userId), eq(sessions.activeTeamId, second)));
    expect(rows).toHaveLength(1);
  });
});
