import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { requireProvider } from '../support/installed';
import { propertyTimeout, runs } from '../support/properties';
import { lives, Take } from './commands';
import { habits } from './habits';
import { Life } from './reference';
import type { PlanProvider } from './tell/teller';
import { World } from './world';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const providers: readonly PlanProvider[] = ['stripe', 'lemonsqueezy', 'polar', 'paddle'];
const began = fc.constantFrom(
  '2027-08-31T09:30:11Z',
  '2028-01-30T23:59:50Z',
  '2027-01-01T00:00:00Z',
  '2026-09-14T10:00:00Z',
);

describe.each(providers)('two years of subscriptions through %s', (provider) => {
  it(
    'leave the periods, credits and states of the model, in whatever order they are told',
    propertyTimeout,
    async () => {
      requireProvider(provider);
      await fc.assert(
        fc.asyncProperty(began, lives(process.env.PROPERTY_REPLAY_PATH), async (start, steps) => {
          const life = new Life(habits[provider], Date.parse(start), 700);
          const world = await World.open(database.db, provider, life);
          await fc.asyncModelRun(() => ({ model: { life }, real: world }), steps);
          await liveOn(life, world);
        }),
        // A life is long, and shrinking lives it many times over: on demand only.
        { ...runs(4), endOnFailure: process.env.PROPERTY_SHRINK === undefined },
      );
    },
  );
});

/** Until the two years are over everything is paid. */
async function liveOn(life: Life, world: World): Promise<void> {
  const step = { who: 0, when: 0, size: 0 };
  const telling = { isKept: true, seed: 1 };
  for (;;) {
    const tick = new Take({ kind: 'tick', ...step }, telling);
    const start = new Take({ kind: 'start', ...step }, telling);
    const resume = new Take({ kind: 'resume', ...step }, telling);
    const next = [tick, resume, start].find((take) => take.check({ life }));
    if (!next) break;
    await next.run({ life }, world);
  }
  await world.tell(life, 1);
}
