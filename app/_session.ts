import { cookies, headers } from 'next/headers';
import { forbidden, notFound, redirect, unstable_rethrow } from 'next/navigation';
import { after } from 'next/server';
import { cache } from 'react';
import {
  type AuthAnswer,
  type AuthCall,
  type AuthCookie,
  callAuth,
  can,
  type Permission,
  readSession,
  type Session,
  startDemo,
} from '@/lib/auth';
import { deliverSecrets } from '@/lib/billing';
import { furnishDemo } from '@/lib/billing/demo';
import { safePath } from './_safe-path';

/** Who is asking, by the cookie of their session: read once per request. Null for a visitor. */
export const findSession = cache(async (): Promise<Session | null> => readSession(new Headers(await headers())));

/** As `findSession`, for pages that everybody sees: without the database they are what a visitor sees. */
export async function findSessionIfAnswered(): Promise<Session | null> {
  return findSession().catch((error: unknown) => {
    unstable_rethrow(error);
    return null;
  });
}

/** As `findSession`; sends a visitor to sign in, and then back. Every page and every action asks for itself. */
export async function requireSession(): Promise<Session> {
  const session = await findSession();
  if (session) return session;
  const path = safePath((await headers()).get('x-path'));
  redirect(`/sign-in?${new URLSearchParams({ next: path })}`);
}

/** As `requireSession`, for what only an account has; a visitor without one is sent to sign up. */
export async function requireAccount(): Promise<Session & { email: string }> {
  const session = await requireSession();
  const { email } = session;
  if (session.isAnonymous || email === null) redirect('/sign-up');
  return { ...session, email };
}

/** As `requireSession`; answers 403 where the role in the team does not carry the permission. */
export async function requirePermission(permission: Permission): Promise<Session> {
  const session = await requireSession();
  return can(session.role, permission) ? session : forbidden();
}

/** As `findSession`; to anybody but an operator there is nothing here. Every admin page, action and route asks for itself. */
export async function requireOperator(): Promise<Session> {
  const session = await findSession();
  return session?.isOperator ? session : notFound();
}

/** From a server action: makes a team for a visitor without an account, in this browser. Where there is no demo, they sign up. */
export async function openDemoTeam(): Promise<Session> {
  const started = await startDemo(new Headers(await headers()));
  if (started.kind === 'refused') redirect(started.code === 'closed' ? '/sign-up' : '/sign-up?notice=busy');
  await keepCookies(started.cookies);
  await furnishDemo(started.session);
  return started.session;
}

/** From a server action: asks better-auth for whoever is asking, and gives their browser the cookies that it answers. */
export async function askAuth(call: AuthCall): Promise<AuthAnswer> {
  const answer = await callAuth(new Headers(await headers()), call);
  await keepCookies(answer.cookies);
  return answer;
}

/** As `askAuth`, for what may have written a mail that somebody waits for: it is sent at once. */
export async function askForMail(call: AuthCall): Promise<AuthAnswer> {
  const answer = await askAuth(call);
  after(deliverSecrets);
  return answer;
}

/** From a server action: gives the browser cookies. */
async function keepCookies(given: readonly AuthCookie[]): Promise<void> {
  const jar = await cookies();
  for (const { name, value, options } of given) jar.set(name, value, options);
}
