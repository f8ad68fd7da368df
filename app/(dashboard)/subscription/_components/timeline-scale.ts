import type { SubscriptionTimeline, TransitionView } from '@/lib/billing';

/** Places moments of a stretch of time on a line of 0 to 100. */
export interface Scale {
  /** Moments outside the stretch stand at its ends. */
  at(moment: string): number;
  /** Evenly spaced moments, each on a day of its own, UTC: at most so many, both ends included, or only the first. */
  ticks(most: number): string[];
}

export function createScale({ from, until }: Pick<SubscriptionTimeline, 'from' | 'until'>): Scale {
  const start = Date.parse(from);
  const length = Math.max(Date.parse(until) - start, 1);
  return {
    at: (moment) => Math.min(Math.max(((Date.parse(moment) - start) / length) * 100, 0), 100),
    ticks: (most) => {
      for (let count = most; count > 1; count -= 1) {
        const moments = spaced(start, length, count);
        if (new Set(moments.map((moment) => moment.slice(0, 10))).size === count) return moments;
      }
      return [new Date(start).toISOString()];
    },
  };
}

function spaced(start: number, length: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => new Date(start + (length * index) / (count - 1)).toISOString());
}

/** Transitions so close to each other that one mark stands for them. */
export interface Mark {
  at: number;
  transitions: TransitionView[];
}

const closest = 2;

export function marksOf(scale: Scale, transitions: readonly TransitionView[]): Mark[] {
  const marks: Mark[] = [];
  for (const transition of transitions) {
    const at = scale.at(transition.occurredAt);
    const last = marks.at(-1);
    if (last && at - last.at < closest) last.transitions.push(transition);
    else marks.push({ at, transitions: [transition] });
  }
  return marks;
}
