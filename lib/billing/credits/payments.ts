import { and, asc, desc, eq } from 'drizzle-orm';
import { creditPurchases } from '@/db/schema';
import type { BillingContext } from '../context';

/** What a line of the history belongs to, when it came from a payment. */
export interface HistoryPayment {
  purchaseId: string;
  provider: string;
  /** The business key under which this payment counts once. */
  purchaseKey: string;
  providerPaymentId: string | null;
  /** The provider's event that was applied for it. */
  eventId: string;
  items: { item: string; name: string; quantity: number; credits: number }[];
  amountMinor: number;
  taxMinor: number;
  discountMinor: number;
  refundedMinor: number;
  currency: string;
  status: (typeof creditPurchases.$inferSelect)['status'];
}

/** A team's payment and when it was paid. */
export type Payment = HistoryPayment & { at: Date };

/** A team's payments through one provider, newest first. */
export async function listPayments(context: BillingContext, teamId: string, provider: string): Promise<Payment[]> {
  const rows = await context.database
    .select()
    .from(creditPurchases)
    .where(and(eq(creditPurchases.teamId, teamId), eq(creditPurchases.provider, provider)))
    .orderBy(desc(creditPurchases.createdAt), desc(creditPurchases.id))
    .limit(50);
  return rows.map((row) => ({ ...historyPayment(context, row), at: row.createdAt }));
}

/** Null for another team's purchase as for one that does not exist. */
export async function findPayment(
  context: BillingContext,
  teamId: string,
  purchaseId: string,
): Promise<HistoryPayment | null> {
  const isMeant = and(eq(creditPurchases.teamId, teamId), eq(creditPurchases.id, purchaseId));
  const [row] = await context.database.select().from(creditPurchases).where(isMeant);
  return row ? historyPayment(context, row) : null;
}

export async function findPurchaseOfCheckout(
  context: BillingContext,
  checkoutId: string,
): Promise<HistoryPayment | null> {
  const [row] = await context.database
    .select()
    .from(creditPurchases)
    .where(eq(creditPurchases.checkoutId, checkoutId))
    .orderBy(asc(creditPurchases.createdAt))
    .limit(1);
  return row ? historyPayment(context, row) : null;
}

/** A purchase as people see it. */
export function historyPayment(
  { settings }: BillingContext,
  purchase: typeof creditPurchases.$inferSelect,
): HistoryPayment {
  const { amountMinor, taxMinor, discountMinor, refundedMinor, currency, status, provider, providerPaymentId } =
    purchase;
  return {
    purchaseId: purchase.id,
    purchaseKey: purchase.providerCheckoutId,
    eventId: purchase.providerEventId,
    items: purchase.lines.map(({ item, quantity, credits: granted }) => ({
      item,
      name: settings.catalog.findItem(item)?.name ?? item,
      quantity,
      credits: granted,
    })),
    ...{ provider, providerPaymentId, amountMinor, taxMinor, discountMinor, refundedMinor, currency, status },
  };
}
