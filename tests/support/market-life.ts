import fc from 'fast-check';
import { capture, type Hold, hold, release } from '@/lib/billing/credits/hold';
import { spend } from '@/lib/billing/credits/spend';
import { drain } from '@/lib/billing/drain';
import { BillingError, type BillingErrorCode } from '@/lib/billing/errors';
import { type marketContext, type Telling, tell } from './market-days';

/** One thing that somebody does. Numbers choose among what there is. */
export type Deed =
  | { kind: 'tell'; which: number }
  | { kind: 'spend'; team: 0 | 1; key: number; otherAmount: boolean }
  | { kind: 'hold'; team: 0 | 1; key: number; seconds: number }
  | { kind: 'capture'; which: number; thousandths: number }
  | { kind: 'release'; which: number }
  | { kind: 'sweep' };

/** Deeds that are done at once, after some time has passed. */
export interface Moment {
  pause: number;
  deeds: Deed[];
}

const minute = 60_000;
const day = 1440 * minute;

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('tell' as const), which: fc.nat() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('spend' as const),
      team: fc.constantFrom(0, 1),
      key: fc.nat({ max: 9 }),
      otherAmount: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('hold' as const),
      team: fc.constantFrom(0, 1),
      key: fc.nat({ max: 9 }),
      seconds: fc.constantFrom(60, 2_592_000, 2_592_000),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('capture' as const),
      which: fc.nat(),
      thousandths: fc.constantFrom(1, 500, 1000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'sweep' as const }) },
);

/** Several who want what one team has, each for a job of its own. */
const rush: fc.Arbitrary<Deed[]> = fc
  .record({
    team: fc.constantFrom(0 as const, 1 as const),
    kinds: fc.array(fc.constantFrom('spend' as const, 'spend' as const, 'hold' as const), {
      minLength: 4,
      maxLength: 4,
    }),
    first: fc.nat({ max: 9 }),
  })
  .map(({ team, kinds, first }) =>
    kinds.map((kind, n): Deed => {
      const job = { team, key: (first + n) % 10 };
      return kind === 'spend' ? { kind, ...job, otherAmount: false } : { kind, ...job, seconds: 2_592_000 };
    }),
  );

export function moments(maxLength: number): fc.Arbitrary<Moment[]> {
  const moment = fc.record({
    pause: fc.oneof(
      { weight: 6, arbitrary: fc.constant(0) },
      { weight: 2, arbitrary: fc.constantFrom(minute, 3 * 60 * minute) },
      { weight: 1, arbitrary: fc.constantFrom(12 * day, 31 * day) },
    ),
    deeds: fc.oneof(
      { weight: 5, arbitrary: fc.array(deed, { minLength: 1, maxLength: 4 }) },
      { weight: 1, arbitrary: rush },
    ),
  });
  return fc.array(moment, { minLength: 4, maxLength, size: 'max' });
}

/**
 * Payments, then their refunds, then that these have failed, somewhat out of order: `stages` says of each telling which
 * it is. Now and then credits are spent, or a month passes in which a pack ends.
 */
export function inStages(stages: readonly number[]): fc.Arbitrary<Moment[]> {
  const step = fc.record({
    late: fc.nat({ max: 14 }),
    pause: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(31 * day) }),
    job: fc.option(fc.nat({ max: 9 }), { freq: 5 }),
  });
  return fc.array(step, { minLength: stages.length, maxLength: stages.length }).map((steps) => {
    const order = stages.map((stage, which) => ({ which, at: 10 * stage + (steps[which]?.late ?? 0) }));
    order.sort((a, b) => a.at - b.at);
    return order.map(({ which }, n): Moment => {
      const { pause = 0, job = null } = steps[n] ?? {};
      const spend: Deed[] = job === null ? [] : [{ kind: 'spend', team: 0, key: job, otherAmount: false }];
      return { pause, deeds: [{ kind: 'tell', which }, ...spend] };
    });
  });
}

/** What happened so far, as the doers know it: no look into the database. */
export interface Story {
  scope: string;
  tellings: readonly Telling[];
  told: Set<Telling>;
  spent: Map<string, number>;
  holds: Hold[];
  captured: Map<string, number>;
}

const amounts = [1, 400, 7, 800, 40, 1000, 233, 150, 1700, 90];

/** Does one deed and writes down what it came to. What cannot be done is refused with a code; anything else is thrown. */
export async function act(context: ReturnType<typeof marketContext>, story: Story, deed: Deed): Promise<void> {
  const { database, clock } = context;
  switch (deed.kind) {
    case 'tell': {
      const telling = pick(story.tellings, deed.which);
      if (!telling) return;
      story.told.add(telling);
      await tell(context, telling);
      return;
    }
    case 'spend': {
      const spending = requestOf(story, deed, deed.otherAmount ? 1 : 0);
      const spent = await allowing(['insufficient_credits', 'idempotency_key_reused'], () =>
        spend(database, clock, spending),
      );
      if (spent && !spent.duplicate) story.spent.set(`${spending.teamId}:${deed.key}`, spending.credits);
      return;
    }
    case 'hold': {
      const holding = { ...requestOf(story, deed, 0), expiresInSeconds: deed.seconds };
      const held = await allowing(['insufficient_credits'], () => hold(database, clock, holding));
      if (held && !story.holds.some(({ id }) => id === held.id)) story.holds.push(held);
      return;
    }
    case 'capture': {
      const held = pick(story.holds, deed.which);
      if (!held) return;
      const credits = Math.max(Math.floor((held.credits * deed.thousandths) / 1000), 1);
      const { teamId, id: holdId } = held;
      const captured = await allowing(['hold_not_open'], () => capture(database, clock, { teamId, holdId, credits }));
      if (captured) story.captured.set(holdId, captured.captured);
      return;
    }
    case 'release': {
      const held = pick(story.holds, deed.which);
      if (!held) return;
      await allowing(['hold_not_open'], () => release(database, clock, { teamId: held.teamId, holdId: held.id }));
      return;
    }
    case 'sweep':
      await drain(context, { budgetMs: 60_000 });
      return;
    default:
      deed satisfies never;
  }
}

export function requestOf({ scope }: Story, { team, key }: { team: 0 | 1; key: number }, more: number) {
  const credits = (amounts[key] ?? 1) + more;
  return { teamId: `team_${scope}_${team}`, credits, idempotencyKey: `job-${key}`, reason: 'A job' };
}

function pick<T>(from: readonly T[], which: number): T | undefined {
  return from[which % Math.max(from.length, 1)];
}

async function allowing<T>(codes: readonly BillingErrorCode[], deed: () => Promise<T>): Promise<T | null> {
  try {
    return await deed();
  } catch (error) {
    if (error instanceof BillingError && codes.includes(error.code)) return null;
    throw error;
  }
}
