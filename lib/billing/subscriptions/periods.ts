import { and, asc, desc, eq, gt, isNull, lte, or, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Queryable, Transaction } from '@/db/client';
import { subscriptionBillingPeriods as periods, subscriptionBillingPeriods, subscriptions } from '@/db/schema';
import type { Instant, ProviderName } from '../events';

export type Period = typeof periods.$inferSelect;
export type NewPeriod = Omit<typeof periods.$inferInsert, 'id' | 'createdAt'>;

/** Inserts a paid period under its key. Null: the key is taken. */
export async function insertPeriod(tx: Transaction, values: NewPeriod, at: Date): Promise<Period | null> {
  const [row] = await tx
    .insert(subscriptionBillingPeriods)
    .values({ id: uuidv7(), ...values, createdAt: at })
    .onConflictDoNothing({ target: [periods.provider, periods.providerRenewalKey] })
    .returning();
  return row ?? null;
}

/** The period that was recorded under a renewal key. */
export async function findPeriodByKey(
  on: Queryable,
  provider: ProviderName,
  renewalKey: string,
): Promise<Period | null> {
  const [row] = await on
    .select()
    .from(periods)
    .where(and(eq(periods.provider, provider), eq(periods.providerRenewalKey, renewalKey)));
  return row ?? null;
}

/** A subscription's paid periods in the order of their time. */
export async function listPeriods(on: Queryable, subscriptionId: string): Promise<Period[]> {
  return on
    .select()
    .from(periods)
    .where(eq(periods.subscriptionId, subscriptionId))
    .orderBy(asc(periods.periodStart), asc(periods.id));
}

/** The period that counts at a time: not superseded before it, and not paid after the subscription's end. */
export async function findPeriodContaining(on: Queryable, subscriptionId: string, at: Instant): Promise<Period | null> {
  const [row] = await on
    .select()
    .from(periods)
    .where(
      and(
        eq(periods.subscriptionId, subscriptionId),
        lte(periods.periodStart, at),
        gt(periods.periodEnd, at),
        or(isNull(periods.supersededAt), gt(periods.supersededAt, at)),
      ),
    )
    .orderBy(desc(periods.periodStart))
    .limit(1);
  return row?.kind === 'after_end' ? null : (row ?? null);
}

/** A period with the team of its subscription. */
export interface TeamPeriod {
  period: Period;
  teamId: string;
}

/** The period that a payment was for. Its subscription is locked first, as everywhere. */
export async function lockPeriodOfPayment(
  tx: Transaction,
  provider: ProviderName,
  providerPaymentId: string,
): Promise<TeamPeriod | null> {
  const isPayment = or(
    eq(periods.providerPaymentId, providerPaymentId),
    eq(periods.providerOrderPaymentId, providerPaymentId),
  );
  return lockWithSubscription(tx, and(eq(periods.provider, provider), isPayment));
}

/** The period of an invoice. Its subscription is locked first, as everywhere. */
export async function lockPeriodOfInvoice(
  tx: Transaction,
  provider: ProviderName,
  providerInvoiceId: string,
): Promise<TeamPeriod | null> {
  return lockWithSubscription(
    tx,
    and(eq(periods.provider, provider), eq(periods.providerInvoiceId, providerInvoiceId)),
  );
}

async function lockWithSubscription(tx: Transaction, isMeant: SQL | undefined): Promise<TeamPeriod | null> {
  const [found] = await tx
    .select({ id: periods.id, subscriptionId: periods.subscriptionId })
    .from(periods)
    .where(isMeant)
    .limit(1);
  if (!found) return null;
  const [subscription] = await tx
    .select({ teamId: subscriptions.teamId })
    .from(subscriptions)
    .where(eq(subscriptions.id, found.subscriptionId))
    .for('update');
  return subscription ? { period: await lockPeriod(tx, found.id), teamId: subscription.teamId } : null;
}

/** Locks a period whose subscription the caller has locked. */
export async function lockPeriod(tx: Transaction, periodId: string): Promise<Period> {
  const [row] = await tx.select().from(periods).where(eq(periods.id, periodId)).for('update');
  if (!row) throw new Error(`There is no period ${periodId}.`);
  return row;
}

/** Links the payment that settled an invoice to the invoice's period, which the caller has locked. */
export async function linkPeriodPayment(tx: Transaction, periodId: string, providerPaymentId: string): Promise<void> {
  await tx.update(subscriptionBillingPeriods).set({ providerPaymentId }).where(eq(periods.id, periodId));
}

/** The order that the first payment also was, once the subscription tells it. Null: there is nothing to link. */
export async function linkFirstOrder(
  tx: Transaction,
  subscriptionId: string,
  orderPaymentId: string,
): Promise<string | null> {
  const [row] = await tx
    .update(subscriptionBillingPeriods)
    .set({ providerOrderPaymentId: orderPaymentId })
    .where(
      and(
        eq(periods.subscriptionId, subscriptionId),
        eq(periods.kind, 'first'),
        isNull(periods.providerOrderPaymentId),
      ),
    )
    .returning({ id: periods.id });
  return row?.id ?? null;
}

/** Another period took over at this time. The dates stay as they were paid for. */
export async function markSuperseded(tx: Transaction, periodId: string, at: Instant): Promise<void> {
  await tx.update(subscriptionBillingPeriods).set({ supersededAt: at }).where(eq(periods.id, periodId));
}

/** A failure that was told late: the cycle was recovered. */
export async function markRecovered(tx: Transaction, periodId: string): Promise<void> {
  await tx
    .update(subscriptionBillingPeriods)
    .set({ kind: 'recovery' })
    .where(and(eq(periods.id, periodId), eq(periods.kind, 'renewal')));
}

/** The catalog knows by now what was paid for. */
export async function markPlan(
  tx: Transaction,
  periodId: string,
  paid: { plan: string; quantity: number },
): Promise<void> {
  await tx.update(subscriptionBillingPeriods).set(paid).where(eq(periods.id, periodId));
}

/** What the reversals of a period's payment leave of it. */
export async function markPeriodReversed(
  tx: Transaction,
  periodId: string,
  reversed: Pick<Period, 'status' | 'refundedMinor' | 'refundedCredits'>,
): Promise<void> {
  await tx.update(subscriptionBillingPeriods).set(reversed).where(eq(periods.id, periodId));
}

/** Raises the period's high-water mark: the credits a month that it stood for at most. */
export async function raiseAllowanceHigh(tx: Transaction, periodId: string, credits: number): Promise<void> {
  await tx.update(subscriptionBillingPeriods).set({ allowanceHigh: credits }).where(eq(periods.id, periodId));
}
