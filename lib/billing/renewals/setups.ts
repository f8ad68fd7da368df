import { eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { paymentMethodSetups, paymentMethodSetups as setups } from '@/db/schema';

/** That a team set out to save a payment method, and what follows once it has. */
export type Setup = typeof setups.$inferSelect;

export async function insertSetup(on: Queryable, setup: typeof setups.$inferInsert): Promise<void> {
  await on.insert(paymentMethodSetups).values(setup);
}

/** Stores the id of the page that the provider opened for it. */
export async function attachHostedSetup(on: Queryable, setupId: string, providerSetupId: string): Promise<void> {
  await on.update(paymentMethodSetups).set({ providerSetupId }).where(eq(setups.id, setupId));
}

/** Locks a setup until the transaction ends. */
export async function lockSetup(tx: Transaction, setupId: string): Promise<Setup | null> {
  const [row] = await tx.select().from(setups).where(eq(setups.id, setupId)).for('update');
  return row ?? null;
}

export async function completeSetup(tx: Transaction, setupId: string, at: Date): Promise<void> {
  await tx.update(paymentMethodSetups).set({ state: 'completed', completedAt: at }).where(eq(setups.id, setupId));
}
