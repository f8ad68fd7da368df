import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { prepared } from '@/db/prepared';
import { billingCheckouts, type checkoutStates } from '@/db/schema';
import type { ProviderName } from './events';

/** What a team set out to buy, and how far the provider's page got. */
export type Intent = typeof billingCheckouts.$inferSelect;
export type CheckoutState = (typeof checkoutStates)[number];

export async function insertIntent(tx: Transaction, intent: typeof billingCheckouts.$inferInsert): Promise<void> {
  await tx.insert(billingCheckouts).values(intent);
}

/** The pages that a team's clicks opened and that may still be paid on, the newest first. */
export async function listHostedIntents(tx: Transaction, teamId: string): Promise<Intent[]> {
  return tx
    .select()
    .from(billingCheckouts)
    .where(
      and(
        eq(billingCheckouts.teamId, teamId),
        inArray(billingCheckouts.state, ['open', 'pending']),
        isNotNull(billingCheckouts.openingUntil),
      ),
    )
    .orderBy(desc(billingCheckouts.createdAt), desc(billingCheckouts.id))
    .limit(100);
}

/** Says until when somebody is opening an intent's page; a time that has passed: nobody is. */
export async function markOpening(on: Queryable, checkoutId: string, openingUntil: Date): Promise<void> {
  await on.update(billingCheckouts).set({ openingUntil }).where(eq(billingCheckouts.id, checkoutId));
}

/** Stores the page that the provider opened for an intent, unless another one is stored. Returns the one that is. */
export async function attachHostedCheckout(
  tx: Transaction,
  { checkoutId, hosted, at }: { checkoutId: string; hosted: HostedPage; at: Date },
): Promise<Intent> {
  const isMeant = eq(billingCheckouts.id, checkoutId);
  const [attached] = await tx
    .update(billingCheckouts)
    .set({ ...hosted, openingUntil: at, updatedAt: at })
    .where(and(isMeant, isNull(billingCheckouts.providerCheckoutId)))
    .returning();
  const intent = attached ?? (await findIntent(tx, checkoutId));
  if (!intent) throw new Error(`There is no checkout ${checkoutId}.`);
  return intent;
}

export interface HostedPage {
  providerCheckoutId: string;
  url: string;
  expiresAt: Date | null;
}

/**
 * Moves an intent forward: open, pending, failed or expired, paid. It never moves back, so a late "pending" cannot
 * hide a payment. True when it moved.
 */
export async function markCheckout(
  tx: Transaction,
  { checkoutId, state, at }: { checkoutId: string; state: Exclude<CheckoutState, 'open'>; at: Date },
): Promise<boolean> {
  const rows = await updateState(tx, {
    checkoutId,
    state,
    before: before[state],
    at: at.toISOString(),
  });
  return rows.length > 0;
}

const before: Record<Exclude<CheckoutState, 'open'>, CheckoutState[]> = {
  pending: ['open'],
  failed: ['open', 'pending'],
  expired: ['open', 'pending'],
  paid: ['open', 'pending', 'failed', 'expired'],
};

export async function findIntent(on: Queryable, checkoutId: string): Promise<Intent | null> {
  const [row] = await on.select().from(billingCheckouts).where(eq(billingCheckouts.id, checkoutId));
  return row ?? null;
}

export async function findHostedIntent(
  on: Queryable,
  provider: ProviderName,
  providerCheckoutId: string,
): Promise<Intent | null> {
  const [row] = await on
    .select()
    .from(billingCheckouts)
    .where(and(eq(billingCheckouts.provider, provider), eq(billingCheckouts.providerCheckoutId, providerCheckoutId)));
  return row ?? null;
}

const value = sql.placeholder;

const updateState = prepared(sql`
    update ${billingCheckouts}
    set state = ${value('state')}, updated_at = ${value('at')}
    where id = ${value('checkoutId')} and state = any(${value('before')}::text[])
    returning id`);
