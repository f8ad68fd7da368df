import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { instant, time } from './columns';
import { savedPaymentMethods } from './renewals';
import { subscriptions } from './subscriptions';
import { teams } from './teams';

/** What is charged: fixed when the operation is registered, whatever changes afterwards. Minor units. */
export interface ChargePayload {
  provider: string;
  item: string;
  quantity: number;
  amountMinor: number;
  currency: string;
  periodStart: string;
  periodEnd: string;
}

export const openOperationStates = [
  'pending',
  'sending',
  'processing',
  'unknown',
  'action_required',
  'declined',
  'needs_card',
  'unclear',
] as const;
export const finalOperationStates = ['succeeded', 'failed', 'voided', 'skipped'] as const;

/** One per cycle: what is to be charged for it, and how far that got. */
export const chargeOperations = pgTable(
  'charge_operations',
  {
    /** `charge:{subscription}:{cycle}`: derived, so that registering again finds this row. */
    id: text().primaryKey(),
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    provider: text().notNull(),
    cycleNo: integer('cycle_no').notNull(),
    periodStart: instant('period_start').notNull(),
    periodEnd: instant('period_end').notNull(),
    state: text({ enum: [...openOperationStates, ...finalOperationStates] }).notNull(),
    /** Emptied long after the operation is final; the hash stays. */
    payload: jsonb().$type<ChargePayload>(),
    payloadHash: text('payload_hash').notNull(),
    /** Its key is `{id}:t{tryNo}`. Only a definite decline or a proven absence opens another try. */
    tryNo: integer('try_no').notNull().default(1),
    tryAttempts: integer('try_attempts').notNull().default(0),
    maxAttempts: integer('max_attempts').notNull().default(8),
    /** When the key of this try was first sent: a provider remembers it for a day. */
    tryStartedAt: time('try_started_at'),
    /** What this try is charged to, as every attempt under its key must be. Null until it is first sent. */
    tryPaymentMethodId: text('try_payment_method_id'),
    /** Attempts of all tries: the fence of the lease. */
    attempts: integer().notNull().default(0),
    leasedUntil: time('leased_until'),
    /** When something is to be done next: send, send again, look up. Null: nothing by itself. */
    nextAttemptAt: time('next_attempt_at'),
    lastClass: text('last_class'),
    errorCode: text('error_code'),
    /** Where the buyer confirms the payment. */
    actionUrl: text('action_url'),
    providerPaymentId: text('provider_payment_id'),
    /** When the first try was declined. */
    firstFailedAt: instant('first_failed_at'),
    /** Steps of dunning that were taken, and when the next is due. */
    dunningStep: integer('dunning_step').notNull().default(0),
    dunningAt: time('dunning_at'),
    /** Canceled while it was on its way: `now` makes a refund due if it succeeds, `period_end` keeps the period. */
    cancelMode: text('cancel_mode', { enum: ['now', 'period_end'] }),
    cancelRequestedAt: instant('cancel_requested_at'),
    refundDueAt: time('refund_due_at'),
    refundedAt: time('refunded_at'),
    isSimulated: boolean('is_simulated').notNull().default(false),
    settledAt: time('settled_at'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    foreignKey({
      name: 'charge_operations_payment_method',
      columns: [table.tryPaymentMethodId],
      foreignColumns: [savedPaymentMethods.id],
    }),
    unique('charge_operations_cycle').on(table.subscriptionId, table.cycleNo),
    index('charge_operations_due').on(table.nextAttemptAt).where(sql`next_attempt_at is not null`),
    index('charge_operations_dunning').on(table.dunningAt).where(sql`dunning_at is not null`),
    index('charge_operations_leased').on(table.leasedUntil).where(sql`leased_until is not null`),
    index('charge_operations_state').on(table.state, table.createdAt),
    index('charge_operations_refund_due').on(table.refundDueAt).where(sql`refund_due_at is not null`),
    index('charge_operations_payload').on(table.settledAt).where(sql`payload is not null`),
    check('charge_operations_id_derived', sql`id = 'charge:' || subscription_id || ':' || cycle_no::text`),
    check('charge_operations_period', sql`period_end > period_start and cycle_no >= 0`),
    check('charge_operations_counts', sql`try_no > 0 and try_attempts >= 0 and attempts >= try_attempts`),
    check(
      'charge_operations_state_known',
      sql`state in ('pending', 'sending', 'processing', 'unknown', 'action_required', 'declined', 'needs_card', 'unclear', 'succeeded', 'failed', 'voided', 'skipped')`,
    ),
    check(
      'charge_operations_final',
      sql`(state in ('succeeded', 'failed', 'voided', 'skipped')) = (settled_at is not null)`,
    ),
    check('charge_operations_final_rests', sql`settled_at is null or (next_attempt_at is null and dunning_at is null)`),
    check('charge_operations_leased_or_not', sql`(state = 'sending') = (leased_until is not null)`),
    check('charge_operations_payload_kept', sql`payload is not null or settled_at is not null`),
    check('charge_operations_cancel', sql`(cancel_mode is null) = (cancel_requested_at is null)`),
  ],
);

/** Append-only but for its answer: each time a charge was sent or looked up. */
export const chargeAttempts = pgTable(
  'charge_attempts',
  {
    operationId: text('operation_id')
      .notNull()
      .references(() => chargeOperations.id),
    /** Counts over all tries of the operation. */
    attemptNo: integer('attempt_no').notNull(),
    tryNo: integer('try_no').notNull(),
    kind: text({ enum: ['charge', 'look_up'] }).notNull(),
    /** `charge:{subscription}:{cycle}:t{try}` */
    idempotencyKey: text('idempotency_key').notNull(),
    paymentMethodId: text('payment_method_id'),
    startedAt: time('started_at').notNull(),
    answeredAt: time('answered_at'),
    /** How the answer is classed. Null: none came yet, or the process died. */
    answerClass: text('answer_class'),
    code: text(),
    providerPaymentId: text('provider_payment_id'),
    /** The answer came when a newer attempt was under way: kept, and settles nothing but a success. */
    isLate: boolean('is_late').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.operationId, table.attemptNo] }),
    index('charge_attempts_started').on(table.startedAt),
    check('charge_attempts_answered', sql`answer_class is null or answered_at is not null`),
  ],
);
