import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { createDatabase, type Database } from '@/db/client';
import { discardEmbeddedPostgres, startEmbeddedPostgres } from '@/db/embedded';
import { migrate } from '@/db/migrate';
import { projectFolder } from '../../launch/environment';
import { startWorker } from '../worker';
import { seedClocks } from './seed';

const folder = join(projectFolder, '.data', 'bench-renewals');
const workerCounts = [1, 4, 8];

/**
 * Registers the cycles of so many clocks that are due at the same moment, with 1, 4 and 8 workers, on an embedded
 * Postgres of its own. Nothing is asserted about time; returns 1 when a cycle was registered twice or lost.
 */
export async function benchRenewals(clocks: number): Promise<number> {
  await discardEmbeddedPostgres(folder);
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, say: console.log });
  await migrate(postgres.url);
  const database = createDatabase(postgres.url, { max: 2 });
  let isSound = true;
  try {
    for (const workers of workerCounts) {
      const done = await runWorkers(database, postgres.url, { workers, clocks });
      console.log(
        `${workers} workers: ${done.operations} of ${clocks} cycles, ${done.perSecond.toFixed(0)} operations a second, lag p50 ${done.p50.toFixed(0)} ms, p99 ${done.p99.toFixed(0)} ms`,
      );
      isSound &&= done.operations === clocks && done.moved === clocks && done.claimed === clocks;
    }
    return isSound ? 0 : 1;
  } finally {
    await database.$client.end();
    await postgres.stop();
    await discardEmbeddedPostgres(folder);
  }
}

const ready = z.object({ ready: z.literal(true) });
const ticked = z.object({ count: z.number() });

/** The workers are started before the clocks are due, so that only the work is measured. */
async function runWorkers(database: Database, url: string, { workers, clocks }: { workers: number; clocks: number }) {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...{ NODE_ENV: 'production', DATABASE_URL: url, LOG_LEVEL: 'error' },
    ...{ SANDBOX_BILLING: 'on', AUTH_SECRET: 'bench secret of at least 32 characters' },
  };
  const running = Array.from({ length: workers }, () => startWorker('renewals/work.ts', env));
  await Promise.all(running.map((worker) => worker.ask({ do: 'warm_up' }, ready)));
  const prefix = `w${workers}`;
  const dueAt = new Date();
  await seedClocks(database, { count: clocks, dueAt: dueAt.toISOString(), prefix });
  const begun = performance.now();
  const startedAt = new Date();
  const counts = await Promise.all(running.map((worker) => worker.ask({ do: 'tick' }, ticked)));
  const seconds = (performance.now() - begun) / 1000;
  for (const worker of running) worker.stop();
  const claimed = counts.reduce((sum, { count }) => sum + count, 0);
  const { operations, moved, p50, p99 } = await readResult(database, { prefix, startedAt });
  return { operations, moved, claimed, perSecond: operations / seconds, p50, p99 };
}

/** Lag: from when the workers began, with everything due, to when a cycle was registered. */
async function readResult(database: Database, { prefix, startedAt }: { prefix: string; startedAt: Date }) {
  const lag = sql`extract(epoch from created_at - ${startedAt.toISOString()}::timestamptz) * 1000`;
  const [row] = await database.execute(sql`
    select count(*)::int as operations,
      (select count(*)::int from renewal_clocks where starts_with(subscription_id, ${`${prefix}_`}) and next_cycle_no = 2)
        as moved,
      percentile_cont(0.5) within group (order by ${lag})::float as p50,
      percentile_cont(0.99) within group (order by ${lag})::float as p99
    from charge_operations where starts_with(subscription_id, ${`${prefix}_`})`);
  return z.object({ operations: z.number(), moved: z.number(), p50: z.number(), p99: z.number() }).parse(row);
}
