/** The door of accounts: who a request is for. */
import { systemClock } from '../clock';
import { database } from '../database';
import { env } from '../env';
import { sessionCookie, signSession, verifySession } from './session';
import { createDemoTeam, findMembership, type Membership } from './teams';

export { can, type Permission, permissions, type Role } from './permissions';
export { sessionCookie };
export type Session = Membership;

/** The session behind a cookie's value; null when there is none, or its team is gone. */
export async function readSession(token: string | undefined): Promise<Session | null> {
  if (!token) return null;
  const claims = await verifySession(token, signing());
  const membership = claims && (await findMembership(database(), claims));
  if (!membership) return null;
  return { ...membership, isOperator: membership.isOperator || (membership.isAnonymous && demoOperatorIsOn()) };
}

/** Makes a fresh team for a visitor who has no account, and the cookie's value that opens it. */
export async function startDemo(): Promise<{ token: string; session: Session }> {
  const name = demoOperatorIsOn() ? 'Demo operator' : 'Demo visitor';
  const session = await createDemoTeam(database(), systemClock.now(), name);
  return { token: await signSession(session, signing()), session };
}

/** Only on a developer's own machine: `npm run dev` says so when it runs on the embedded database. */
function demoOperatorIsOn(): boolean {
  return env.NODE_ENV === 'development' && env.DEMO_OPERATOR === 'on';
}

function signing() {
  if (!env.AUTH_SECRET) throw new Error('AUTH_SECRET is not set. Set at least 32 random characters.');
  return { secret: env.AUTH_SECRET, clock: systemClock };
}
