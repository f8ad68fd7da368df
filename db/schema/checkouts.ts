import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { time, whole } from './columns';
import { teams } from './teams';

export const checkoutStates = ['open', 'pending', 'failed', 'expired', 'paid'] as const;

/** Our intents: what a team set out to buy, written before the provider's page opens. */
export const billingCheckouts = pgTable(
  'billing_checkouts',
  {
    /** Unguessable: whoever holds it can only pay for this team. */
    id: text().primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    userId: text('user_id'),
    provider: text().notNull(),
    item: text().notNull(),
    quantity: integer().notNull().default(1),
    expectedAmountMinor: whole('expected_amount_minor').notNull(),
    currency: text().notNull(),
    providerCheckoutId: text('provider_checkout_id'),
    /** The page where it is paid, while it is open. */
    url: text(),
    /** When that page closes by itself, if the provider says. */
    expiresAt: time('expires_at'),
    /** Until when somebody may be opening that page. Null: whoever made the intent opens a page of their own. */
    openingUntil: time('opening_until'),
    state: text({ enum: checkoutStates }).notNull().default('open'),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('billing_checkouts_provider_checkout').on(table.provider, table.providerCheckoutId),
    index('billing_checkouts_team').on(table.teamId, table.createdAt),
    check('billing_checkouts_quantity_positive', sql`quantity > 0`),
    check('billing_checkouts_amount_not_negative', sql`expected_amount_minor >= 0`),
  ],
);
