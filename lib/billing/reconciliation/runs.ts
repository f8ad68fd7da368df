import { and, desc, eq, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Database, Transaction } from '@/db/client';
import { reconciliationRuns, reconciliationWatermarks } from '@/db/schema';
import { lockKeys } from '../webhooks/locks';

export type Run = typeof reconciliationRuns.$inferSelect;
export type Position = NonNullable<Run['position']>;

/** What is counted while it runs. */
export type Counted = Pick<Run, 'compared' | 'differences' | 'applied' | 'casesOpened'>;

export interface RunRequest {
  /** A provider, or `ledger`. */
  provider: string;
  /** Null: since the watermark. */
  since: Date | null;
  isDryRun: boolean;
  now: Date;
}

const hour = 3_600_000;
/** Longer than the slowest page takes; a process that dies gives its run away after that. Milliseconds. */
const leaseMs = hour / 4;
/** What a list did not show yet when it was read last is read again. */
const overlapMs = hour;
const firstRunMs = 30 * 24 * hour;

/**
 * Starts a run, or takes up the one that was left unfinished. Null: another process runs one for this provider. A dry
 * run changes nothing, so it is in nobody's way.
 */
export function claimRun(database: Database, request: RunRequest): Promise<Run | null> {
  const { provider, since, isDryRun, now } = request;
  return database.transaction(async (tx) => {
    await lockKeys(tx, [`reconciliation:${provider}`]);
    const open = isDryRun ? null : await findOpenRun(tx, provider);
    if (open?.leasedUntil && open.leasedUntil > now) return null;
    if (open && since === null) return extend(tx, open.id, now);
    if (open)
      await tx.update(reconciliationRuns).set(failed('abandoned', now)).where(eq(reconciliationRuns.id, open.id));
    const from = since ?? (await defaultSince(tx, provider, now));
    const [run] = await tx
      .insert(reconciliationRuns)
      .values({
        ...{ id: uuidv7(), provider, state: 'running', isDryRun, since: from, until: now, startedAt: now },
        leasedUntil: leaseFrom(now),
      })
      .returning();
    return run ?? null;
  });
}

/** Writes down how far a run got, and keeps it for this process. Null: another process has taken it over. */
export async function keepPosition(
  database: Database,
  run: Run,
  { position, counted, now }: { position: Position | null; counted: Counted; now: Date },
): Promise<Run | null> {
  const [row] = await database
    .update(reconciliationRuns)
    .set({ position, ...counted, leasedUntil: leaseFrom(now) })
    .where(isHeld(run))
    .returning();
  return row ?? null;
}

/** Gives a run back unfinished: the next one goes on where this one stopped. */
export async function pauseRun(database: Database, run: Run): Promise<void> {
  await database.update(reconciliationRuns).set({ leasedUntil: null }).where(isHeld(run));
}

/** Ends a run that has compared everything. Only then does the watermark move, and only where no time is left out. */
export async function finishRun(database: Database, run: Run, { counted, now }: { counted: Counted; now: Date }) {
  await database.transaction(async (tx) => {
    const done = { state: 'done' as const, ...counted, endedAt: now, leasedUntil: null, position: null };
    const rows = await tx
      .update(reconciliationRuns)
      .set(done)
      .where(isHeld(run))
      .returning({ id: reconciliationRuns.id });
    if (rows.length === 0 || run.isDryRun) return;
    const { provider, until: comparedUntil, since } = run;
    await tx
      .insert(reconciliationWatermarks)
      .values({ provider, comparedUntil })
      .onConflictDoUpdate({
        target: reconciliationWatermarks.provider,
        set: { comparedUntil: sql`greatest(${reconciliationWatermarks.comparedUntil}, excluded.compared_until)` },
        setWhere: sql`${reconciliationWatermarks.comparedUntil} >= ${since.toISOString()}`,
      });
  });
}

/** Ends a run that cannot go on. `error` is a code. */
export async function failRun(database: Database, run: Run, { error, now }: { error: string; now: Date }) {
  await database.update(reconciliationRuns).set(failed(error, now)).where(isHeld(run));
}

export async function findWatermark(database: Database | Transaction, provider: string): Promise<Date | null> {
  const [row] = await database
    .select({ comparedUntil: reconciliationWatermarks.comparedUntil })
    .from(reconciliationWatermarks)
    .where(eq(reconciliationWatermarks.provider, provider));
  return row?.comparedUntil ?? null;
}

/** The run that was started last, whatever became of it; dry runs are none. */
export async function findLastRun(database: Database, provider: string): Promise<Run | null> {
  const [row] = await database
    .select()
    .from(reconciliationRuns)
    .where(and(eq(reconciliationRuns.provider, provider), eq(reconciliationRuns.isDryRun, false)))
    .orderBy(desc(reconciliationRuns.startedAt))
    .limit(1);
  return row ?? null;
}

async function findOpenRun(tx: Transaction, provider: string): Promise<Run | null> {
  const { provider: ofProvider, state, isDryRun } = reconciliationRuns;
  const [row] = await tx
    .select()
    .from(reconciliationRuns)
    .where(and(eq(ofProvider, provider), eq(state, 'running'), eq(isDryRun, false)))
    .limit(1);
  return row ?? null;
}

async function extend(tx: Transaction, id: string, now: Date): Promise<Run | null> {
  const [row] = await tx
    .update(reconciliationRuns)
    .set({ leasedUntil: leaseFrom(now) })
    .where(eq(reconciliationRuns.id, id))
    .returning();
  return row ?? null;
}

async function defaultSince(tx: Transaction, provider: string, now: Date): Promise<Date> {
  const watermark = await findWatermark(tx, provider);
  return watermark ? new Date(watermark.getTime() - overlapMs) : new Date(now.getTime() - firstRunMs);
}

/** As long as the lease is the one that this process wrote. */
function isHeld({ id, leasedUntil }: Run) {
  return and(
    eq(reconciliationRuns.id, id),
    eq(reconciliationRuns.state, 'running'),
    leasedUntil === null ? sql`false` : eq(reconciliationRuns.leasedUntil, leasedUntil),
  );
}

function failed(error: string, now: Date) {
  return { state: 'failed' as const, error, endedAt: now, leasedUntil: null, position: null };
}

/** Whole milliseconds, which is what comes back. */
function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + leaseMs);
}
