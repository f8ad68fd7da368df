import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { instant, time, whole } from './columns';
import { teams } from './teams';

export const purchaseStatuses = ['paid', 'partially_refunded', 'refunded', 'disputed', 'charged_back'] as const;

/** One row per thing paid for once. The unique key is what stops a second event from paying again. */
export const creditPurchases = pgTable(
  'credit_purchases',
  {
    id: text().primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    provider: text().notNull(),
    providerCheckoutId: text('provider_checkout_id').notNull(),
    checkoutId: text('checkout_id'),
    providerPaymentId: text('provider_payment_id'),
    providerEventId: text('provider_event_id').notNull(),
    lines: jsonb().$type<PurchaseLine[]>().notNull(),
    credits: whole().notNull(),
    quantity: integer().notNull(),
    subtotalMinor: whole('subtotal_minor').notNull(),
    discountMinor: whole('discount_minor').notNull(),
    taxMinor: whole('tax_minor').notNull(),
    amountMinor: whole('amount_minor').notNull(),
    currency: text().notNull(),
    paidAt: instant('paid_at').notNull(),
    status: text({ enum: purchaseStatuses }).notNull().default('paid'),
    refundedMinor: whole('refunded_minor').notNull().default(0),
    refundedCredits: whole('refunded_credits').notNull().default(0),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('credit_purchases_provider_checkout').on(table.provider, table.providerCheckoutId),
    index('credit_purchases_checkout').on(table.checkoutId),
    index('credit_purchases_payment').on(table.provider, table.providerPaymentId),
    index('credit_purchases_team').on(table.teamId, table.createdAt),
    check('credit_purchases_key_not_empty', sql`provider_checkout_id <> ''`),
    check('credit_purchases_amounts', sql`amount_minor >= 0 and credits > 0 and quantity > 0`),
    check('credit_purchases_currency', sql`currency ~ '^[A-Z]{3}$'`),
    check(
      'credit_purchases_refunded',
      sql`refunded_minor between 0 and amount_minor and refunded_credits between 0 and credits`,
    ),
  ],
);

/** One catalog item of a purchase: what was paid for and what it gave. */
export interface PurchaseLine {
  item: string;
  providerPriceId: string | null;
  quantity: number;
  credits: number;
}

/** One refund or dispute by its id, or a provider's cumulative report of what was refunded. */
export const paymentReversals = pgTable(
  'payment_reversals',
  {
    id: text().primaryKey(),
    provider: text().notNull(),
    providerReversalId: text('provider_reversal_id').notNull(),
    providerPaymentId: text('provider_payment_id').notNull(),
    kind: text({ enum: ['refund', 'dispute'] }).notNull(),
    /** In the same basis as `total_minor`: some providers report refunds without tax. */
    amountMinor: whole('amount_minor').notNull(),
    totalMinor: whole('total_minor').notNull(),
    currency: text().notNull(),
    cumulative: boolean().notNull().default(false),
    status: text({ enum: ['pending', 'succeeded', 'failed', 'open', 'won', 'lost'] }).notNull(),
    occurredAt: instant('occurred_at').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('payment_reversals_provider_reversal').on(table.provider, table.providerReversalId),
    index('payment_reversals_payment').on(table.provider, table.providerPaymentId),
    check('payment_reversals_amounts', sql`amount_minor >= 0 and total_minor > 0`),
  ],
);

/** The balance of a team. `held` is promised to open holds and is part of `balance`. */
export const credits = pgTable(
  'credits',
  {
    teamId: text('team_id')
      .primaryKey()
      .references(() => teams.id),
    balance: whole().notNull().default(0),
    held: whole().notNull().default(0),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  () => [check('credits_held_not_negative', sql`held >= 0`)],
);

/** Lots: credits that came together and end together. */
export const creditGrants = pgTable(
  'credit_grants',
  {
    id: text().primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    sourceType: text('source_type', { enum: ['purchase', 'period', 'manual', 'demo'] }).notNull(),
    sourceKey: text('source_key').notNull(),
    amount: whole().notNull(),
    remaining: whole().notNull(),
    held: whole().notNull().default(0),
    expiresAt: time('expires_at'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('credit_grants_source').on(table.sourceType, table.sourceKey),
    index('credit_grants_spendable').on(table.teamId, table.expiresAt).where(sql`remaining > 0`),
    index('credit_grants_expiring').on(table.expiresAt).where(sql`remaining > 0 and expires_at is not null`),
    check('credit_grants_remaining', sql`amount > 0 and remaining between 0 and amount and held between 0 and amount`),
  ],
);

export const ledgerKinds = [
  'purchase',
  'allowance',
  'refund',
  'dispute',
  'reversal_undone',
  'spend',
  'capture',
  'expiry',
  'grant',
  /** Taken by hand. */
  'correction',
] as const;

/** Append-only: every movement of a balance, why it happened, and who did it. */
export const creditLedgerEntries = pgTable(
  'credit_ledger_entries',
  {
    id: text().primaryKey(),
    /** Drawn under the lock of the team's balance: the order in which the balance moved. */
    sequence: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    idempotencyKey: text('idempotency_key').notNull(),
    delta: whole().notNull(),
    balanceAfter: whole('balance_after').notNull(),
    kind: text({ enum: ledgerKinds }).notNull(),
    reason: text().notNull(),
    /** What it belongs to: `purchase:…`, `period:…`, `reversal:…`, `hold:…`, `lot:…`, or the caller's own reference. */
    ref: text(),
    actor: text().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    unique('credit_ledger_entries_key').on(table.teamId, table.idempotencyKey),
    index('credit_ledger_entries_team').on(table.teamId, table.sequence),
    check('credit_ledger_entries_delta', sql`delta <> 0`),
  ],
);

export const holdStates = ['held', 'captured', 'released', 'expired'] as const;

/** Credits reserved for a job that is not done yet. */
export const creditHolds = pgTable(
  'credit_holds',
  {
    id: text().primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    idempotencyKey: text('idempotency_key').notNull(),
    credits: whole().notNull(),
    captured: whole().notNull().default(0),
    state: text({ enum: holdStates }).notNull().default('held'),
    /** The lots that the hold pins, in spending order. */
    lots: jsonb().$type<{ lotId: string; credits: number }[]>().notNull(),
    reason: text().notNull(),
    ref: text(),
    actor: text().notNull(),
    expiresAt: time('expires_at').notNull(),
    createdAt: time('created_at').notNull(),
    settledAt: time('settled_at'),
  },
  (table) => [
    unique('credit_holds_key').on(table.teamId, table.idempotencyKey),
    index('credit_holds_due').on(table.expiresAt).where(sql`state = 'held'`),
    check('credit_holds_amounts', sql`credits > 0 and captured between 0 and credits`),
  ],
);
