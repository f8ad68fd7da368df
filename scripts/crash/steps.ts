import { z } from 'zod';
import type { BillingContext, RenewalStep, Step } from '@/lib/billing/context';
import type { Waits } from '@/lib/billing/waits';

const step = z.enum([
  'verified',
  'recorded',
  'worked',
  'settled',
  'committed',
  'tick_locked',
  'tick_registered',
  'tick_moved',
  'tick_committed',
  'charge_leased',
  'charge_answered',
  'charge_recorded',
  'charge_settled',
  'charge_committed',
]);

/** Where a process dies, or stands still until its parent says `release`. */
export const stepsSchema = z.object({
  /** `nth` counts how often the process has come to that step. */
  killAt: z.object({ step, nth: z.number() }).optional(),
  holdAt: step.optional(),
  /** For an answer, in milliseconds; as long as a test lasts unless told. */
  answerMs: z.number().optional(),
});
export type Steps = z.infer<typeof stepsSchema>;

/** What stands still until somebody releases it must not be answered for the time that this takes. */
export function waitsFor(asked: string): Waits {
  const patienceMs = 120_000;
  const { answerMs = patienceMs } = stepsSchema.parse(JSON.parse(asked));
  return { lockMs: patienceMs, statementMs: patienceMs, answerMs };
}

/** What happens at the steps that were asked for, as JSON. Undefined: nobody asked. */
export function followSteps(asked: string | undefined): BillingContext['onStep'] {
  if (!asked) return undefined;
  const { killAt, holdAt } = stepsSchema.parse(JSON.parse(asked));
  const hold = createHold();
  let seen = 0;
  return (reached: Step | RenewalStep) => {
    if (reached === killAt?.step) {
      seen += 1;
      // The kernel ends the process before this call returns: nothing more is written, no handler runs.
      if (seen === killAt.nth) process.kill(process.pid, 'SIGKILL');
    }
    return reached === holdAt ? hold() : undefined;
  };
}

function createHold(): () => Promise<void> {
  let held: (() => void)[] = [];
  process.on('message', (message) => {
    if (message !== 'release') return;
    for (const release of held) release();
    held = [];
  });
  return () => {
    process.send?.({ kind: 'held' });
    return new Promise((resolve) => held.push(resolve));
  };
}
