import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { sandboxCharges } from '@/db/schema';

export type SandboxCharge = typeof sandboxCharges.$inferSelect;

/** Takes a charge in, once per key. Null when the key is known: then that row counts. */
export async function insertCharge(
  tx: Transaction,
  charge: typeof sandboxCharges.$inferInsert,
): Promise<SandboxCharge | null> {
  const [row] = await tx
    .insert(sandboxCharges)
    .values(charge)
    .onConflictDoNothing({ target: sandboxCharges.idempotencyKey })
    .returning();
  return row ?? null;
}

/** Notes that the key was sent again. Null: there is no such key. */
export async function countRequest(tx: Transaction, idempotencyKey: string): Promise<SandboxCharge | null> {
  const [row] = await tx
    .update(sandboxCharges)
    .set({ requests: sql`${sandboxCharges.requests} + 1` })
    .where(eq(sandboxCharges.idempotencyKey, idempotencyKey))
    .returning();
  return row ?? null;
}

/** Notes that somebody asked for these, and returns them, oldest first. */
export async function countQuestions(
  tx: Transaction,
  about: { operationId: string } | { id: string },
): Promise<SandboxCharge[]> {
  const isMeant = 'id' in about ? eq(sandboxCharges.id, about.id) : eq(sandboxCharges.operationId, about.operationId);
  await tx
    .update(sandboxCharges)
    .set({ questions: sql`${sandboxCharges.questions} + 1` })
    .where(isMeant);
  return tx.select().from(sandboxCharges).where(isMeant).orderBy(asc(sandboxCharges.createdAt), asc(sandboxCharges.id));
}

export async function findCharge(on: Queryable, id: string): Promise<SandboxCharge | null> {
  const [row] = await on.select().from(sandboxCharges).where(eq(sandboxCharges.id, id));
  return row ?? null;
}

export type Settlement = { at: Date } & (
  | { status: 'succeeded'; code: null }
  | { status: 'failed'; code: 'authentication_failed' | 'canceled' }
);

/** Settles a charge that was waiting. Null when it was settled before. */
export async function settleCharge(
  tx: Transaction,
  id: string,
  { status, code, at }: Settlement,
): Promise<SandboxCharge | null> {
  const isWaiting = inArray(sandboxCharges.status, ['processing', 'action_required']);
  const [row] = await tx
    .update(sandboxCharges)
    .set({ status, code, settledAt: at })
    .where(and(eq(sandboxCharges.id, id), isWaiting))
    .returning();
  return row ?? null;
}
