import { sql } from 'drizzle-orm';
import { createDatabase, type Database } from '@/db/client';
import { migrate } from '@/db/migrate';
import { median } from '../steps';
import { fillInbox } from './fill';
import { type Figures, measure } from './measure';

export interface GrowthOptions {
  events: number;
  base: number;
  bodies: number;
  runs: number;
}

const aim = 1.5;

/** The same measurements on a database with few events and on one with very many, in turns, and their medians. */
export async function compareGrowth(url: string, options: GrowthOptions): Promise<void> {
  const few = await prepare(url, 'few', { events: options.base, bodies: options.bodies });
  const many = await prepare(url, 'many', { events: options.events, bodies: options.bodies });
  await measureBoth({ few, many }, 'warm_up');
  const rounds: { few: Figures; many: Figures }[] = [];
  for (let run = 1; run <= options.runs; run += 1) rounds.push(await measureBoth({ few, many }, `run_${run}`));
  print(rounds, options);
  await Promise.all([few.$client.end({ timeout: 1 }), many.$client.end({ timeout: 1 })]);
}

async function measureBoth(databases: { few: Database; many: Database }, round: string) {
  const few = await measure(databases.few, round);
  const many = await measure(databases.many, round);
  console.log(round, JSON.stringify({ few: rounded(few), many: rounded(many) }));
  return { few, many };
}

async function prepare(url: string, name: string, size: { events: number; bodies: number }): Promise<Database> {
  const server = createDatabase(url, { max: 1 });
  await server.execute(sql`create database ${sql.identifier(name)}`);
  await server.$client.end();
  const address = new URL(url);
  address.pathname = `/${name}`;
  await migrate(address.toString());
  const database = createDatabase(address.toString(), { max: 4 });
  const startedAt = performance.now();
  await fillInbox(database, size, new Date());
  console.log(`${size.events} events stored in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
  return database;
}

function print(rounds: readonly { few: Figures; many: Figures }[], { base, events, runs }: GrowthOptions): void {
  console.log(`\nMilliseconds, medians of ${runs} interleaved runs\n`);
  console.log(`| | ${base} events | ${events} events | ratio |\n|---|---|---|---|`);
  for (const name of Object.keys(labels).filter((key): key is keyof Figures => key in labels)) {
    const few = median(rounds.map((round) => round.few[name]));
    const many = median(rounds.map((round) => round.many[name]));
    const verdict = many / few <= aim ? '' : ` (over ${aim})`;
    console.log(`| ${labels[name]} | ${few.toFixed(2)} | ${many.toFixed(2)} | ${(many / few).toFixed(2)}${verdict} |`);
  }
}

const labels: Record<keyof Figures, string> = {
  delivering: 'One delivery, from its bytes to its answer',
  inboxPage: 'One page of the inbox',
  pruning: 'One batch of pruning: 200 bodies and 1,000 rows',
  emptyingBodies: 'of it, emptying the bodies',
  deletingRows: 'of it, deleting the rows',
};

function rounded(figures: Figures): Record<string, string> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, value.toFixed(2)]));
}
