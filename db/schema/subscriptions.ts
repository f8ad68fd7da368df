import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import { instant, time, whole } from './columns';
import { purchaseStatuses } from './credits';
import { teams } from './teams';

export const subscriptionStatuses = [
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const;

/** How each subscription stands: what was paid for, and what the newest snapshot tells. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text().primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    provider: text().notNull(),
    /** Who says when it renews: its provider, or our clock. Only then is its id one of ours, `own_…`. */
    clockOwner: text('clock_owner', { enum: ['provider', 'us'] })
      .notNull()
      .default('provider'),
    providerSubscriptionId: text('provider_subscription_id').notNull(),
    providerCustomerId: text('provider_customer_id'),
    checkoutId: text('checkout_id'),
    /** The payment id under which the provider's order of the first payment is refunded (Lemon Squeezy). */
    providerOrderPaymentId: text('provider_order_payment_id'),
    /** The one of its team that counts for access. */
    isCurrent: boolean('is_current').notNull().default(false),
    status: text({ enum: subscriptionStatuses }).notNull(),
    /** A catalog item. Null until a price that the catalog knows was told or paid. */
    plan: text(),
    providerPriceId: text('provider_price_id'),
    quantity: integer().notNull().default(1),
    /** What was paid for. Only a paid period moves it. */
    currentPeriodStart: instant('current_period_start'),
    currentPeriodEnd: instant('current_period_end'),
    /** When it began, as the provider tells. */
    startedAt: instant('started_at'),
    /** What the provider tells, paid or not. */
    providerPeriodStart: instant('provider_period_start'),
    providerPeriodEnd: instant('provider_period_end'),
    trialEnd: instant('trial_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    cancelAt: instant('cancel_at'),
    endedAt: instant('ended_at'),
    /** The first failure of a payment that is still outstanding. */
    pastDueSince: instant('past_due_since'),
    providerVersion: text('provider_version'),
    /** When the snapshot that was applied last occurred. Null: any snapshot is newer. */
    snapshotOccurredAt: instant('snapshot_occurred_at'),
    snapshotSuccession: smallint('snapshot_succession'),
    /** What that snapshot told. */
    snapshot: jsonb().$type<Record<string, unknown>>(),
    /** Counts the paid periods that moved the subscription. */
    revision: integer().notNull().default(0),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    unique('subscriptions_provider_subscription').on(table.provider, table.providerSubscriptionId),
    uniqueIndex('subscriptions_current').on(table.teamId).where(sql`is_current`),
    unique('subscriptions_clock_owner').on(table.id, table.clockOwner),
    uniqueIndex('subscriptions_one_of_ours').on(table.teamId).where(sql`clock_owner = 'us' and ended_at is null`),
    index('subscriptions_team').on(table.teamId, table.createdAt),
    check('subscriptions_clock_owner_known', sql`clock_owner in ('provider', 'us')`),
    check('subscriptions_own_id', sql`(clock_owner = 'us') = starts_with(provider_subscription_id, 'own_')`),
    // What we renew hears no snapshot of a provider, and what a provider renews has no clock of ours.
    check('subscriptions_own_tells_itself', sql`clock_owner = 'provider' or snapshot_occurred_at is null`),
    check('subscriptions_own_ended', sql`clock_owner = 'provider' or (status = 'canceled') = (ended_at is not null)`),
    check('subscriptions_provider_id_not_empty', sql`provider_subscription_id <> ''`),
    check(
      'subscriptions_status_known',
      sql`status in ('incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled')`,
    ),
    check('subscriptions_period', sql`(current_period_start is null) = (current_period_end is null)`),
    check('subscriptions_quantity', sql`quantity >= 0 and revision >= 0`),
  ],
);

export const periodKinds = [
  'first',
  'trial_conversion',
  'renewal',
  'recovery',
  'resumption',
  'replacement',
  /** Paid after the subscription had ended: recorded, and moves nothing. */
  'after_end',
] as const;

