import type { autoTopUps } from '@/db/schema';

export type TopUpSettings = Pick<
  typeof autoTopUps.$inferSelect,
  'isEnabled' | 'threshold' | 'monthlyLimit' | 'pausedReason'
>;

export interface TopUpStanding {
  settings: TopUpSettings;
  /** Credits that can be spent now. */
  available: number;
  /** Packs that were charged in this calendar month, UTC, those on their way included. */
  boughtThisMonth: number;
  /** A charge is on its way. */
  isCharging: boolean;
}

export type TopUpDecision = 'buy' | 'off' | 'paused' | 'enough' | 'charging' | 'limit_reached';

/** Whether a pack is bought now, and if not, why. Pure. */
export function decideTopUp({ settings, available, boughtThisMonth, isCharging }: TopUpStanding): TopUpDecision {
  if (!settings.isEnabled) return 'off';
  if (settings.pausedReason !== null) return 'paused';
  if (isCharging) return 'charging';
  if (available >= settings.threshold) return 'enough';
  return boughtThisMonth >= settings.monthlyLimit ? 'limit_reached' : 'buy';
}

const minute = 60_000;
/** Less than a day: as long as a provider is sure to know an idempotency key. */
const patience = 20 * 60 * minute;

/**
 * When a charge whose answer was lost is looked up and sent again, in milliseconds. `age` is how long ago it was decided on.
 * Null: never, a person has to look.
 */
export function pauseAfterUnknown(attempts: number, age: number): number | null {
  return age >= patience ? null : doubling(15_000, attempts);
}

/** When it is looked again whether the webhook of a charge that was taken has come, in milliseconds. */
export function pauseAfterTaken(attempts: number): number {
  return doubling(2000, attempts);
}

function doubling(first: number, attempts: number): number {
  return Math.min(first * 2 ** Math.min(attempts - 1, 20), 60 * minute);
}
