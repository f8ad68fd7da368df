import type fc from 'fast-check';

/** Vitest's own limit is five seconds for a test; a property is many tests. */
export const propertyTimeout = { timeout: 3_600_000 };

/**
 * How often a property is tried. `PROPERTY_RUNS` multiplies it for a soak, `PROPERTY_SEED` repeats a failure: the seed
 * and the path are part of what a failing property prints.
 */
export function runs(numRuns: number): fc.Parameters<unknown> {
  const seed = Number(process.env.PROPERTY_SEED ?? Number.NaN);
  return {
    numRuns: numRuns * Number(process.env.PROPERTY_RUNS ?? 1),
    ...(Number.isNaN(seed) ? {} : { seed }),
    ...(process.env.PROPERTY_PATH ? { path: process.env.PROPERTY_PATH } : {}),
  };
}
