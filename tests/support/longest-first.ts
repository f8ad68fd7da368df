import { BaseSequencer, type TestSpecification } from 'vitest/node';

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
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}

function place({ moduleId }: TestSpecification): number {
  const found = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
  return found === -1 ? longest.length : found;
}
