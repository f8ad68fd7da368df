import { parseSetCookieHeader, toCookieOptions } from 'better-auth/cookies';
import { z } from 'zod';
import type { AuthContext } from './context';
import type { AuthServer } from './server';

export interface AuthCall {
  /** As the library documents it: `/sign-in/email`. */
  path: string;
  method?: 'GET' | 'POST';
  body?: Record<string, unknown>;
  query?: Record<string, string>;
}

export interface AuthCookie {
  name: string;
  value: string;
  options: ReturnType<typeof toCookieOptions>;
}

export interface AuthAnswer {
  isOk: boolean;
  status: number;
  /** The library's code of what went wrong: `INVALID_TOKEN`. Null: nothing, or it has none. */
  code: string | null;
  body: unknown;
  /** Where the library would send the browser. */
  location: string | null;
  /** For the browser. */
  cookies: AuthCookie[];
}

/**
 * Asks the library as a browser would, for the request with these headers: its limits, its checks and its cookies hold.
 * Never throws for what was asked.
 */
export async function callAuth(
  { settings }: Pick<AuthContext, 'settings'>,
  auth: Pick<AuthServer, 'handler'>,
  { headers, call }: { headers: Headers; call: AuthCall },
): Promise<AuthAnswer> {
  const url = new URL(`${settings.appUrl}/api/auth${call.path}`);
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
  const method = call.method ?? 'POST';
  const body = method === 'POST' ? JSON.stringify(call.body ?? {}) : undefined;
  const response = await auth.handler(new Request(url, { method, body, headers: forwarded(headers, settings) }));
  return answerOf(response);
}

/** What the library judges a request by. */
function forwarded(
  headers: Headers,
  { appUrl, addressHeaders }: Pick<AuthContext['settings'], 'appUrl' | 'addressHeaders'>,
): Headers {
  const kept = new Headers({ 'content-type': 'application/json' });
  for (const name of ['cookie', 'user-agent', ...addressHeaders]) {
    const value = headers.get(name);
    if (value !== null) kept.set(name, value);
  }
  const origin = headers.get('origin');
  if (origin !== null) kept.set('origin', isOwn(origin, headers) ? appUrl : origin);
  return kept;
}

/** A page of ours asked, under whatever address the visitor came by: a tunnel, or a name of the same machine. */
function isOwn(origin: string, headers: Headers): boolean {
  const host = headers.get('x-forwarded-host') ?? headers.get('host');
  return URL.canParse(origin) && new URL(origin).host === host;
}

const fault = z.object({ code: z.string().nullish() });

async function answerOf(response: Response): Promise<AuthAnswer> {
  const text = await response.text();
  const body = parseJson(text);
  const location = response.headers.get('location');
  const told = fault.safeParse(body).data?.code ?? errorOf(location);
  const isOk = response.status < 400 && errorOf(location) === null;
  return {
    isOk,
    status: response.status,
    code: isOk ? null : (told ?? null),
    body,
    location,
    cookies: cookiesOf(response),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The library tells of a bad link in the address that it redirects to. */
function errorOf(location: string | null): string | null {
  return location === null ? null : new URL(location, 'http://localhost').searchParams.get('error');
}

function cookiesOf({ headers }: Response): AuthCookie[] {
  return headers.getSetCookie().flatMap((line) =>
    [...parseSetCookieHeader(line)].map(([name, attributes]) => ({
      name,
      value: attributes.value,
      options: toCookieOptions(attributes),
    })),
  );
}
