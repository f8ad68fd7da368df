import { eq, lt, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { workerHeartbeats } from '@/db/schema';

/** A process that drains. */
export interface Heartbeat {
  id: string;
  kind: (typeof workerHeartbeats.$inferSelect)['kind'];
  startedAt: Date;
}

/** One sign of life in five seconds is enough, whatever the number of passes. */
const freshMs = 5000;
/** Processes that were killed leave their row behind; a day later nobody asks for it. */
const keptMs = 24 * 60 * 60 * 1000;

/** Tells that a process is alive. Throws when the database does not answer. */
export async function beat(database: Database, { id, kind, startedAt }: Heartbeat, now: Date): Promise<void> {
  const stale = new Date(now.getTime() - freshMs).toISOString();
  await database
    .insert(workerHeartbeats)
    .values({ id, kind, startedAt, seenAt: now })
    .onConflictDoUpdate({
      target: workerHeartbeats.id,
      set: { seenAt: now },
      setWhere: sql`${workerHeartbeats.seenAt} <= ${stale}::timestamptz`,
    });
}

/** A process that ends as it should leaves nothing that looks like one that has died. */
export async function removeHeartbeat(database: Database, id: string): Promise<void> {
  await database.delete(workerHeartbeats).where(eq(workerHeartbeats.id, id));
}

/** Removes what processes that were killed left behind. */
export async function removeOldHeartbeats(database: Database, now: Date): Promise<void> {
  await database.delete(workerHeartbeats).where(lt(workerHeartbeats.seenAt, new Date(now.getTime() - keptMs)));
}
