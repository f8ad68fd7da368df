import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { autoTopUps, teams } from '@/db/schema';

export type AutoTopUp = typeof autoTopUps.$inferSelect;

/** Null: the team never asked for it, or was deleted. */
export async function findAutoTopUp(on: Queryable, teamId: string): Promise<AutoTopUp | null> {
  const [row] = await selectAutoTopUp(on, teamId);
  return row?.settings ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockAutoTopUp(tx: Transaction, teamId: string): Promise<AutoTopUp | null> {
  const [row] = await selectAutoTopUp(tx, teamId).for('update', { of: autoTopUps });
  return row?.settings ?? null;
}

function selectAutoTopUp(on: Queryable, teamId: string) {
  return on
    .select({ settings: autoTopUps })
    .from(autoTopUps)
    .innerJoin(teams, and(eq(teams.id, autoTopUps.teamId), isNull(teams.deletedAt)))
    .where(eq(autoTopUps.teamId, teamId));
}

export type TopUpWish = Pick<AutoTopUp, 'teamId' | 'isEnabled' | 'threshold' | 'item' | 'monthlyLimit' | 'updatedBy'>;

/** What a person sets goes on: a pause ends with it. */
export async function writeAutoTopUp(tx: Transaction, wish: TopUpWish, at: Date): Promise<void> {
  const set = { ...wish, pausedReason: null, updatedAt: at };
  await tx.insert(autoTopUps).values(set).onConflictDoUpdate({ target: autoTopUps.teamId, set });
}

/** Buys nothing until a person says so. */
export async function pauseAutoTopUp(tx: Transaction, teamId: string, reason: string): Promise<void> {
  await tx.update(autoTopUps).set({ pausedReason: reason }).where(eq(autoTopUps.teamId, teamId));
}
