import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { prepared } from '@/db/prepared';
import { apiRequests } from '@/db/schema';

/** One write that was asked for. */
export interface ApiRequest {
  teamId: string;
  idempotencyKey: string;
  /** What was asked for: operation, path and body. */
  input: unknown;
}

export type Claim =
  /** Nobody has answered it: do it. What it does must bear being done twice, since another call may be at it too. */
  | { kind: 'open' }
  | { kind: 'answered'; httpStatus: number; body: string }
  /** The key belongs to something else. */
  | { kind: 'reused' };

/** Takes a key for a request, for good: the first one to come decides what the key stands for. */
export async function claimRequest(database: Database, request: ApiRequest, at: Date): Promise<Claim> {
  const { teamId, idempotencyKey } = request;
  const requestHash = hashOf(request.input);
  const taken = await database
    .insert(apiRequests)
    .values({ teamId, idempotencyKey, requestHash, createdAt: at })
    .onConflictDoNothing({ target: [apiRequests.teamId, apiRequests.idempotencyKey] })
    .returning({ teamId: apiRequests.teamId });
  if (taken.length > 0) return { kind: 'open' };
  const [earlier] = await database.select().from(apiRequests).where(isRequest(request));
  if (earlier && earlier.requestHash !== requestHash) return { kind: 'reused' };
  if (!earlier?.httpStatus || earlier.answer === null) return { kind: 'open' };
  return { kind: 'answered', httpStatus: earlier.httpStatus, body: earlier.answer };
}

/** Keeps the answer of a request that was done, for when it is asked again. */
export async function keepAnswer(
  database: Database,
  request: ApiRequest,
  { httpStatus, body }: { httpStatus: number; body: string },
): Promise<void> {
  await database.update(apiRequests).set({ httpStatus, answer: body }).where(isRequest(request));
}

/**
 * Forgets at most `limit` requests that came before a time. What they did is not done again even so: spending and holds keep
 * their keys in the ledger. Returns how many.
 */
export async function forgetRequests(database: Database, before: Date, limit: number): Promise<number> {
  const rows = await deleteRequests(database, { before: before.toISOString(), limit });
  return rows.length;
}

function isRequest({ teamId, idempotencyKey }: ApiRequest) {
  return and(eq(apiRequests.teamId, teamId), eq(apiRequests.idempotencyKey, idempotencyKey));
}

function hashOf(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex');
}

const value = sql.placeholder;

const deleteRequests = prepared(sql`
    delete from ${apiRequests}
    where ctid = any(array(
      select ctid from ${apiRequests}
      where created_at < ${value('before')}::timestamptz
      order by created_at limit ${value('limit')}::int
      for update skip locked))
    returning team_id`);
