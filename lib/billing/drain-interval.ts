import { log } from '../log';
import { billingContext } from './context';
import { drain } from './drain';

const everyMs = 1000;
const holder = globalThis as typeof globalThis & { paidonceDraining?: NodeJS.Timeout };

/** Drains once a second inside this process; a pass that is still running is not overtaken. */
export function startDraining(): void {
  if (holder.paidonceDraining) return;
  billingContext();
  let isRunning = false;
  holder.paidonceDraining = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    drain(billingContext(), { budgetMs: 5000 })
      .catch((error: unknown) =>
        log.error({ error: error instanceof Error ? error.name : 'unknown' }, 'background pass failed'),
      )
      .finally(() => {
        isRunning = false;
      });
  }, everyMs);
  holder.paidonceDraining.unref();
}
