import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, time, whole } from './columns';
import { teams } from './teams';

/** A session that was not paid leaves no subscription, so there is no `incomplete`. */
export const sandboxSubscriptionStatuses = ['trialing', 'active', 'past_due', 'paused', 'canceled'] as const;

/** What the lab did to a sandbox payment or subscription: what it sent, how that was answered, and what moved. */
export const sandboxRuns = pgTable(
  'sandbox_runs',
  {
    id: text().primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    /** One of the two: what it was done to. */
    purchaseId: text('purchase_id'),
    sandboxSubscriptionId: text('sandbox_subscription_id'),
    action: text().notNull(),
    deliveries: jsonb().$type<SandboxDelivery[]>().notNull(),
    /** The ledger entries that appeared meanwhile, in their order. */
    entryIds: jsonb('entry_ids').$type<string[]>().notNull(),
    balanceBefore: whole('balance_before').notNull(),
    balanceAfter: whole('balance_after').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('sandbox_runs_team').on(table.teamId, table.createdAt),
    check('sandbox_runs_subject', sql`num_nonnulls(purchase_id, sandbox_subscription_id) = 1`),
  ],
);

/** One delivery of a run and its answer. */
export interface SandboxDelivery {
  label: string;
  eventId: string;
  /** 0 when no answer came. */
  httpStatus: number;
  status: string;
  durationMs: number;
}

/** What the sandbox itself remembers of a subscription that it sold: its own side, never what we made of it. */
export const sandboxSubscriptions = pgTable(
  'sandbox_subscriptions',
  {
    /** `sbx_sub_…` */
    id: text().primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    checkoutId: text('checkout_id').notNull(),
    /** The hosted session that sold it: at most one subscription each. */
    sessionId: text('session_id').notNull().unique('sandbox_subscriptions_session'),
    /** A catalog item. */
    item: text().notNull(),
    quantity: integer().notNull(),
    status: text({ enum: sandboxSubscriptionStatuses }).notNull(),
    startedAt: instant('started_at').notNull(),
    periodStart: instant('period_start').notNull(),
    periodEnd: instant('period_end').notNull(),
    /** Cycle n begins n intervals after the anchor. */
    anchor: instant().notNull(),
    /** The one that runs; -1 before the first of this anchor. */
    cycle: integer().notNull(),
    trialEnd: instant('trial_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    endedAt: instant('ended_at'),
    nextCard: text('next_card', { enum: ['accepted', 'declined'] })
      .notNull()
      .default('accepted'),
    /** The invoices made so far; the newest is open while past due. */
    invoices: integer().notNull().default(0),
    /** The newest payment, as long as it can be refunded. */
    lastPayment: jsonb('last_payment').$type<SandboxPayment>(),
    /** The messages made so far: their ids and microseconds. */
    seq: integer().notNull().default(0),
    /** How far the sandbox's clock for this subscription runs ahead of ours. */
    clockAheadMs: whole('clock_ahead_ms').notNull().default(0),
    /** Messages that were made and held back, in the order in which they were. */
    delayed: jsonb().$type<DelayedMessage[]>().notNull().default([]),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    index('sandbox_subscriptions_team').on(table.teamId, table.createdAt),
    check('sandbox_subscriptions_period', sql`period_end > period_start`),
    check('sandbox_subscriptions_counts', sql`quantity > 0 and invoices >= 0 and seq >= 0 and clock_ahead_ms >= 0`),
  ],
);

/** The exact text of a message that was not sent yet. */
export interface DelayedMessage {
  eventId: string;
  label: string;
  body: string;
}

/** Minor units. */
export interface SandboxPayment {
  paymentId: string;
  amountMinor: number;
  currency: string;
}
