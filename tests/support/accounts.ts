import type { Database } from '@/db/client';
import { type AuthAnswer, type AuthCall, callAuth } from '@/lib/auth/call';
import type { AuthContext } from '@/lib/auth/context';
import type { TeamEnds } from '@/lib/auth/end-teams';
import { createAuth } from '@/lib/auth/server';
import { readSession, type Session } from '@/lib/auth/session';
import type { AuthSettings } from '@/lib/auth/settings';
import { systemClock } from '@/lib/clock';
import type { LinkContent } from '@/lib/email';

export const authSecret = 'a secret of the account tests, long enough';

function testAuthSettings(changes: Partial<AuthSettings> = {}): AuthSettings {
  return {
    ...{ appUrl: 'http://localhost:3000', secret: authSecret, productName: 'Paidonce', addressHeaders: ['x-client'] },
    ...{ google: null, github: null, demoIsOpen: true, demoKeptForMs: null, demoIsOperator: false },
    ...changes,
  };
}

let browsers = 0;

const refuse = () => Promise.reject(new Error('No account is to be deleted here.'));
const unwanted: TeamEnds = { listSolelyOwned: refuse, deleteTeam: refuse, forgetTeam: refuse, leaveTeams: refuse };

/** The library on a test's database; the mails that it would send, the newest last. */
export function createAccounts(database: Database, changes: Partial<AuthSettings> = {}, teamEnds: TeamEnds = unwanted) {
  const mails: { to: string; content: LinkContent }[] = [];
  const lines: string[] = [];
  const write = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }));
  const context: AuthContext = {
    database,
    settings: testAuthSettings(changes),
    clock: systemClock,
    log: { info: write, warn: write, error: write },
    sendSecret: async (mail) => void mails.push(mail),
    teamEnds,
  };
  const auth = createAuth(context);
  return { context, auth, mails, lines, openBrowser: (address?: string) => openBrowser(context, auth, address) };
}

export type Accounts = ReturnType<typeof createAccounts>;

/** Keeps its cookies, and asks from an address of its own. */
function openBrowser(context: AuthContext, auth: ReturnType<typeof createAuth>, address?: string) {
  browsers += 1;
  const from = address ?? `198.51.${Math.floor(browsers / 250)}.${browsers % 250}`;
  const jar = new Map<string, string>();
  const headers = (more: Record<string, string> = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
    const origin = { origin: 'http://localhost:3000', host: 'localhost:3000' };
    return new Headers({ ...origin, 'x-client': from, ...(cookie === '' ? {} : { cookie }), ...more });
  };
  return {
    headers,
    keep: (cookies: AuthAnswer['cookies']) => {
      for (const { name, value, options } of cookies) {
        if (options.maxAge === 0 || value === '') jar.delete(name);
        else jar.set(name, value);
      }
    },
    async ask(call: AuthCall, more?: Record<string, string>): Promise<AuthAnswer> {
      const answer = await callAuth(context, auth, { headers: headers(more), call });
      this.keep(answer.cookies);
      return answer;
    },
    session: (): Promise<Session | null> => readSession(context, auth, headers()),
    cookies: jar,
  };
}

/** The token in a mail's link. */
export function tokenOf(mail: { content: LinkContent } | undefined): string {
  const token = mail && new URL(mail.content.link).searchParams.get('token');
  if (!token) throw new Error('There is no link with a token.');
  return token;
}
