import type { Database } from '@/db/client';
import { drain } from '@/lib/billing/drain';
import { fixedClock, systemClock } from '@/lib/clock';
import { testContext } from './billing';

/** What the worker does a minute from now: everything that is due by then gets its turn. */
export async function drainSoon(database: Database): Promise<void> {
  const clock = fixedClock(new Date(systemClock.now().getTime() + 60_000));
  await drain(testContext(database, { clock }), { budgetMs: 60_000 });
}
