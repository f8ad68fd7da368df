import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../clock';

/** Who a request is for: a user in a team. */
export interface SessionClaims {
  userId: string;
  teamId: string;
}

export const sessionCookie = { name: 'paidonce_session', maxAgeSeconds: 30 * 86_400 } as const;

const algorithm = 'HS256';

/** Signs claims into a cookie's value, valid for thirty days. */
export function signSession(
  claims: SessionClaims,
  { secret, clock }: { secret: string; clock: Clock },
): Promise<string> {
  const issuedAt = Math.floor(clock.now().getTime() / 1000);
  return new SignJWT({ team: claims.teamId })
    .setProtectedHeader({ alg: algorithm })
    .setSubject(claims.userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + sessionCookie.maxAgeSeconds)
    .sign(keyOf(secret));
}

/** Null for anything that we did not sign, or that has expired. */
export async function verifySession(
  token: string,
  { secret, clock }: { secret: string; clock: Clock },
): Promise<SessionClaims | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), { algorithms: [algorithm], currentDate: clock.now() });
    if (typeof payload.sub !== 'string' || typeof payload.team !== 'string') return null;
    return { userId: payload.sub, teamId: payload.team };
  } catch {
    return null;
  }
}

function keyOf(secret: string): Uint8Array {
  return new TextEncoder().encode(secret);
}
