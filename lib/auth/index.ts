/** The door of accounts: who a request is for. */
import { systemClock } from '../clock';
import { database } from '../database';
import { env } from '../env';
import { sessionCookie, signSession, verifySession } from './session';
import { createDemoTeam, findMembership, type Membership } from './teams';

export { sessionCookie };
export type Session = Membership;

/** The session behind a cookie's value; null when there is none, or its team is gone. */
export async function readSession(token: string | undefined): Promise<Session | null> {
  if (!token) return null;
  const claims = await verifySession(token, signing());
  return claims && findMembership(database(), claims);
}

/** Makes a fresh team for a visitor who has no account, and the cookie's value that opens it. */
export async function startDemo(): Promise<{ token: string; session: Session }> {
  const session = await createDemoTeam(database(), systemClock.now());
  return { token: await signSession(session, signing()), session };
}

function signing() {
  if (!env.AUTH_SECRET) throw new Error('AUTH_SECRET is not set. Set at least 32 random characters.');
  return { secret: env.AUTH_SECRET, clock: systemClock };
}
