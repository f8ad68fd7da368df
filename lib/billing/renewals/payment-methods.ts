import { and, desc, eq, isNull } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Queryable, Transaction } from '@/db/client';
import { savedPaymentMethods as methods, savedPaymentMethods } from '@/db/schema';
import type { PaymentMethodSaved, ProviderName } from '../events';

/** One whose id the provider told. */
export type KnownMethod = PaymentMethodSaved & { providerPaymentMethodId: string };

const noCard = { brand: null, last4: null, expMonth: null, expYear: null };

export type PaymentMethod = typeof methods.$inferSelect;

/**
 * Keeps a payment method that was saved with a provider, once, and charges new tries to it from now on, unless a newer
 * one was saved since. Null: it was kept before.
 */
export async function keepMethod(
  tx: Transaction,
  { teamId, provider, saved, at }: { teamId: string; provider: ProviderName; saved: KnownMethod; at: Date },
): Promise<PaymentMethod | null> {
  const { providerCustomerId, providerPaymentMethodId, card, occurredAt: savedAt } = saved;
  const ids = { id: `pm_${uuidv7()}`, teamId, provider, providerCustomerId, providerPaymentMethodId };
  const values: typeof methods.$inferInsert = { ...ids, ...(card ?? noCard), savedAt, createdAt: at };
  const [row] = await tx
    .insert(savedPaymentMethods)
    .values(values)
    .onConflictDoNothing({ target: [methods.provider, methods.providerPaymentMethodId, methods.teamId] })
    .returning();
  if (!row) return null;
  const newest = await findNewest(tx, teamId, provider);
  if (newest?.id !== row.id) return row;
  await tx
    .update(savedPaymentMethods)
    .set({ isDefault: false })
    .where(and(eq(methods.teamId, teamId), eq(methods.provider, provider), eq(methods.isDefault, true)));
  await tx.update(savedPaymentMethods).set({ isDefault: true }).where(eq(methods.id, row.id));
  return { ...row, isDefault: true };
}

/** What a team's new tries are charged to. Null: nothing is saved. */
export async function findDefaultMethod(
  on: Queryable,
  teamId: string,
  provider: string,
): Promise<PaymentMethod | null> {
  const [row] = await on
    .select()
    .from(methods)
    .where(and(eq(methods.teamId, teamId), eq(methods.provider, provider), eq(methods.isDefault, true)));
  return row ?? null;
}

export async function findMethod(on: Queryable, id: string): Promise<PaymentMethod | null> {
  const [row] = await on.select().from(methods).where(eq(methods.id, id));
  return row ?? null;
}

async function findNewest(tx: Transaction, teamId: string, provider: string): Promise<PaymentMethod | null> {
  const [row] = await tx
    .select()
    .from(methods)
    .where(and(eq(methods.teamId, teamId), eq(methods.provider, provider), isNull(methods.removedAt)))
    .orderBy(desc(methods.savedAt), desc(methods.id))
    .limit(1);
  return row ?? null;
}
