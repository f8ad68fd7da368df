import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { time, whole } from './columns';
import { teams } from './teams';
import { users } from './users';

/** A team's wish that a pack is bought by itself when its credits run low. */
export const autoTopUps = pgTable(
  'auto_top_ups',
  {
    teamId: text('team_id')
      .primaryKey()
      .references(() => teams.id),
    isEnabled: boolean('is_enabled').notNull(),
    /** Buys when what can be spent falls below this many credits. */
    threshold: whole().notNull(),
    /** The pack's catalog item. */
    item: text().notNull(),
    /** Packs at most in a calendar month, UTC. */
    monthlyLimit: integer('monthly_limit').notNull(),
    /** Why it does not buy at the moment; null while it does. */
    pausedReason: text('paused_reason'),
    updatedBy: text('updated_by').references(() => users.id, { onDelete: 'set null' }),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  () => [check('auto_top_ups_amounts', sql`threshold > 0 and monthly_limit > 0`)],
);

export const topUpStates = ['due', 'charging', 'paid', 'declined', 'unknown', 'abandoned'] as const;

/** One pack that was bought by itself: a charge of a saved card, under its own key. */
export const topUpCharges = pgTable(
  'top_up_charges',
  {
    id: text().primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    /** The intent that says whom the payment is for. */
    checkoutId: text('checkout_id').notNull().unique(),
    provider: text().notNull(),
    /** The key under which the provider takes it once. */
    idempotencyKey: text('idempotency_key').notNull(),
    /** The calendar month that it counts to, `2026-09`. */
    month: text().notNull(),
    state: text({ enum: topUpStates }).notNull().default('due'),
    attempts: integer().notNull().default(0),
    leaseAttempt: integer('lease_attempt').notNull().default(0),
    leasedUntil: time('leased_until'),
    nextAttemptAt: time('next_attempt_at'),
    providerPaymentId: text('provider_payment_id'),
    /** What it was sent with the last time: there it is looked for, whatever the team has by then. Null: it was not. */
    providerCustomerId: text('provider_customer_id'),
    providerSubscriptionId: text('provider_subscription_id'),
    providerPriceId: text('provider_price_id'),
    sentAt: time('sent_at'),
    errorCode: text('error_code'),
    createdAt: time('created_at').notNull().defaultNow(),
    settledAt: time('settled_at'),
  },
  (table) => [
    unique('top_up_charges_key').on(table.provider, table.idempotencyKey),
    /** One at a time. */
    uniqueIndex('top_up_charges_open').on(table.teamId).where(sql`state in ('due', 'charging', 'unknown')`),
    index('top_up_charges_month').on(table.teamId, table.month),
    index('top_up_charges_due').on(table.nextAttemptAt).where(sql`next_attempt_at is not null`),
  ],
);
