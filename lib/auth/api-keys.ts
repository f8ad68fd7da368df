import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Database, Transaction } from '@/db/client';
import { apiKeys, type apiScopes, teams, users } from '@/db/schema';

export type ApiScope = (typeof apiScopes)[number];

/** Keys of one team that can be in use at once. */
export const maxApiKeys = 20;

export interface NewApiKey {
  teamId: string;
  userId: string;
  /** 1 to 60 characters. */
  name: string;
  /** One at least. */
  scopes: readonly ApiScope[];
  /** Null: it does not expire. */
  expiresAt: Date | null;
}

/** A key as its team sees it; never the key itself. */
export interface ApiKeyView {
  id: string;
  name: string;
  prefix: string;
  scopes: ApiScope[];
  createdBy: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  state: 'active' | 'expired' | 'revoked';
}

/** Who calls with a key. */
export interface ApiCaller {
  keyId: string;
  teamId: string;
  scopes: readonly ApiScope[];
  /** The team is a visitor's, and goes with the day. */
  isDemo: boolean;
}

type ApiKeyRow = typeof apiKeys.$inferSelect;

/** Makes a key and returns it: the only time that it can be seen. Null when the team has as many as it may have. */
export async function createApiKey(database: Database, key: NewApiKey, at: Date): Promise<string | null> {
  const secret = `pk_${randomBytes(32).toString('base64url')}`;
  return database.transaction(async (tx) => {
    if ((await countActive(tx, key.teamId, at)) >= maxApiKeys) return null;
    const { teamId, userId: createdBy, name, scopes, expiresAt } = key;
    await tx.insert(apiKeys).values({
      ...{ id: `key_${uuidv7()}`, teamId, name, createdBy, expiresAt, createdAt: at },
      prefix: secret.slice(0, 9),
      hash: hashOf(secret),
      scopes: [...scopes],
    });
    return secret;
  });
}

/** Ends a key at once. False where the team has none of that id that could be ended. */
export async function revokeApiKey(
  database: Database,
  { teamId, keyId }: { teamId: string; keyId: string },
  at: Date,
): Promise<boolean> {
  const isMeant = and(eq(apiKeys.id, keyId), eq(apiKeys.teamId, teamId), isNull(apiKeys.revokedAt));
  const rows = await database.update(apiKeys).set({ revokedAt: at }).where(isMeant).returning({ id: apiKeys.id });
  return rows.length > 0;
}

/** A team's keys, the newest first, those that ended included; at most a hundred. */
export async function listApiKeys(database: Database, teamId: string, at: Date): Promise<ApiKeyView[]> {
  const rows = await database
    .select({ key: apiKeys, createdBy: users.name })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.createdBy))
    .where(eq(apiKeys.teamId, teamId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(100);
  return rows.map(({ key, createdBy }) => {
    const { id, name, prefix, scopes, createdAt, lastUsedAt, expiresAt } = key;
    return { id, name, prefix, scopes, createdBy, createdAt, lastUsedAt, expiresAt, state: stateOf(key, at) };
  });
}

/** Whose key this is; null for one that is unknown, revoked or expired, or whose team was deleted. Notes that it was used. */
export async function findApiCaller(database: Database, secret: string, at: Date): Promise<ApiCaller | null> {
  if (!/^pk_[\w-]{43}$/.test(secret)) return null;
  const hash = hashOf(secret);
  const [row] = await database
    .select({ key: apiKeys, demoUntil: teams.demoUntil })
    .from(apiKeys)
    .innerJoin(teams, and(eq(teams.id, apiKeys.teamId), isNull(teams.deletedAt)))
    .where(eq(apiKeys.hash, hash));
  if (!row || !timingSafeEqual(Buffer.from(row.key.hash), Buffer.from(hash))) return null;
  if (stateOf(row.key, at) !== 'active') return null;
  await noteUse(database, row.key, at);
  const { id: keyId, teamId, scopes } = row.key;
  return { keyId, teamId, scopes, isDemo: row.demoUntil !== null };
}

/** Once a minute at most, so that a busy key is not a busy row. */
async function noteUse(database: Database, { id, lastUsedAt }: ApiKeyRow, at: Date): Promise<void> {
  if (lastUsedAt && at.getTime() - lastUsedAt.getTime() < 60_000) return;
  await database.update(apiKeys).set({ lastUsedAt: at }).where(eq(apiKeys.id, id));
}

/** Under a lock of the team, so that two at once cannot both be the last one. */
async function countActive(tx: Transaction, teamId: string, at: Date): Promise<number> {
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for('no key update');
  const isInTime = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, at));
  return tx.$count(apiKeys, and(eq(apiKeys.teamId, teamId), isNull(apiKeys.revokedAt), isInTime));
}

function stateOf({ revokedAt, expiresAt }: ApiKeyRow, at: Date): ApiKeyView['state'] {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= at ? 'expired' : 'active';
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
