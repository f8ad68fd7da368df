import type { BillingContext } from '../context';
import { type Drained, drain } from '../drain';
import { beat, removeOldHeartbeats } from './heartbeats';
import { observePass } from './meters';

/**
 * One bounded pass for a schedule that calls from outside, seen in the health as kind `cron`. Throws when the database
 * does not answer.
 */
export async function drainBySchedule(context: BillingContext, { budgetMs }: { budgetMs: number }): Promise<Drained> {
  const { database, clock } = context;
  const startedAt = clock.now();
  await removeOldHeartbeats(database, startedAt);
  await beat(database, { id: 'cron', kind: 'cron', startedAt }, startedAt);
  const drained = await drain(context, { budgetMs });
  observePass(clock.now().getTime() - startedAt.getTime());
  return drained;
}
