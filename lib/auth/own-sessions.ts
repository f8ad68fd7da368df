import { and, desc, eq, gt } from 'drizzle-orm';
import { accounts, sessions, users } from '@/db/schema';
import type { AuthContext } from './context';

/** A browser that is signed in. */
export interface OpenSession {
  id: string;
  userAgent: string | null;
  ipAddress: string | null;
  createdAt: Date;
}

/** Where a user is signed in, the newest first. */
export async function listSessions({ database, clock }: AuthContext, userId: string): Promise<OpenSession[]> {
  const { id, userAgent, ipAddress, createdAt } = sessions;
  return database
    .select({ id, userAgent, ipAddress, createdAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, clock.now())))
    .orderBy(desc(createdAt), desc(id));
}

/** What the library ends a session by; null unless it is one of the user's. */
export async function findSessionToken(
  { database }: AuthContext,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<string | null> {
  const [row] = await database
    .select({ token: sessions.token })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
  return row?.token ?? null;
}

export interface SignInMethods {
  hasPassword: boolean;
  hasSecondFactor: boolean;
  /** Other sites that vouch for the user: `google`, `github`. */
  sites: string[];
}

/** How a user can sign in. */
export async function getSignInMethods({ database }: AuthContext, userId: string): Promise<SignInMethods> {
  const [user, ways] = await Promise.all([
    database.select({ hasSecondFactor: users.twoFactorEnabled }).from(users).where(eq(users.id, userId)),
    database.select({ providerId: accounts.providerId }).from(accounts).where(eq(accounts.userId, userId)),
  ]);
  const providers = ways.map(({ providerId }) => providerId);
  return {
    hasPassword: providers.includes('credential'),
    hasSecondFactor: user[0]?.hasSecondFactor ?? false,
    sites: providers.filter((provider) => provider !== 'credential'),
  };
}
