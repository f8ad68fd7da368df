/** The door of automatic top-ups: what a team chooses, what came of it, and whether its credits run low. */
import { billingContext } from '../context';
import { getCredits } from '../credits/queries';
import { findLow, type LowBalance } from './low-balance';
import * as views from './view';

export type { LowBalance } from './low-balance';
export type { TopUpRefusal, TopUpView } from './view';

/** A team's automatic top-up: what it chose, whether a card can be charged, and the newest charges. */
export async function getTopUps(teamId: string): Promise<views.TopUpView> {
  const context = billingContext();
  const { available } = await getCredits(context, teamId);
  return views.getTopUps(context, teamId, available);
}

/** Remembers what a team chose; null, or why not. A pause ends with it. */
export function setTopUps(
  request: views.TopUpChoice & { teamId: string; userId: string },
): Promise<views.TopUpRefusal | null> {
  return views.setTopUps(billingContext(), request);
}

/** What a team has left, when that is less than `CREDITS_LOW_AT`. Null: enough, or it never had any. */
export function findLowBalance(teamId: string): Promise<LowBalance | null> {
  return findLow(billingContext(), teamId);
}
