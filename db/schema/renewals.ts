import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant, time } from './columns';
import { subscriptions } from './subscriptions';
import { teams } from './teams';

export const intervalUnits = ['day', 'month', 'year'] as const;

/** Cards and the like that a provider keeps for a team, to be charged when the buyer is not there. */
export const savedPaymentMethods = pgTable(
  'saved_payment_methods',
  {
    id: text().primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    provider: text().notNull(),
    providerCustomerId: text('provider_customer_id').notNull(),
    providerPaymentMethodId: text('provider_payment_method_id').notNull(),
    brand: text(),
    last4: text(),
    expMonth: smallint('exp_month'),
    expYear: smallint('exp_year'),
    /** The one that new tries are charged to. */
    isDefault: boolean('is_default').notNull().default(false),
    /** When the provider told that it was saved. */
    savedAt: instant('saved_at').notNull(),
    removedAt: time('removed_at'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('saved_payment_methods_provider_id').on(table.provider, table.providerPaymentMethodId, table.teamId),
    uniqueIndex('saved_payment_methods_default').on(table.teamId, table.provider).where(sql`is_default`),
    check('saved_payment_methods_default_kept', sql`not is_default or removed_at is null`),
  ],
);

/** Our intent that a team saves a payment method, written before the provider's page opens. */
export const paymentMethodSetups = pgTable(
  'payment_method_setups',
  {
    id: text().primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    userId: text('user_id'),
    provider: text().notNull(),
    /** What follows once it is saved: a subscription to `item`, or only that it is charged from then on. */
    purpose: text({ enum: ['subscribe', 'replace'] }).notNull(),
    item: text(),
    quantity: integer(),
    providerSetupId: text('provider_setup_id'),
    state: text({ enum: ['open', 'completed'] })
      .notNull()
      .default('open'),
    createdAt: time('created_at').notNull(),
    completedAt: time('completed_at'),
  },
  (table) => [
    unique('payment_method_setups_provider_id').on(table.provider, table.providerSetupId),
    index('payment_method_setups_team').on(table.teamId, table.createdAt),
    check('payment_method_setups_purpose', sql`(purpose = 'subscribe') = (item is not null and quantity is not null)`),
    check('payment_method_setups_completed', sql`(state = 'completed') = (completed_at is not null)`),
  ],
);

/** When the next cycle of a subscription is due. Only those that we renew have one. */
export const renewalClocks = pgTable(
  'renewal_clocks',
  {
    subscriptionId: text('subscription_id').primaryKey(),
    /** With the foreign key: while a clock exists its subscription is ours to renew, and nobody else's. */
    clockOwner: text('clock_owner', { enum: ['us'] })
      .notNull()
      .default('us'),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    state: text({ enum: ['running', 'stopped', 'halted'] }).notNull(),
    /** Why it does not run. */
    stateReason: text('state_reason'),
    /** Cycle n begins `(n - anchorCycleNo) * intervalCount` units after the anchor, by the wall clock of the zone. */
    anchor: instant().notNull(),
    anchorCycleNo: integer('anchor_cycle_no').notNull().default(0),
    intervalUnit: text('interval_unit', { enum: intervalUnits }).notNull(),
    intervalCount: integer('interval_count').notNull(),
    timeZone: text('time_zone').notNull(),
    /** What the cycles are charged for. */
    item: text().notNull(),
    quantity: integer().notNull(),
    /** What they are charged for from the next cycle on, where that was changed. */
    nextItem: text('next_item'),
    nextQuantity: integer('next_quantity'),
    /** The cycle that is due next and its nominal start: never counted from now. */
    nextCycleNo: integer('next_cycle_no').notNull(),
    nextDueAt: instant('next_due_at').notNull(),
    /** When it is looked at next: at `nextDueAt`, later after an error. Null once it does not run. */
    nextRunAt: time('next_run_at'),
    /** Ticks that failed in a row. */
    failures: integer().notNull().default(0),
    errorCode: text('error_code'),
    /** Its time is made up: it runs when the time machine says, never with the real clock. */
    isSimulated: boolean('is_simulated').notNull().default(false),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    foreignKey({
      name: 'renewal_clocks_owned',
      columns: [table.subscriptionId, table.clockOwner],
      foreignColumns: [subscriptions.id, subscriptions.clockOwner],
    }),
    index('renewal_clocks_due').on(table.nextRunAt).where(sql`next_run_at is not null`),
    index('renewal_clocks_state').on(table.state, table.updatedAt),
    check('renewal_clocks_owner', sql`clock_owner = 'us'`),
    check('renewal_clocks_state_known', sql`state in ('running', 'stopped', 'halted')`),
    check('renewal_clocks_runs', sql`(state = 'running') = (next_run_at is not null)`),
    check('renewal_clocks_reason', sql`state = 'running' or state_reason is not null`),
    check('renewal_clocks_unit_known', sql`interval_unit in ('day', 'month', 'year') and interval_count > 0`),
    check('renewal_clocks_cycles', sql`next_cycle_no > anchor_cycle_no and next_due_at > anchor and quantity > 0`),
    check('renewal_clocks_change', sql`(next_item is null) = (next_quantity is null)`),
  ],
);
