import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { renewalClocks } from '@/db/schema';
import type { RenewalScope } from './scope';

export type RenewalClock = typeof renewalClocks.$inferSelect;
export type ClockChange = Partial<Omit<RenewalClock, 'subscriptionId' | 'clockOwner' | 'createdAt' | 'updatedAt'>>;

/** Locks the clock of a subscription until the transaction ends: whoever renews, cancels or settles takes turns on it. */
export async function lockClock(tx: Transaction, subscriptionId: string): Promise<RenewalClock | null> {
  const [row] = await tx
    .select()
    .from(renewalClocks)
    .where(eq(renewalClocks.subscriptionId, subscriptionId))
    .for('update');
  return row ?? null;
}

/** Locks the clock that has been due longest and that nobody else holds. */
export async function lockDueClock(tx: Transaction, at: Date, scope: RenewalScope): Promise<RenewalClock | null> {
  const [row] = await tx
    .select()
    .from(renewalClocks)
    .where(and(lte(renewalClocks.nextRunAt, at), inScope(scope)))
    .orderBy(asc(renewalClocks.nextRunAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return row ?? null;
}

export async function insertClock(
  tx: Transaction,
  clock: Omit<typeof renewalClocks.$inferInsert, 'createdAt' | 'updatedAt'>,
  at: Date,
): Promise<RenewalClock> {
  const [row] = await tx
    .insert(renewalClocks)
    .values({ ...clock, createdAt: at, updatedAt: at })
    .returning();
  if (!row) throw new Error(`Subscription ${clock.subscriptionId} got no clock.`);
  return row;
}

/** Changes a clock that the caller has locked. */
export async function updateClock(
  tx: Transaction,
  subscriptionId: string,
  change: ClockChange,
  at: Date,
): Promise<RenewalClock> {
  const [row] = await tx
    .update(renewalClocks)
    .set({ ...change, updatedAt: at })
    .where(eq(renewalClocks.subscriptionId, subscriptionId))
    .returning();
  if (!row) throw new Error(`Subscription ${subscriptionId} has no clock.`);
  return row;
}

/** Lets a clock run no more. One that does not run keeps its reason. */
export async function stopClock(
  tx: Transaction,
  { subscriptionId, reason, at }: { subscriptionId: string; reason: string; at: Date },
): Promise<boolean> {
  const rows = await tx
    .update(renewalClocks)
    .set({ state: 'stopped', stateReason: reason, nextRunAt: null, updatedAt: at })
    .where(and(eq(renewalClocks.subscriptionId, subscriptionId), sql`${renewalClocks.state} <> 'stopped'`))
    .returning({ id: renewalClocks.subscriptionId });
  return rows.length > 0;
}

/** The clock of a subscription as it stands. */
export async function findClock(on: Queryable, subscriptionId: string): Promise<RenewalClock | null> {
  const [row] = await on.select().from(renewalClocks).where(eq(renewalClocks.subscriptionId, subscriptionId));
  return row ?? null;
}

function inScope(scope: RenewalScope): SQL | undefined {
  if (scope === 'real') return eq(renewalClocks.isSimulated, false);
  return and(eq(renewalClocks.isSimulated, true), eq(renewalClocks.subscriptionId, scope.subscriptionId));
}
