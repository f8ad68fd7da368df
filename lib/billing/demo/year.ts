import { addMonths } from '../credits/allowance-plan';
import type { LabAction } from '../lab/actions';
import type { SubscriptionAction } from '../lab/subscription-actions';

/** Something that a team did, or that the sandbox did to it. Credits are whole. */
export type Deed =
  | { kind: 'subscribe'; item: string }
  | { kind: 'buy'; item: string }
  | { kind: 'subscription'; action: SubscriptionAction; item?: string }
  /** Done to the pack that was bought last. */
  | { kind: 'pack'; action: LabAction }
  | { kind: 'spend'; credits: number; reason: string }
  | { kind: 'job'; held: number; used: number; reason: string };

export interface DatedDeed {
  at: Date;
  deed: Deed;
}

const day = 86_400_000;
/** How far the running period is when the visitor comes. */
const daysIntoPeriod = 12;
const months = 12;

/**
 * A year of a team that ends now: a plan that renews every month and once is paid late, an upgrade, packs, a refund, a
 * dispute that was won, and spending throughout. Oldest first. The amounts look like chance and are the same each time. Pure.
 */
export function planYear(now: Date): DatedDeed[] {
  const start = monthsAfter(new Date(now.getTime() - daysIntoPeriod * day), -months);
  const deeds = Array.from({ length: months + 1 }, (_, month) => planMonth(start, month)).flat();
  return deeds.filter(({ at }) => at < now).sort((one, other) => one.at.getTime() - other.at.getTime());
}

function planMonth(start: Date, month: number): DatedDeed[] {
  const beginning = monthsAfter(start, month);
  const at = (days: number) => new Date(beginning.getTime() + days * day);
  const beginnings: Deed =
    month === 0 ? { kind: 'subscribe', item: 'pro_monthly' } : { kind: 'subscription', action: 'advance' };
  return [
    { at: beginning, deed: beginnings },
    ...(happenings[month] ?? []).map(([days, deed]) => ({ at: at(days), deed })),
    ...planSpending(month).map(([days, deed]) => ({ at: at(days), deed })),
  ];
}

/** What else happens, so many days into a month. */
const happenings: Record<number, [number, Deed][]> = {
  1: [[9.3, { kind: 'buy', item: 'pack_1000' }]],
  3: [[27.2, { kind: 'subscription', action: 'fail_next_card' }]],
  4: [[2.6, { kind: 'subscription', action: 'fix_card' }]],
  6: [[11.4, { kind: 'subscription', action: 'change_plan', item: 'business_monthly' }]],
  8: [
    [6.1, { kind: 'buy', item: 'pack_5000' }],
    [8.7, { kind: 'pack', action: 'refund_half' }],
  ],
  10: [
    [5.5, { kind: 'buy', item: 'pack_1000' }],
    [14.2, { kind: 'pack', action: 'dispute' }],
    [22.8, { kind: 'pack', action: 'dispute_won' }],
  ],
};

const reasons = ['Image generation', 'Monthly report', 'Transcription', 'Translation', 'Data import'] as const;

/** Less than the plan brings, so that no month runs dry. The last weeks are told day by day. */
function planSpending(month: number): [number, Deed][] {
  const isBusiness = month > 6;
  const isRecent = month >= months - 1;
  const count = isRecent ? 14 : 5;
  const allowance = isBusiness ? 4600 : 880;
  return Array.from({ length: count }, (_, index) => {
    const chance = chanceOf(month * 31 + index);
    const credits = Math.max(Math.floor((allowance / count) * (0.55 + 0.45 * chance)), 1);
    const reason = reasons[(month + index) % reasons.length] ?? reasons[0];
    const days = 0.4 + (index * 29) / count + chance;
    const deed: Deed =
      index % 4 === 3
        ? { kind: 'job', held: credits, used: Math.ceil(credits * 0.8), reason }
        : { kind: 'spend', credits, reason };
    return [days, deed];
  });
}

/** From 0 to 1, the same for the same number. */
function chanceOf(seed: number): number {
  const value = Math.sin(seed * 12.9898 + 78.233) * 43_758.5453;
  return value - Math.floor(value);
}

function monthsAfter(date: Date, count: number): Date {
  return new Date(addMonths(date.toISOString(), count));
}
