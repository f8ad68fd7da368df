import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { createDatabase } from '@/db/client';
import { prepared } from '@/db/prepared';
import { spend } from '@/lib/billing/credits/spend';
import { systemClock } from '@/lib/clock';
import { runConcurrently } from './concurrency';
import { spendingTeamId, teamIdOf } from './seed';
import { measureSteps } from './steps';
import { answerWork } from './worker';

const work = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('select'), count: z.number() }),
  z.object({ kind: z.literal('spend'), count: z.number(), key: z.string(), teams: z.enum(['own', 'hot']) }),
  z.object({ kind: z.literal('steps'), count: z.number(), series: z.string() }),
]);

const databaseUrl = process.env.DATABASE_URL ?? '';
const database = createDatabase(databaseUrl, { max: 10 });
const selectOne = prepared(sql`select 1`);

answerWork(work, async (asked) => {
  if (asked.kind === 'steps') return measureSteps(databaseUrl, asked.series, asked.count);
  const before = process.cpuUsage();
  const timings = await runConcurrently(asked.count, async (index) => {
    if (asked.kind === 'select') return database.transaction((tx) => selectOne(tx, {}));
    const teamId = asked.teams === 'hot' ? spendingTeamId : teamIdOf('own_0', index);
    const idempotencyKey = `${asked.key}_${index}`;
    return spend(database, systemClock, { teamId, credits: 1, idempotencyKey, reason: 'Bench' });
  });
  const { user, system } = process.cpuUsage(before);
  return { ...timings, cpuMs: (user + system) / 1000 };
});
