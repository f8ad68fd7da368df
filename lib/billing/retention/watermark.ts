import { eq, lt } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { retentionWatermarks } from '@/db/schema';

const name = 'events';

/** Up to when everything that was settled has been exported; null: nothing was. */
export async function findWatermark(database: Queryable): Promise<Date | null> {
  const [row] = await database.select().from(retentionWatermarks).where(eq(retentionWatermarks.name, name));
  return row?.exportedUntil ?? null;
}

/** Only ever moves forward, also when two exports end in the wrong order. */
export async function moveWatermark(database: Queryable, exportedUntil: Date, at: Date): Promise<void> {
  await database
    .insert(retentionWatermarks)
    .values({ name, exportedUntil, updatedAt: at })
    .onConflictDoUpdate({
      target: retentionWatermarks.name,
      set: { exportedUntil, updatedAt: at },
      setWhere: lt(retentionWatermarks.exportedUntil, exportedUntil),
    });
}
