import { sql } from 'drizzle-orm';
import journal from '@/db/migrations/meta/_journal.json';
import type { BillingContext } from '../context';
import { readFigures } from './figures';

export interface Health {
  /** `down`: nothing can be served. `degraded`: it is served, and somebody should look. */
  status: 'ok' | 'degraded' | 'down';
  database: 'up' | 'down';
  /** Of this version; null where nobody could ask. */
  migrations: { applied: number; missing: number } | null;
  /** Since a process that drains was last seen; null: none was within a day. */
  workerAgeSeconds: number | null;
  /** How long what is due has been waiting for its turn. */
  overdueSeconds: number | null;
  parked: number | null;
  openCases: number | null;
  /** What is not as it should be, in sentences. */
  problems: string[];
}

/** A pass comes each second, or each minute from a schedule; after this something is wrong. */
const lateSeconds = 300;

/** How the product stands. Never throws, and names no address, key or customer. */
export async function getHealth(context: BillingContext): Promise<Health> {
  try {
    return judge(await countMigrations(context), await readFigures(context.database, context.clock.now()));
  } catch (error) {
    context.log.error({ error: error instanceof Error ? error.name : 'unknown' }, 'health not known');
    const unknown = { workerAgeSeconds: null, overdueSeconds: null, parked: null, openCases: null };
    const migrations = await countMigrations(context).catch(() => null);
    if (migrations === null)
      return { status: 'down', database: 'down', migrations, ...unknown, problems: ['The database does not answer.'] };
    return { status: 'down', database: 'up', migrations, ...unknown, problems: [missing(migrations.missing)] };
  }
}

type Migrations = NonNullable<Health['migrations']>;

function judge(migrations: Migrations, figures: Awaited<ReturnType<typeof readFigures>>): Health {
  const workerAgeSeconds = figures.workers[0]?.ageSeconds ?? null;
  const { overdueSeconds } = figures;
  const isOverdue = overdueSeconds !== null && overdueSeconds > lateSeconds;
  const problems = [
    migrations.missing > 0 ? missing(migrations.missing) : null,
    workerAgeSeconds === null ? 'No process drains: run npm run worker, or call /api/cron/drain.' : null,
    isOverdue ? `Events have been due for ${Math.round(overdueSeconds)} seconds and nobody took them.` : null,
  ].filter((problem) => problem !== null);
  return {
    status: migrations.missing > 0 ? 'down' : problems.length > 0 ? 'degraded' : 'ok',
    database: 'up',
    migrations,
    workerAgeSeconds: rounded(workerAgeSeconds),
    overdueSeconds: rounded(overdueSeconds),
    parked: figures.unsettled.parked ?? 0,
    openCases: Object.values(figures.openCases).reduce((sum, count) => sum + count, 0),
    problems,
  };
}

function missing(count: number): string {
  return count === 1
    ? 'A migration is missing: run npm run db:migrate.'
    : `${count} migrations are missing: run npm run db:migrate.`;
}

/** The migrator compares the times at which migrations were made, and so does this. */
async function countMigrations({ database }: BillingContext): Promise<Migrations> {
  const [table] = await database.execute<{ name: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') as name`,
  );
  const [row] = table?.name
    ? await database.execute<{ last: string | null }>(
        sql`select max(created_at) as last from drizzle.__drizzle_migrations`,
      )
    : [];
  const last = row?.last == null ? Number.NEGATIVE_INFINITY : Number(row.last);
  const applied = journal.entries.filter(({ when }) => when <= last).length;
  return { applied, missing: journal.entries.length - applied };
}

function rounded(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds);
}