/** One row per cycle that was paid for: the key by which it counts once, and the history of a subscription. */
export const subscriptionBillingPeriods = pgTable(
  'subscription_billing_periods',
  {
    id: text().primaryKey(),
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    provider: text().notNull(),
    /** The provider's immutable id of this cycle's invoice, order or transaction. */
    providerRenewalKey: text('provider_renewal_key').notNull(),
    providerInvoiceId: text('provider_invoice_id'),
    providerPaymentId: text('provider_payment_id'),
    /** A second id under which a refund may name this payment: the order that a first payment also was. */
    providerOrderPaymentId: text('provider_order_payment_id'),
    providerEventId: text('provider_event_id').notNull(),
    periodStart: instant('period_start').notNull(),
    periodEnd: instant('period_end').notNull(),
    paidAmountMinor: whole('paid_amount_minor').notNull(),
    subtotalMinor: whole('subtotal_minor').notNull(),
    discountMinor: whole('discount_minor').notNull(),
    taxMinor: whole('tax_minor').notNull(),
    currency: varchar({ length: 3 }).notNull(),
    paidAt: instant('paid_at').notNull(),
    /** The catalog item that was paid for. Null: the catalog does not know the price. */
    plan: text(),
    quantity: integer().notNull(),
    kind: text({ enum: periodKinds }).notNull(),
    /** `derived` where the provider sends no period: then the dates are not compared. */
    periodSource: text('period_source', { enum: ['provider', 'derived'] }).notNull(),
    /** When a replacement took over. The dates stay as they were paid for. */
    supersededAt: instant('superseded_at'),
    /** The most credits a month that this period stood for: upgrades are paid up to here. 0: nothing was granted. */
    allowanceHigh: whole('allowance_high').notNull().default(0),
    status: text({ enum: purchaseStatuses }).notNull().default('paid'),
    refundedMinor: whole('refunded_minor').notNull().default(0),
    refundedCredits: whole('refunded_credits').notNull().default(0),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('subscription_billing_periods_renewal_key').on(table.provider, table.providerRenewalKey),
    unique('subscription_billing_periods_range').on(table.subscriptionId, table.periodStart, table.periodEnd),
    index('subscription_billing_periods_payment').on(table.provider, table.providerPaymentId),
    index('subscription_billing_periods_order').on(table.provider, table.providerOrderPaymentId),
    index('subscription_billing_periods_invoice').on(table.provider, table.providerInvoiceId),
    check('subscription_billing_periods_increasing', sql`period_end > period_start`),
    check('subscription_billing_periods_amounts', sql`paid_amount_minor >= 0 and quantity > 0 and allowance_high >= 0`),
    check('subscription_billing_periods_key_not_empty', sql`provider_renewal_key <> ''`),
    check('subscription_billing_periods_currency', sql`currency ~ '^[A-Z]{3}$'`),
    check(
      'subscription_billing_periods_refunded',
      sql`refunded_minor between 0 and paid_amount_minor and refunded_credits >= 0`,
    ),
  ],
);

export const transitionTypes = [
  'subscription_created',
  'subscription_renewed',
  'status_changed',
  'plan_changed',
  'quantity_changed',
  'cancellation_changed',
  'period_voided',
  'payment_failed',
  'plan_change_paid',
  'paid_after_end',
  'became_current',
  /** A snapshot that came late said that nothing was collected: it explains a gap between periods. */
  'status_told_late',
  /** The end of a running period, where the provider tells no more of it. */
  'period_told',
  'clock_started',
  'clock_stopped',
  'clock_halted',
  'clock_restarted',
  'charge_registered',
  /** Canceled before it was sent. */
  'charge_voided',
  /** It succeeded after it had been canceled. */
  'charge_refund_due',
  /** It was canceled while it was on its way, and what it paid for stays. */
  'charge_kept',
  'plan_change_scheduled',
  'payment_method_changed',
  'dunning_step',
] as const;

/** Append-only: what became of a subscription, when, why, and who says so. */
export const subscriptionTransitionAudits = pgTable(
  'subscription_transition_audits',
  {
    id: text().primaryKey(),
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    billingPeriodId: text('billing_period_id').references(() => subscriptionBillingPeriods.id),
    eventType: text('event_type', { enum: transitionTypes }).notNull(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    details: jsonb().$type<Record<string, unknown>>(),
    actorType: text('actor_type', { enum: ['billing_provider', 'user', 'system'] }).notNull(),
    actorId: text('actor_id').notNull(),
    /** The event of the provider, or what else made it happen. */
    cause: text().notNull(),
    /** When it happened, as far as the provider tells. */
    occurredAt: instant('occurred_at').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('subscription_transition_audits_renewed')
      .on(table.billingPeriodId, table.eventType)
      .where(sql`event_type = 'subscription_renewed'`),
    index('subscription_transition_audits_subscription').on(table.subscriptionId, table.occurredAt),
  ],
);
