import { eq } from 'drizzle-orm';
import { credits } from '@/db/schema';
import type { BillingContext } from '../context';
import { getCredits } from '../credits/queries';
import { countCharges } from './charges';
import { decideTopUp, type TopUpDecision } from './decide';
import { findAutoTopUp } from './settings';

export interface LowBalance {
  /** Credits that can be spent. */
  available: number;
  /** What is done about it by itself. */
  topUp: TopUpDecision;
}

/** Null: enough is left, nobody wants to hear of it, or the team never had credits. */
export async function findLow(context: BillingContext, teamId: string): Promise<LowBalance | null> {
  const { database, settings, clock } = context;
  if (settings.creditsLowAt === null) return null;
  const { available } = await getCredits(context, teamId);
  if (available >= settings.creditsLowAt) return null;
  const [had] = await database.select({ teamId: credits.teamId }).from(credits).where(eq(credits.teamId, teamId));
  if (!had) return null;
  const [chosen, counted] = await Promise.all([
    findAutoTopUp(database, teamId),
    countCharges(database, teamId, clock.now()),
  ]);
  const topUp = chosen ? decideTopUp({ settings: chosen, available, ...counted }) : 'off';
  return { available, topUp };
}
