import { createHmac, randomUUID } from 'node:crypto';
import type { Database } from '@/db/client';
import { sessions } from '@/db/schema';

interface Given {
  userId: string;
  /** The team that the browser works in. */
  teamId?: string;
  secret: string;
  expiresAt?: Date;
}

/** Signs a user in as better-auth does, and returns the value of a `Cookie` header for it. */
export async function signIn(database: Database, { userId, teamId, secret, expiresAt }: Given): Promise<string> {
  const token = randomUUID();
  await database.insert(sessions).values({
    ...{ id: randomUUID(), token, userId, activeTeamId: teamId ?? null },
    expiresAt: expiresAt ?? new Date(Date.now() + 86_400_000),
  });
  return cookieOf(token, secret);
}

/** The session cookie of a token, signed: over http its name has no prefix. */
export function cookieOf(token: string, secret: string): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return `paidonce.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}
