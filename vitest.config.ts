import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const {
  CRASH_ROUNDS = '20',
  PROPERTY_RUNS = '10',
  RACE_ROUNDS = '2000',
  RENEWAL_ROUNDS = '100',
  WORKER_EVENTS = '3000',
  WORKER_KILLS = '30',
} = process.env;

/** `npm run test:soak`: what every run tries a few times, many times over, and what takes long. */
const soak = {
  include: ['tests/{crash,model,properties,races,soak}/**/*.test.ts'],
  exclude: [],
  env: { CRASH_ROUNDS, PROPERTY_RUNS, RACE_ROUNDS, RENEWAL_ROUNDS, WORKER_EVENTS, WORKER_KILLS },
  reporters: ['default'],
  testTimeout: 0,
};

/** The files that take longest, in that order. */
const longest = [
  'tests/lib/billing/subscriptions/bursts.test.ts',
  'tests/lib/billing/subscriptions/permutations.test.ts',
  'tests/crash/workers.test.ts',
  'tests/crash/delivery.test.ts',
  'tests/races/first-payments.test.ts',
  'tests/lib/billing/subscriptions/time-zones.test.ts',
];

/** Begins with what takes longest, so that no worker has a long file left when the others are done. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}

function place({ moduleId }: TestSpecification): number {
  const found = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
  return found === -1 ? longest.length : found;
}

export default defineConfig(({ mode }) => ({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/soak/**'],
    globalSetup: ['tests/support/global-setup.ts'],
    reporters: ['default', './tests/support/guarantees-reporter.ts'],
    pool: 'forks',
    // A test waits for its server about as long as it works; vitest's own choice on two cores is one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    ...(mode === 'soak' ? soak : {}),
  },
}));
