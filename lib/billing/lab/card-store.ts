import { and, eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { sandboxCards, sandboxSetups } from '@/db/schema';

export type SandboxSetup = typeof sandboxSetups.$inferSelect;
export type SandboxCard = typeof sandboxCards.$inferSelect;

/** The setup that exists for the caller's id from now on: opened twice it is one. */
export async function insertSetup(tx: Transaction, setup: typeof sandboxSetups.$inferInsert): Promise<SandboxSetup> {
  await tx.insert(sandboxSetups).values(setup).onConflictDoNothing({ target: sandboxSetups.setupId });
  const [row] = await tx.select().from(sandboxSetups).where(eq(sandboxSetups.setupId, setup.setupId));
  if (!row) throw new Error('The sandbox lost a setup that it had just written.');
  return row;
}

export async function findSetup(on: Queryable, id: string): Promise<SandboxSetup | null> {
  const [row] = await on.select().from(sandboxSetups).where(eq(sandboxSetups.id, id));
  return row ?? null;
}

/** False when the setup was not open any more. */
export async function closeSetup(tx: Transaction, id: string, state: 'saved' | 'left'): Promise<boolean> {
  const rows = await tx
    .update(sandboxSetups)
    .set({ state })
    .where(and(eq(sandboxSetups.id, id), eq(sandboxSetups.state, 'open')))
    .returning({ id: sandboxSetups.id });
  return rows.length > 0;
}

export async function insertCard(tx: Transaction, card: typeof sandboxCards.$inferInsert): Promise<void> {
  await tx.insert(sandboxCards).values(card);
}

/** Null for another customer's card as for one that does not exist. */
export async function findCard(
  on: Queryable,
  { id, customerId }: { id: string; customerId: string },
): Promise<SandboxCard | null> {
  const [row] = await on
    .select()
    .from(sandboxCards)
    .where(and(eq(sandboxCards.id, id), eq(sandboxCards.customerId, customerId)));
  return row ?? null;
}

/** The card that came of a setup. */
export async function findCardOfSetup(on: Queryable, setupId: string): Promise<SandboxCard | null> {
  const [row] = await on.select().from(sandboxCards).where(eq(sandboxCards.setupId, setupId));
  return row ?? null;
}
