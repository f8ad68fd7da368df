import type { BillingContext } from '../context';
import type { Pass } from '../drain';
import { providerNames } from '../events';
import { checkLedger, ledgerRun } from './ledger';
import { reconcile } from './run';
import { findLastRun, findWatermark } from './runs';
import { canReconcile } from './who';

const hour = 3_600_000;
const everyMs = 24 * hour;
/** After a run that failed. */
const againMs = hour;

/**
 * Once a day everything is compared with each provider, and our own sums are checked. A pass that has no time left
 * stops after a page, and the next one goes on there. Returns how many runs it worked on.
 */
export async function reconcileDue(context: BillingContext, { isTimeLeft }: Pass): Promise<number> {
  let count = 0;
  for (const provider of providerNames.filter((name) => canReconcile(context, name))) {
    if (!isTimeLeft()) return count;
    if (!(await isDue(context, provider))) continue;
    await reconcile(context, { provider, isTimeLeft });
    count += 1;
  }
  if (isTimeLeft() && (await isDue(context, ledgerRun))) {
    await checkLedger(context, { isTimeLeft });
    count += 1;
  }
  return count;
}

async function isDue({ database, clock }: BillingContext, name: string): Promise<boolean> {
  const now = clock.now().getTime();
  const last = await findLastRun(database, name);
  if (last?.state === 'running') return last.leasedUntil === null || last.leasedUntil.getTime() <= now;
  if (last?.state === 'failed') return (last.endedAt ?? last.startedAt).getTime() + againMs <= now;
  const watermark = await findWatermark(database, name);
  return watermark === null || watermark.getTime() + everyMs <= now;
}
