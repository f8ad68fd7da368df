import { cookies } from 'next/headers';
import { forbidden, notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { can, type Permission, readSession, type Session, sessionCookie } from '@/lib/auth';
import { env } from '@/lib/env';

/** Who is asking, by the signed cookie: read once per request. Null for a visitor. */
export const findSession = cache(async (): Promise<Session | null> => {
  const jar = await cookies();
  return readSession(jar.get(sessionCookie.name)?.value);
});

/** As `findSession`; sends a visitor to the landing page. Every page and every action asks for itself. */
export async function requireSession(): Promise<Session> {
  return (await findSession()) ?? redirect('/');
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

/** From a server action: remembers the team in this browser. */
export async function openSession(token: string): Promise<void> {
  const jar = await cookies();
  jar.set(sessionCookie.name, token, {
    httpOnly: true,
    sameSite: 'lax',
    secure: env.APP_URL?.startsWith('https:') ?? false,
    path: '/',
    maxAge: sessionCookie.maxAgeSeconds,
  });
}

/** From a server action: forgets it. */
export async function closeSession(): Promise<void> {
  const jar = await cookies();
  jar.delete(sessionCookie.name);
}
