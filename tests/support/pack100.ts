import { randomUUID } from 'node:crypto';
import type { Database } from '@/db/client';
import { billingCheckouts } from '@/db/schema';
import { type CatalogItem, createCatalog } from '@/lib/billing/catalog';
import type { BillingContext } from '@/lib/billing/context';
import { createTeam, testContext, testSettings } from './billing';
import { type PurchaseStory, stripePurchase } from './purchases';

/** 100 credits at 10.00 USD: numbers that can be added up by eye. */
const items: CatalogItem[] = [
  {
    kind: 'pack',
    item: 'pack_100',
    name: '100 credits',
    credits: 100,
    amountMinor: 1000,
    currency: 'USD',
    expiresAfterDays: null,
  },
  {
    kind: 'pack',
    item: 'pack_500',
    name: '500 credits',
    credits: 500,
    amountMinor: 4000,
    currency: 'USD',
    expiresAfterDays: null,
  },
];

const prices = { pack_100: ['price_100'], pack_500: ['price_500'] };

const pack100Catalog = createCatalog(items, {
  stripe: prices,
  lemonsqueezy: prices,
  polar: prices,
  paddle: prices,
});

export function pack100Context(database: Database, changes: Partial<BillingContext> = {}) {
  return testContext(database, { settings: testSettings({ catalog: pack100Catalog }), ...changes });
}

/** A team that is about to buy the pack through Stripe. */
export async function pack100Purchase(
  database: Database,
  options: { quantity?: number; teamId?: string; currency?: string; amountMinor?: number } = {},
): Promise<{
  teamId: string;
  checkoutId: string;
  purchase: PurchaseStory;
  paid: (changes?: Record<string, unknown>) => Uint8Array;
}> {
  const teamId = options.teamId ?? (await createTeam(database));
  const checkoutId = `chk_${randomUUID()}`;
  const quantity = options.quantity ?? 1;
  const amountMinor = options.amountMinor ?? 1000 * quantity;
  const currency = options.currency ?? 'USD';
  await database.insert(billingCheckouts).values({
    id: checkoutId,
    teamId,
    provider: 'stripe',
    item: 'pack_100',
    quantity,
    expectedAmountMinor: amountMinor,
    currency,
  });
  const purchase = stripePurchase({ checkoutId, teamId });
  const paid = (changes: Record<string, unknown> = {}) =>
    purchase.paid({
      'data.object.amount_subtotal': amountMinor,
      'data.object.amount_total': amountMinor,
      'data.object.currency': currency.toLowerCase(),
      ...changes,
    });
  return { teamId, checkoutId, purchase, paid };
}
