import { and, desc, eq, inArray, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Database, Queryable, Transaction } from '@/db/client';
import { billingCheckouts, topUpCharges } from '@/db/schema';
import type { ProviderName } from '../events';

export type TopUpCharge = typeof topUpCharges.$inferSelect;
export type TopUpState = TopUpCharge['state'];

const open: TopUpState[] = ['due', 'charging', 'unknown'];
const { id, teamId: ofTeam, state, month: inMonth, leaseAttempt, leasedUntil, nextAttemptAt } = topUpCharges;

/** A pack that is to be charged. The key is the charge's own, so the provider takes it once however often it is sent. */
export async function insertCharge(
  tx: Transaction,
  charge: { teamId: string; checkoutId: string; provider: ProviderName },
  at: Date,
): Promise<string> {
  const chargeId = `top_${uuidv7()}`;
  const due = { month: monthOf(at), createdAt: at, nextAttemptAt: at, idempotencyKey: chargeId };
  await tx.insert(topUpCharges).values({ id: chargeId, ...charge, ...due });
  return chargeId;
}

/** Takes the charge that is due longest, for `leaseMs`. Nobody else settles it meanwhile. */
export async function claimCharge(database: Database, now: Date, leaseMs: number): Promise<TopUpCharge | null> {
  const until = new Date(now.getTime() + leaseMs);
  return database.transaction(async (tx) => {
    const isFree = or(isNull(leasedUntil), lte(leasedUntil, now));
    const [due] = await tx
      .select({ id })
      .from(topUpCharges)
      .where(and(isNotNull(nextAttemptAt), lte(nextAttemptAt, now), inArray(state, open), isFree))
      .orderBy(nextAttemptAt)
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return null;
    const [claimed] = await tx
      .update(topUpCharges)
      .set({
        ...{ state: 'charging', leasedUntil: until, nextAttemptAt: until },
        attempts: sql`${topUpCharges.attempts} + 1`,
        leaseAttempt: sql`${leaseAttempt} + 1`,
      })
      .where(eq(id, due.id))
      .returning();
    return claimed ?? null;
  });
}

type Standing = 'state' | 'nextAttemptAt' | 'providerPaymentId' | 'errorCode' | 'settledAt' | 'leasedUntil';
type Sent = 'providerCustomerId' | 'providerSubscriptionId' | 'providerPriceId' | 'sentAt';
export type ChargeChange = Partial<Pick<TopUpCharge, Standing | Sent>>;

/** Writes what became of a charge, for whoever holds its lease. False: somebody else does by now. */
export async function updateCharge(on: Queryable, charge: TopUpCharge, change: ChargeChange): Promise<boolean> {
  const isHeld = and(eq(id, charge.id), eq(leaseAttempt, charge.leaseAttempt), inArray(state, open));
  const rows = await on.update(topUpCharges).set(change).where(isHeld).returning({ id });
  return rows.length > 0;
}

/** Bought, or on its way; one that was given up may have been paid after all. */
export const isBought = sql`(${state} not in ('declined', 'abandoned') or exists (
  select from ${billingCheckouts} where ${billingCheckouts.id} = ${topUpCharges.checkoutId} and ${billingCheckouts.state} = 'paid'))`;

/** How many packs count to a month's limit, and whether one of them is on its way. */
export async function countCharges(on: Queryable, teamId: string, at: Date) {
  const [row] = await on
    .select({
      bought: sql<string>`count(*) filter (where ${inMonth} = ${monthOf(at)} and ${isBought})`,
      open: sql<string>`count(*) filter (where ${inArray(state, open)})`,
    })
    .from(topUpCharges)
    .where(and(eq(ofTeam, teamId), or(eq(inMonth, monthOf(at)), inArray(state, open))));
  return { boughtThisMonth: Number(row?.bought ?? 0), isCharging: Number(row?.open ?? 0) > 0 };
}

/** The newest first; those that were not needed after all are left out. */
export async function listCharges(on: Queryable, teamId: string, limit: number): Promise<TopUpCharge[]> {
  return on
    .select()
    .from(topUpCharges)
    .where(and(eq(ofTeam, teamId), notInArray(state, ['abandoned'])))
    .orderBy(desc(topUpCharges.createdAt), desc(id))
    .limit(limit);
}

/** `2026-09`, UTC. */
function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}
