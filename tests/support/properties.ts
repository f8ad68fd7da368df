import fc from 'fast-check';
import { onTestFailed } from 'vitest';

/** Vitest's own limit is five seconds for a test; a property is many tests. */
export const propertyTimeout = { timeout: 3_600_000 };

/**
 * How often a property is tried. `PROPERTY_RUNS` multiplies it for a soak, `PROPERTY_SEED` repeats a failure. However a
 * property fails, also by running out of time, the seed is printed, and the try that was under way.
 */
export function runs(numRuns: number): fc.Parameters<unknown> {
  const { PROPERTY_RUNS = '1', PROPERTY_SEED, PROPERTY_PATH } = process.env;
  const seed = PROPERTY_SEED ? Number(PROPERTY_SEED) : Date.now() | 0;
  let tries = 0;
  onTestFailed(({ task }) => {
    const told = task.result?.errors?.map(({ message }) => /path: "([\d:]+)"/.exec(message)?.[1]).find(Boolean);
    const path = told ?? PROPERTY_PATH ?? Math.max(tries - 1, 0);
    console.error(`To repeat it: PROPERTY_SEED=${seed} PROPERTY_PATH=${path} npx vitest run -t '${task.name}'`);
  });
  return {
    seed,
    numRuns: numRuns * Number(PROPERTY_RUNS),
    plugins: [
      fc.beforeEach(() => {
        tries += 1;
      }),
    ],
    ...(PROPERTY_PATH ? { path: PROPERTY_PATH } : {}),
  };
}
