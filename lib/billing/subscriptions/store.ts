import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Queryable, Transaction } from '@/db/client';
import { subscriptions, teams } from '@/db/schema';
import type { Instant, ProviderName } from '../events';

export type Subscription = typeof subscriptions.$inferSelect;
export type NewSubscription = Omit<typeof subscriptions.$inferInsert, 'id' | 'provider' | 'createdAt' | 'updatedAt'> & {
  provider: ProviderName;
};
export type SubscriptionChange = Partial<Omit<NewSubscription, 'teamId' | 'provider' | 'providerSubscriptionId'>>;

/** Locks a provider's subscription until the transaction ends. Null: we do not know it. */
export async function lockSubscription(
  tx: Transaction,
  provider: ProviderName,
  providerSubscriptionId: string,
): Promise<Subscription | null> {
  const [row] = await tx.select().from(subscriptions).where(isOf(provider, providerSubscriptionId)).for('update');
  return row ?? null;
}

/** Locks a subscription by our id. */
export async function lockSubscriptionById(tx: Transaction, subscriptionId: string): Promise<Subscription> {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId)).for('update');
  if (!row) throw new Error(`There is no subscription ${subscriptionId}.`);
  return row;
}

/** A subscription by our id. Null: there is none. */
export async function findSubscription(on: Queryable, subscriptionId: string): Promise<Subscription | null> {
  const [row] = await on.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId));
  return row ?? null;
}

/** Inserts a subscription; where somebody else just did, locks theirs. */
export async function insertSubscription(
  tx: Transaction,
  values: NewSubscription,
  at: Date,
): Promise<{ subscription: Subscription; isNew: boolean }> {
  const [row] = await tx
    .insert(subscriptions)
    .values({ id: uuidv7(), ...values, createdAt: at, updatedAt: at })
    .onConflictDoNothing({ target: [subscriptions.provider, subscriptions.providerSubscriptionId] })
    .returning();
  if (row) return { subscription: row, isNew: true };
  const held = await lockSubscription(tx, values.provider, values.providerSubscriptionId);
  if (!held) throw new Error(`Subscription ${values.providerSubscriptionId} is neither new nor there.`);
  return { subscription: held, isNew: false };
}

/** Changes a subscription that the caller has locked. */
export async function updateSubscription(
  tx: Transaction,
  subscriptionId: string,
  change: SubscriptionChange,
  at: Date,
): Promise<Subscription> {
  const [row] = await tx
    .update(subscriptions)
    .set({ ...change, updatedAt: at })
    .where(eq(subscriptions.id, subscriptionId))
    .returning();
  if (!row) throw new Error(`There is no subscription ${subscriptionId}.`);
  return row;
}

/**
 * Writes what a snapshot tells, unless a newer one was written. Postgres compares the times: they differ by
 * microseconds, and no lock of the caller's is relied on. Null: a newer one was there.
 */
export async function updateToSnapshot(
  tx: Transaction,
  subscriptionId: string,
  change: SubscriptionChange & { snapshotOccurredAt: Instant },
  at: Date,
): Promise<Subscription | null> {
  const isNotNewer = or(
    isNull(subscriptions.snapshotOccurredAt),
    lte(subscriptions.snapshotOccurredAt, change.snapshotOccurredAt),
  );
  const [row] = await tx
    .update(subscriptions)
    .set({ ...change, updatedAt: at })
    .where(and(eq(subscriptions.id, subscriptionId), isNotNewer))
    .returning();
  return row ?? null;
}

/** Moves what is paid for to the period that was just recorded. One more revision, also where it moves nothing. */
export async function advanceSubscription(
  tx: Transaction,
  subscriptionId: string,
  change: SubscriptionChange,
  at: Date,
): Promise<Subscription> {
  const [row] = await tx
    .update(subscriptions)
    .set({ ...change, revision: sql`${subscriptions.revision} + 1`, updatedAt: at })
    .where(eq(subscriptions.id, subscriptionId))
    .returning();
  if (!row) throw new Error(`There is no subscription ${subscriptionId}.`);
  return row;
}

/** The team of a provider's subscription. Null: we do not know it. */
export async function findSubscriptionTeam(
  on: Queryable,
  provider: ProviderName,
  providerSubscriptionId: string,
): Promise<string | null> {
  const [row] = await on
    .select({ teamId: subscriptions.teamId })
    .from(subscriptions)
    .where(isOf(provider, providerSubscriptionId));
  return row?.teamId ?? null;
}

/** A team's subscriptions, the oldest first. */
export async function listSubscriptions(on: Queryable, teamId: string): Promise<Subscription[]> {
  return on
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.teamId, teamId))
    .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id));
}

/** Serializes who is a team's current subscription. Inserts that only refer to the team do not wait for it. */
export async function lockTeam(tx: Transaction, teamId: string): Promise<void> {
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for('no key update');
}

/** Makes this the one that counts for its team's access. */
export async function markCurrent(tx: Transaction, { id, teamId }: Subscription): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ isCurrent: false })
    .where(and(eq(subscriptions.teamId, teamId), eq(subscriptions.isCurrent, true)));
  await tx.update(subscriptions).set({ isCurrent: true }).where(eq(subscriptions.id, id));
}

function isOf(provider: ProviderName, providerSubscriptionId: string) {
  return and(eq(subscriptions.provider, provider), eq(subscriptions.providerSubscriptionId, providerSubscriptionId));
}
