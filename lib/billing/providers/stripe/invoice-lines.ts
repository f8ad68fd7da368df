import { z } from 'zod';
import { instant, isRecord, quantity, reference } from './fields';

const source = z.object({ proration: z.boolean().nullish() }).nullish();

/** https://docs.stripe.com/api/invoice-line-item/object, with the places of API versions before 2025-03-31. */
const line = z
  .object({
    amount: z.int(),
    quantity,
    period: z.object({ start: instant, end: instant }),
    pricing: z.object({ price_details: z.object({ price: reference }).nullish() }).nullish(),
    price: reference.nullish(),
    parent: z.object({ type: z.string(), subscription_item_details: source, invoice_item_details: source }).nullish(),
    type: z.string().nullish(),
    proration: z.boolean().nullish(),
  })
  .transform(({ amount, quantity, period, pricing, price, parent, type, proration }) => ({
    amountMinor: amount,
    quantity,
    period,
    providerPriceId: pricing?.price_details?.price ?? price ?? null,
    proration:
      parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? proration ?? false,
    /** Of the subscription itself, and not an extra that was put on the invoice. */
    ofSubscription: parent?.type === 'subscription_item_details' || type === 'subscription',
  }));

export type InvoiceLine = z.infer<typeof line>;

/** As an invoice carries them: at most ten, and whether there are more. */
export const invoiceLines = z.object({ data: z.array(line), has_more: z.boolean().nullish() });

const fetchedLines = z.object({ invoiceLines: z.array(line) });

/** Null: neither the body nor what was fetched has them all. `unreadable`: what was fetched has another shape. */
export function allLines(body: z.infer<typeof invoiceLines>, fetched: unknown): InvoiceLine[] | 'unreadable' | null {
  if (body.has_more !== true) return body.data;
  if (!isRecord(fetched) || fetched.invoiceLines === undefined) return null;
  return fetchedLines.safeParse(fetched).data?.invoiceLines ?? 'unreadable';
}

/** Full cycles of the subscription's items: what a period is paid with. */
export function cycleLines(lines: readonly InvoiceLine[]): InvoiceLine[] {
  return lines.filter((line) => line.ofSubscription && !line.proration);
}
