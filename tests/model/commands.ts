import fc from 'fast-check';
import { day } from './calendar';
import { type Deed, deeds, type Step } from './deeds';
import type { Life } from './reference';
import type { World } from './world';

/** What a command sees of the model. */
export interface Model {
  life: Life;
}

/** How a window of neighbouring steps is told: whether it ends with this one, and what its order and repetitions are. */
interface Telling {
  isKept: boolean;
  seed: number;
}

/** What comes to the same in whatever order it is told. Anything else is told in a window of its own. */
const mixing: ReadonlySet<Step['kind']> = new Set([
  ...(['tick', 'change', 'waver', 'yearly', 'pause', 'resume', 'cancel', 'keep', 'end', 'refund_at_once'] as const),
]);

/** Windows end with these: what is told after money went back may depend on it. */
const last: ReadonlySet<Step['kind']> = new Set([
  ...(['start', 'refund', 'refund_at_once', 'fail_refund', 'dispute', 'judge', 'spend'] as const),
]);

/** How much a window holds, and how late the first of it is told. */
const atMost = 3;
const latest = 45 * day;

/** One step of a life, in the model and at the provider. */
export class Take implements fc.AsyncCommand<Model, World> {
  constructor(
    readonly step: Step,
    readonly telling: Telling,
  ) {}

  check({ life }: Model): boolean {
    return !life.isOver && this.#plan(life) !== null;
  }

  async run({ life }: Model, world: World): Promise<void> {
    const isLate = life.timeOf(this.step) > (life.untold[0]?.at ?? life.now) + latest;
    const isVague = this.step.kind === 'change' && !life.habits.namesPlans;
    const isAlone = isLate || isVague || !mixing.has(this.step.kind);
    if (isAlone && life.now > life.credits.now) await world.tell(life, this.telling.seed);
    this.#plan(life)?.();
    const isLast = isVague || last.has(this.step.kind) || life.credits.balance < 0;
    if (isLast || !this.telling.isKept || life.untold.length >= atMost) await world.tell(life, this.telling.seed);
  }

  toString(): string {
    const { kind, who, when, size } = this.step;
    return `${kind}(${who}, ${when}, ${size})${this.telling.isKept ? '~' : ''}`;
  }

  #plan(life: Life): (() => void) | null {
    const deed: Deed = deeds[this.step.kind];
    return deed(life, this.step);
  }
}

/** How often each is tried; most are not possible at most times. */
const weights: Record<Step['kind'], number> = {
  tick: 14,
  start: 2,
  change: 5,
  waver: 2,
  yearly: 1,
  pause: 3,
  resume: 4,
  cancel: 1,
  keep: 2,
  end: 1,
  refund: 2,
  refund_at_once: 1,
  fail_refund: 1,
  dispute: 1,
  judge: 1,
  spend: 2,
};

/** The steps of a life. `replayPath` repeats a shrunk failure. */
export function lives(replayPath?: string): fc.Arbitrary<Iterable<fc.AsyncCommand<Model, World>>> {
  const digit = fc.nat({ max: 9 });
  const telling = fc.record({ isKept: fc.boolean(), seed: fc.nat({ max: 1_000_000 }) });
  const kinds = Object.keys(weights) as Step['kind'][];
  const all = kinds.flatMap((kind) => {
    const step = fc.record({ kind: fc.constant(kind), who: digit, when: digit, size: digit });
    const take = fc.tuple(step, telling).map((parts) => new Take(...parts));
    return Array.from({ length: weights[kind] }, () => take);
  });
  return fc.noBias(fc.commands(all, { maxCommands: 240, size: 'max', ...(replayPath ? { replayPath } : {}) }));
}
