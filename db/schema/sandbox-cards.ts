import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core';
import { time, whole } from './columns';

/** How the sandbox's test cards answer a charge. */
export const cardBehaviours = [
  'accepts',
  'declines_softly',
  'declines_for_good',
  'loses_the_answer',
  'asks_for_action',
  'takes_its_time',
] as const;

/** The sandbox's own side of a card that is to be saved: its hosted page, and where the buyer goes from there. */
export const sandboxSetups = pgTable(
  'sandbox_setups',
  {
    /** `sbx_set_…` */
    id: text().primaryKey(),
    /** The caller's own id, told again when the card is saved. */
    setupId: text('setup_id').notNull(),
    customerId: text('customer_id').notNull(),
    /** Paths of our own. */
    successPath: text('success_path').notNull(),
    cancelPath: text('cancel_path').notNull(),
    state: text({ enum: ['open', 'saved', 'left'] })
      .notNull()
      .default('open'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    unique('sandbox_setups_setup').on(table.setupId),
    check('sandbox_setups_state_known', sql`state in ('open', 'saved', 'left')`),
  ],
);

/** A test card that the sandbox keeps for a customer. */
export const sandboxCards = pgTable(
  'sandbox_cards',
  {
    /** `sbx_pm_…` */
    id: text().primaryKey(),
    customerId: text('customer_id').notNull(),
    setupId: text('setup_id')
      .notNull()
      .unique('sandbox_cards_setup')
      .references(() => sandboxSetups.id),
    behaviour: text({ enum: cardBehaviours }).notNull(),
    brand: text().notNull(),
    last4: text().notNull(),
    expMonth: smallint('exp_month').notNull(),
    expYear: smallint('exp_year').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('sandbox_cards_customer').on(table.customerId, table.createdAt),
    check(
      'sandbox_cards_behaviour_known',
      sql`behaviour in ('accepts', 'declines_softly', 'declines_for_good', 'loses_the_answer', 'asks_for_action', 'takes_its_time')`,
    ),
  ],
);

/** What the sandbox took from a card: one row for each key, however often it was asked. */
export const sandboxCharges = pgTable(
  'sandbox_charges',
  {
    /** `sbx_pay_…` */
    id: text().primaryKey(),
    idempotencyKey: text('idempotency_key').notNull().unique('sandbox_charges_key'),
    requestHash: text('request_hash').notNull(),
    operationId: text('operation_id').notNull(),
    customerId: text('customer_id').notNull(),
    cardId: text('card_id')
      .notNull()
      .references(() => sandboxCards.id),
    amountMinor: whole('amount_minor').notNull(),
    currency: text().notNull(),
    metadata: jsonb().$type<Record<string, string>>().notNull(),
    status: text({ enum: ['succeeded', 'processing', 'action_required', 'failed'] }).notNull(),
    code: text(),
    /** Requests that came for it. */
    requests: integer().notNull().default(1),
    /** How often somebody asked how it stands. */
    questions: integer().notNull().default(0),
    createdAt: time('created_at').notNull(),
    settledAt: time('settled_at'),
  },
  (table) => [
    index('sandbox_charges_operation').on(table.operationId, table.createdAt),
    check('sandbox_charges_amount', sql`amount_minor > 0 and requests > 0 and questions >= 0`),
    check('sandbox_charges_status_known', sql`status in ('succeeded', 'processing', 'action_required', 'failed')`),
    check('sandbox_charges_code', sql`(status = 'failed') = (code is not null)`),
    check('sandbox_charges_settled', sql`(status in ('succeeded', 'failed')) = (settled_at is not null)`),
  ],
);

/** The time that the time machine made up for a subscription: its renewals live in it. */
export const simulatedTimes = pgTable('simulated_times', {
  subscriptionId: text('subscription_id').primaryKey(),
  now: time('now').notNull(),
  updatedAt: time('updated_at').notNull(),
});
