import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { simulatedTimes } from '@/db/schema';

/** Where a subscription's made-up time stands; null: it lives in the real one. */
export async function findSimulatedTime(on: Queryable, subscriptionId: string): Promise<Date | null> {
  const [row] = await on
    .select({ now: simulatedTimes.now })
    .from(simulatedTimes)
    .where(eq(simulatedTimes.subscriptionId, subscriptionId));
  return row?.now ?? null;
}

/** Moves it forward, never back. */
export async function moveSimulatedTime(
  on: Queryable,
  { subscriptionId, now, at }: { subscriptionId: string; now: Date; at: Date },
): Promise<void> {
  await on
    .insert(simulatedTimes)
    .values({ subscriptionId, now, updatedAt: at })
    .onConflictDoUpdate({
      target: simulatedTimes.subscriptionId,
      set: { now: sql`greatest(${simulatedTimes.now}, excluded.now)`, updatedAt: at },
    });
}
