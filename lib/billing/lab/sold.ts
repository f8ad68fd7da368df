import { and, desc, eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { type DelayedMessage, sandboxSubscriptions } from '@/db/schema';
import type { SandboxSubscription } from './sandbox-subscription';

/** A subscription that the sandbox sold, and the messages of it that are held back. */
export type SoldSubscription = SandboxSubscription & { delayed: DelayedMessage[] };

/** False when its session was sold before. */
export async function insertSold(tx: Transaction, sold: SoldSubscription, at: Date): Promise<boolean> {
  const rows = await tx
    .insert(sandboxSubscriptions)
    .values({ ...sold, createdAt: at, updatedAt: at })
    .onConflictDoNothing({ target: sandboxSubscriptions.sessionId })
    .returning({ id: sandboxSubscriptions.id });
  return rows.length > 0;
}

export async function updateSold(tx: Transaction, sold: SoldSubscription, at: Date): Promise<void> {
  const { id, ...changed } = sold;
  await tx
    .update(sandboxSubscriptions)
    .set({ ...changed, updatedAt: at })
    .where(eq(sandboxSubscriptions.id, id));
}

/** Locked until the transaction ends. Null for another team's as for one that does not exist. */
export async function lockSold(tx: Transaction, of: { teamId: string; id: string }): Promise<SoldSubscription | null> {
  const [row] = await tx
    .select()
    .from(sandboxSubscriptions)
    .where(and(eq(sandboxSubscriptions.id, of.id), eq(sandboxSubscriptions.teamId, of.teamId)))
    .for('update');
  return row ? withoutTimes(row) : null;
}

export async function findSoldBySession(on: Queryable, sessionId: string): Promise<SoldSubscription | null> {
  const [row] = await on.select().from(sandboxSubscriptions).where(eq(sandboxSubscriptions.sessionId, sessionId));
  return row ? withoutTimes(row) : null;
}

/** Newest first. */
export async function listSold(on: Queryable, teamId: string): Promise<SoldSubscription[]> {
  const rows = await on
    .select()
    .from(sandboxSubscriptions)
    .where(eq(sandboxSubscriptions.teamId, teamId))
    .orderBy(desc(sandboxSubscriptions.createdAt), desc(sandboxSubscriptions.id));
  return rows.map(withoutTimes);
}

function withoutTimes(row: typeof sandboxSubscriptions.$inferSelect): SoldSubscription {
  const { createdAt: _, updatedAt: __, ...sold } = row;
  return sold;
}
