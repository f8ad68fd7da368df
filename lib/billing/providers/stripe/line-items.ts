import { z } from 'zod';
import type { PaidLine } from '../../events';
import { id, quantity } from './fields';

/** Line items of a Checkout Session: https://docs.stripe.com/api/checkout/sessions/line_items */
const soldLine = z.object({
  quantity,
  price: z.object({ id, custom_unit_amount: z.unknown().optional() }),
});

/** As a session carries them where they were expanded. */
export const soldLines = z.object({ data: z.array(z.unknown()), has_more: z.boolean().nullish() });

const fetchedLines = z.object({ lineItems: z.array(z.unknown()) });

/**
 * The lines of a session, from its body or from what was fetched. Null: neither has them all. `unreadable`: a line
 * without a price, or none that was bought at all.
 */
export function readSoldLines(
  body: z.infer<typeof soldLines> | null,
  fetched: unknown,
): PaidLine[] | 'unreadable' | null {
  const lines = body && body.has_more !== true ? body.data : fetchedLines.safeParse(fetched).data?.lineItems;
  if (lines === undefined) return null;
  const result = z.array(soldLine).safeParse(lines);
  if (!result.success) return 'unreadable';
  // A buyer may take nothing of a line whose quantity is adjustable down to zero.
  const bought = result.data.filter((line) => line.quantity > 0);
  return bought.length === 0 ? 'unreadable' : bought.map(toPaidLine);
}

function toPaidLine({ price, quantity }: z.infer<typeof soldLine>): PaidLine {
  return {
    providerPriceId: price.id,
    quantity,
    amountChosenByBuyer: price.custom_unit_amount !== null && price.custom_unit_amount !== undefined,
  };
}
