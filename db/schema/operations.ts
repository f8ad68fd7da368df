import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from './columns';

/** Append-only: what an operator did, to what, and why. */
export const operatorActions = pgTable(
  'operator_actions',
  {
    id: text().primaryKey(),
    actorId: text('actor_id').notNull(),
    action: text().notNull(),
    /** `event:stripe:evt_1`, `case:...`, `team:...`. */
    subject: text().notNull(),
    teamId: text('team_id'),
    reason: text(),
    details: jsonb().$type<Record<string, unknown>>(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('operator_actions_subject').on(table.subject, table.createdAt),
    index('operator_actions_created').on(table.createdAt, table.id),
    index('operator_actions_team').on(table.teamId, table.createdAt),
    check('operator_actions_action_not_empty', sql`action <> ''`),
  ],
);

/** One row per process that drains, so that a silent one can be seen. */
export const workerHeartbeats = pgTable('worker_heartbeats', {
  id: text().primaryKey(),
  kind: text({ enum: ['worker', 'cron', 'server'] }).notNull(),
  startedAt: time('started_at').notNull(),
  seenAt: time('seen_at').notNull(),
});

/** One comparison with a provider, from start to end. */
export const reconciliationRuns = pgTable(
  'reconciliation_runs',
  {
    id: text().primaryKey(),
    provider: text().notNull(),
    state: text({ enum: ['running', 'done', 'failed'] }).notNull(),
    isDryRun: boolean('is_dry_run').notNull(),
    /** What happened at the provider between these is compared. */
    since: time().notNull(),
    until: time().notNull(),
    compared: integer().notNull().default(0),
    differences: integer().notNull().default(0),
    applied: integer().notNull().default(0),
    casesOpened: integer('cases_opened').notNull().default(0),
    /** Where it goes on: a list and the place in it. Null: at the beginning, or it has ended. */
    position: jsonb().$type<{ list: string; cursor: string | null }>(),
    /** Until when the process that runs it has it for itself. */
    leasedUntil: time('leased_until'),
    error: text(),
    startedAt: time('started_at').notNull(),
    endedAt: time('ended_at'),
  },
  (table) => [
    index('reconciliation_runs_provider').on(table.provider, table.startedAt),
    check('reconciliation_runs_state_known', sql`state in ('running', 'done', 'failed')`),
  ],
);

/** Up to when everything of a provider was compared. */
export const reconciliationWatermarks = pgTable('reconciliation_watermarks', {
  provider: text().primaryKey(),
  comparedUntil: time('compared_until').notNull(),
});

/** Up to where settled events were exported; pruning never passes it. */
export const retentionWatermarks = pgTable('retention_watermarks', {
  name: text().primaryKey(),
  exportedUntil: time('exported_until').notNull(),
  updatedAt: time('updated_at').notNull(),
});

/** Systems of the product's owner that want to hear what happened. */
export const outgoingWebhookEndpoints = pgTable('outgoing_webhook_endpoints', {
  id: text().primaryKey(),
  url: text().notNull(),
  description: text().notNull().default(''),
  /** Event types that it wants; empty: all. */
  eventTypes: text('event_types').array().notNull().default([]),
  secret: text().notNull(),
  /** Signs beside the new one until it ends. */
  previousSecret: text('previous_secret'),
  previousSecretEndsAt: time('previous_secret_ends_at'),
  isEnabled: boolean('is_enabled').notNull().default(true),
  createdAt: time('created_at').notNull(),
});

export const outgoingDeliveryStates = ['pending', 'sending', 'sent', 'failed'] as const;

/** One message for one endpoint. A receiver drops repeats by the message's id, so a lost answer is sent again. */
export const outgoingWebhookDeliveries = pgTable(
  'outgoing_webhook_deliveries',
  {
    endpointId: text('endpoint_id')
      .notNull()
      .references(() => outgoingWebhookEndpoints.id, { onDelete: 'cascade' }),
    messageId: text('message_id').notNull(),
    eventType: text('event_type').notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text({ enum: outgoingDeliveryStates }).notNull().default('pending'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: time('next_attempt_at'),
    leasedUntil: time('leased_until'),
    leaseAttempt: integer('lease_attempt').notNull().default(0),
    responseStatus: integer('response_status'),
    errorCode: text('error_code'),
    createdAt: time('created_at').notNull(),
    sentAt: time('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.endpointId, table.messageId] }),
    index('outgoing_webhook_deliveries_due').on(table.nextAttemptAt).where(sql`next_attempt_at is not null`),
    check('outgoing_webhook_deliveries_state_known', sql`state in ('pending', 'sending', 'sent', 'failed')`),
  ],
);

/** What a team does not want to be mailed. Absent: it does. What is transactional cannot be switched off. */
export const messagePreferences = pgTable(
  'message_preferences',
  {
    teamId: text('team_id').notNull(),
    eventType: text('event_type').notNull(),
    isWanted: boolean('is_wanted').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.eventType] })],
);
