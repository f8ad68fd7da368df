/** The door of accounts: who a request is for, and how they come to be known. */
import type { AuthAnswer, AuthCall } from './call';
import * as calls from './call';
import { authContext } from './context';
import * as demos from './demo';
import * as own from './own-sessions';
import { type AuthServer, createAuth } from './server';
import * as sessions from './session';

export type { AuthAnswer, AuthCall, AuthCookie } from './call';
export type { DemoStart } from './demo';
export type { OpenSession, SignInMethods } from './own-sessions';
export { can, type Permission, permissions, type Role, roles } from './permissions';
export type { Session } from './session';

let server: AuthServer | undefined;

/** The session of the request with these headers; null when nobody is signed in. */
export function readSession(headers: Headers): Promise<sessions.Session | null> {
  return sessions.readSession(authContext(), auth(), headers);
}

/** Makes a fresh team for a visitor who has no account. The cookies are for their browser. */
export function startDemo(headers: Headers): Promise<demos.DemoStart> {
  return demos.startDemo(authContext(), auth(), headers);
}

/** Remembers which team a browser works in. Whether its user is in that team is for the caller to know. */
export async function setActiveTeam(headers: Headers, teamId: string): Promise<void> {
  await callAuth(headers, { path: '/update-session', body: { activeTeamId: teamId } });
}

/**
 * Answers the request by which another site sends a browser back. Nothing else of better-auth can be reached from
 * outside: the pages' actions ask it, with rules of ours around them.
 */
export async function answerSignIn(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!/^\/api\/auth\/callback\/[a-z]+$/.test(pathname)) return new Response(null, { status: 404 });
  return auth().handler(request);
}

export interface SignInWays {
  /** Other sites whose word is taken. */
  sites: ('google' | 'github')[];
  /** Visitors can try everything without an account. */
  hasDemo: boolean;
}

/** How somebody can come in here, by what is set. */
export function signInWays(): SignInWays {
  const { google, github, demoIsOpen } = authContext().settings;
  return {
    sites: [...(google ? (['google'] as const) : []), ...(github ? (['github'] as const) : [])],
    hasDemo: demoIsOpen,
  };
}

/** Where a user is signed in, the newest first. */
export function listSessions(userId: string): Promise<own.OpenSession[]> {
  return own.listSessions(authContext(), userId);
}

/** Signs one browser of the user's out. False where it is none of theirs. */
export async function endSession(headers: Headers, of: { userId: string; sessionId: string }): Promise<boolean> {
  const token = await own.findSessionToken(authContext(), of);
  return token !== null && (await callAuth(headers, { path: '/revoke-session', body: { token } })).isOk;
}

/** How a user can sign in. */
export function getSignInMethods(userId: string): Promise<own.SignInMethods> {
  return own.getSignInMethods(authContext(), userId);
}

/** Asks better-auth for the request with these headers, as its browser would. The cookies are for that browser. */
export function callAuth(headers: Headers, call: AuthCall): Promise<AuthAnswer> {
  return calls.callAuth(authContext(), auth(), { headers, call });
}

function auth(): AuthServer {
  server ??= createAuth(authContext());
  return server;
}
