import { type AuthAnswer, type AuthCookie, callAuth } from './call';
import type { AuthContext } from './context';
import type { AuthServer } from './server';
import { readSession, type Session } from './session';

export type DemoStart =
  | { kind: 'started'; session: Session; cookies: AuthCookie[] }
  /** Too many from one address, or no demo is open here. */
  | { kind: 'refused'; code: 'too_many' | 'closed' };

/** Makes a visitor without an account and a team of their own, for the request with these headers. */
export async function startDemo(context: AuthContext, auth: AuthServer, headers: Headers): Promise<DemoStart> {
  if (!context.settings.demoIsOpen) return { kind: 'refused', code: 'closed' };
  const answer = await callAuth(context, auth, { headers, call: { path: '/sign-in/anonymous' } });
  if (answer.status === 429) return { kind: 'refused', code: 'too_many' };
  const session = await readSession(context, auth, withCookies(answer));
  if (!answer.isOk || !session) throw new Error(`The demo could not be opened: ${answer.code ?? answer.status}.`);
  return { kind: 'started', session, cookies: answer.cookies };
}

/** As the browser will ask next. */
function withCookies({ cookies }: AuthAnswer): Headers {
  return new Headers({ cookie: cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ') });
}
