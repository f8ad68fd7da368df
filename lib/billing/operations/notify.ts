import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import type { BillingContext } from '../context';

const channel = 'paidonce_work';

/** Tells the workers that something committed is left to them. It only saves them a second: the rows are the truth. */
export async function notifyWorkers({ database, log }: BillingContext): Promise<void> {
  try {
    await database.execute(sql`select pg_notify(${channel}, '')`);
  } catch (error) {
    log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'workers not told');
  }
}

/** Hears what `notifyWorkers` says. Needs a direct connection: a pooler in transaction mode loses it. */
export async function listenForWork(directUrl: string, onWork: () => void): Promise<{ end(): Promise<void> }> {
  const client = postgres(directUrl, { max: 1, connect_timeout: 5, onnotice: () => {} });
  await client.listen(channel, onWork);
  return { end: () => client.end({ timeout: 5 }) };
}
