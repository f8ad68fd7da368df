import { desc, lt } from 'drizzle-orm';
import { reconciliationRuns, reconciliationWatermarks } from '@/db/schema';
import type { BillingContext } from '../context';
import type { Run } from './runs';

export interface RunsPage {
  runs: Run[];
  /** Pass it for the next page. Null: there is none. */
  before: Date | null;
}

/** The runs of all providers and of the checks of our own books, the latest first. */
export async function listRuns(
  { database }: BillingContext,
  { before, limit = 50 }: { before?: Date; limit?: number } = {},
): Promise<RunsPage> {
  const rows = await database
    .select()
    .from(reconciliationRuns)
    .where(before ? lt(reconciliationRuns.startedAt, before) : undefined)
    .orderBy(desc(reconciliationRuns.startedAt), desc(reconciliationRuns.id))
    .limit(limit + 1);
  const runs = rows.slice(0, limit);
  return { runs, before: rows.length > limit ? (runs.at(-1)?.startedAt ?? null) : null };
}

/** Up to when each was compared completely. */
export async function listWatermarks({
  database,
}: BillingContext): Promise<{ provider: string; comparedUntil: Date }[]> {
  return database.select().from(reconciliationWatermarks).orderBy(reconciliationWatermarks.provider);
}
