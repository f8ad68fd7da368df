import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { time } from './columns';
import { subscriptionBillingPeriods, subscriptions } from './subscriptions';
import { teams } from './teams';

export const messageStates = ['pending', 'sending', 'sent', 'failed', 'ambiguous', 'superseded'] as const;

/** What is to be told to a team, written with its cause. Whether it is ever sent changes nothing about the cause. */
export const subscriptionOutbox = pgTable(
  'subscription_outbox',
  {
    id: text().primaryKey(),
    eventType: text('event_type').notNull(),
    billingPeriodId: text('billing_period_id').references(() => subscriptionBillingPeriods.id),
    subscriptionId: text('subscription_id').references(() => subscriptions.id),
    /** Null: it is for the operators. */
    teamId: text('team_id').references(() => teams.id),
    /** What makes it one message, however often its cause is told. */
    dedupKey: text('dedup_key').notNull(),
    /** Whom a message with a link in it goes to, and the link: encrypted, and emptied once it is sent. */
    sealed: text(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text({ enum: messageStates }).notNull().default('pending'),
    attempts: integer().notNull().default(0),
    /** When it is tried next, or its lease ends; null once nothing more is to be done by itself. */
    nextAttemptAt: time('next_attempt_at'),
    errorCode: text('error_code'),
    leasedUntil: time('leased_until'),
    leaseAttempt: integer('lease_attempt').notNull().default(0),
    /** When it was first handed over: tried for so long, and a receiver remembers its key only for so long. */
    firstTriedAt: time('first_tried_at'),
    providerMessageId: text('provider_message_id'),
    publishedAt: time('published_at'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('subscription_outbox_dedup_key').on(table.dedupKey),
    unique('subscription_outbox_event_period').on(table.eventType, table.billingPeriodId),
    index('subscription_outbox_due').on(table.nextAttemptAt).where(sql`next_attempt_at is not null`),
    index('subscription_outbox_created').on(table.createdAt, table.id),
    index('subscription_outbox_state').on(table.state, table.createdAt),
    index('subscription_outbox_subscription').on(table.subscriptionId, table.createdAt),
    index('subscription_outbox_team').on(table.teamId, table.createdAt),
    check(
      'subscription_outbox_state_known',
      sql`state in ('pending', 'sending', 'sent', 'failed', 'ambiguous', 'superseded')`,
    ),
  ],
);
