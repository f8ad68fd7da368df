import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions, teamMembers, teams, users } from '@/db/schema';
import { startDemo } from '@/lib/auth/demo';
import { createTeam } from '@/lib/auth/teams';
import { type Accounts, authSecret, createAccounts } from '../../support/accounts';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { countWaiting, until } from '../../support/locks';
import { cookieOf, signIn } from '../../support/sessions';

let database: TestDatabase;
let accounts: Accounts;
beforeAll(async () => {
  database = await createTestDatabase();
  accounts = createAccounts(database.db);
});
afterAll(() => database.drop());

async function openDemo(accountsOf = accounts) {
  const browser = accountsOf.openBrowser();
  const demo = await startDemo(accountsOf.context, accountsOf.auth, browser.headers());
  if (demo.kind !== 'started') throw new Error(demo.code);
  browser.keep(demo.cookies);
  return { browser, session: demo.session };
}

describe('a session', () => {
  it('is nobody’s when its cookie is missing, altered, unsigned, or signed with another secret', async () => {
    const { browser } = await openDemo();
    const [row] = await database.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, (await browser.session())?.userId ?? ''));
    const token = row?.token ?? '';
    const read = async (cookie: string) => {
      const found = await accounts.auth.api.getSession({ headers: new Headers({ cookie }) });
      return found?.session.token ?? null;
    };
    expect(await read(cookieOf(token, authSecret))).toBe(token);
    const altered = cookieOf(token, authSecret).replace(token.slice(0, 4), 'zzzz');
    for (const cookie of ['', altered, `paidonce.session_token=${token}`, cookieOf(token, 'x'.repeat(32))])
      expect(await read(cookie)).toBeNull();
  });

  it('ends when its time is over, and when it is revoked', async () => {
    const { session, browser } = await openDemo();
    const given = { userId: session.userId, secret: authSecret };
    const over = await signIn(database.db, { ...given, expiresAt: new Date(Date.now() - 1000) });
    expect(await accounts.auth.api.getSession({ headers: new Headers({ cookie: over }) })).toBeNull();
    expect(await browser.session()).not.toBeNull();
    await database.db.delete(sessions).where(eq(sessions.id, session.sessionId));
    expect(await browser.session()).toBeNull();
  });

  it('lasts thirty days from its beginning, and its cookie is kept from scripts and other sites', async () => {
    const { context, auth, openBrowser } = accounts;
    const demo = await startDemo(context, auth, openBrowser().headers());
    if (demo.kind !== 'started') throw new Error(demo.code);
    const cookie = demo.cookies.find(({ name }) => name === 'paidonce.session_token');
    expect(cookie?.options).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/', maxAge: 30 * 86_400 });
    expect(cookie?.options.secure).toBeUndefined();
    const secure = createAccounts(database.db, { appUrl: 'https://shop.example' });
    const there = await secure
      .openBrowser()
      .ask({ path: '/sign-in/anonymous' }, { origin: 'https://shop.example', host: 'shop.example' });
    expect(there.cookies.map(({ name, options }) => [name, options.secure])).toContainEqual([
      '__Secure-paidonce.session_token',
      true,
    ]);
  });
});

describe('the team of a session', () => {
  it('is fresh for every visitor', async () => {
    const [one, two] = [await openDemo(), await openDemo()];
    expect(one.session.teamId).not.toBe(two.session.teamId);
    expect(one.session).toMatchObject({ role: 'owner', isAnonymous: true, isOperator: false, email: null });
    expect(await one.browser.session()).toEqual(one.session);
  });

  it('is made once, however many requests come first', async () => {
    const { session, browser } = await openDemo();
    await database.db.delete(teamMembers).where(eq(teamMembers.userId, session.userId));
    let asking: ReturnType<typeof browser.session>[] = [];
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`lock table teams in share mode`);
      asking = Array.from({ length: 5 }, () => browser.session());
      // No team can be made before all of them stand: at the user's row, or, were that not locked, with a team each in hand.
      await until(async () => (await countWaiting(database.db)) === 5);
    });
    const found = await Promise.all(asking);
    expect(new Set(found.map((each) => each?.teamId)).size).toBe(1);
    expect(found[0]?.teams).toHaveLength(1);
  });

  it('is the active one, and another of theirs once they are out of it or it is deleted', async () => {
    const { session, browser } = await openDemo();
    const teamId = await createTeam(database.db, { userId: session.userId, name: 'Second', at: new Date() });
    expect((await browser.session())?.teamId).toBe(session.teamId);
    await browser.ask({ path: '/update-session', body: { activeTeamId: teamId } });
    expect(await browser.session()).toMatchObject({ teamId, teamName: 'Second' });
    await database.db.update(teams).set({ deletedAt: new Date() }).where(eq(teams.id, teamId));
    expect((await browser.session())?.teamId).toBe(session.teamId);
  });

  it('is never one that the user is not in, whatever the browser remembers', async () => {
    const [one, two] = [await openDemo(), await openDemo()];
    await one.browser.ask({ path: '/update-session', body: { activeTeamId: two.session.teamId } });
    expect((await one.browser.session())?.teamId).toBe(one.session.teamId);
  });
});

describe('the demo', () => {
  it('is refused where there is none', async () => {
    const { context, auth, openBrowser } = createAccounts(database.db, { demoIsOpen: false });
    const before = await database.db.$count(users);
    expect(await startDemo(context, auth, openBrowser().headers())).toEqual({ kind: 'refused', code: 'closed' });
    expect((await openBrowser().ask({ path: '/sign-in/anonymous' })).status).toBe(404);
    expect(await database.db.$count(users)).toBe(before);
  });

  it('makes its visitor an operator on a developer’s own machine only', async () => {
    expect((await openDemo(createAccounts(database.db, { demoIsOperator: true }))).session.isOperator).toBe(true);
    expect((await openDemo()).session.isOperator).toBe(false);
  });
});
