import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, instant, time } from './columns';

export const webhookStates = ['applied', 'ignored', 'stale', 'dismissed', 'waiting', 'retrying', 'parked'] as const;

/** The inbox: one row per provider event, however often it is delivered. */
export const billingWebhookEvents = pgTable(
  'billing_webhook_events',
  {
    provider: text().notNull(),
    eventId: text('event_id').notNull(),
    eventIdSource: text('event_id_source', { enum: ['provider', 'derived'] }).notNull(),
    environment: text({ enum: ['test', 'live'] }),
    type: text(),
    subjectKey: text('subject_key'),
    /** Keys of which any one lets the event go on: `payment:stripe:pi_1`, `checkout:chk_1` ... */
    waitingFor: text('waiting_for').array(),
    occurredAt: instant('occurred_at'),
    receivedAt: time('received_at').notNull(),
    lastDeliveredAt: time('last_delivered_at').notNull(),
    deliveryCount: integer('delivery_count').notNull().default(1),
    rawBody: bytes('raw_body'),
    bodySha256: text('body_sha256').notNull(),
    /** What the provider answered when it was asked for what the body lacks. */
    fetched: jsonb(),
    /** While a worker asks the provider: until when nobody else does, and whose answer counts. */
    leasedUntil: time('leased_until'),
    leaseAttempt: integer('lease_attempt').notNull().default(0),
    /** `retrying` until the first attempt settles it: a row that was written but not judged is ours to retry. */
    state: text({ enum: webhookStates }).notNull().default('retrying'),
    outcome: text(),
    /** What the outcome rests on: a reason, the two times of a stale snapshot, what the delivery changed. */
    details: jsonb().$type<Record<string, unknown>>(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: time('next_attempt_at'),
    errorCategory: text('error_category', { enum: ['temporary', 'missing', 'invalid', 'bug'] }),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    retrySafe: boolean('retry_safe').notNull().default(true),
    teamId: text('team_id'),
    /** Whom an operator says it is for. */
    assignedTeamId: text('assigned_team_id'),
    subscriptionId: text('subscription_id'),
    settledAt: time('settled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.eventId] }),
    index('billing_webhook_events_waiting_for').using('gin', table.waitingFor).where(sql`waiting_for is not null`),
    index('billing_webhook_events_due').on(table.nextAttemptAt).where(sql`next_attempt_at is not null`),
    index('billing_webhook_events_state').on(table.state, table.receivedAt),
    index('billing_webhook_events_team').on(table.teamId, table.receivedAt),
    index('billing_webhook_events_received').on(table.receivedAt, table.provider, table.eventId),
    index('billing_webhook_events_subject').on(table.subjectKey).where(sql`subject_key is not null`),
    index('billing_webhook_events_subscription')
      .on(table.subscriptionId, table.receivedAt)
      .where(sql`subscription_id is not null`),
    index('billing_webhook_events_failed')
      .on(table.receivedAt, table.provider, table.eventId)
      .where(sql`error_code is not null`),
    index('billing_webhook_events_body').on(table.receivedAt).where(sql`raw_body is not null`),
    check('billing_webhook_events_event_id_not_empty', sql`event_id <> ''`),
    check(
      'billing_webhook_events_state_known',
      sql`state in ('applied', 'ignored', 'stale', 'dismissed', 'waiting', 'retrying', 'parked')`,
    ),
  ],
);
