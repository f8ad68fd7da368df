import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Database, Queryable, Transaction } from '@/db/client';
import { prepared } from '@/db/prepared';
import { outgoingWebhookDeliveries, outgoingWebhookEndpoints, subscriptionOutbox } from '@/db/schema';
import { type Message, type MessageType, secretTypes } from './messages';

/**
 * Writes a message in the transaction of its cause, and a delivery of it for each endpoint of the owner's that wants to
 * hear of it. True when it was not there yet.
 */
export async function enqueue(
  tx: Transaction,
  message: Message,
  { at, superseded = false }: { at: Date; superseded?: boolean },
): Promise<boolean> {
  const { eventType, teamId, subscriptionId, billingPeriodId, dedupKey, payload } = message;
  const createdAt = at.toISOString();
  const rows = await insertMessage(tx, {
    ...{ id: uuidv7(), eventType, teamId, subscriptionId, billingPeriodId, dedupKey, createdAt },
    payload: JSON.stringify(payload),
    state: superseded ? 'superseded' : 'pending',
    body: JSON.stringify({
      type: eventType,
      timestamp: createdAt,
      data: { teamId, subscriptionId, billingPeriodId, ...payload },
    }),
  });
  return rows.length > 0;
}

/** Writes a message whose recipient and text are encrypted. Only when its link expires can be read. */
export async function insertSealed(
  database: Queryable,
  message: { id: string; eventType: string; sealed: string; expiresAt: Date; at: Date },
): Promise<void> {
  const { id, eventType, sealed, expiresAt, at } = message;
  const payload = { expiresAt: expiresAt.toISOString() };
  const dedupKey = `${eventType}:${id}`;
  await database
    .insert(subscriptionOutbox)
    .values({ id, eventType, sealed, payload, dedupKey, nextAttemptAt: at, createdAt: at });
}

/** What these messages say has passed before they were sent. */
export async function supersede(tx: Transaction, dedupKeys: readonly string[]): Promise<void> {
  await tx
    .update(subscriptionOutbox)
    .set({ state: 'superseded', nextAttemptAt: null })
    .where(and(inArray(subscriptionOutbox.dedupKey, [...dedupKeys]), unsent));
}

/**
 * Of the messages of these types about a subscription, only the one with this key is still true; with none, none is. It
 * is told after all where it had been superseded.
 */
export async function supersedeOthers(
  tx: Transaction,
  about: { subscriptionId: string; eventTypes: readonly MessageType[]; dedupKey: string | null; at: Date },
): Promise<void> {
  const { subscriptionId, eventTypes, dedupKey, at } = about;
  const { eventType, subscriptionId: ofSubscription } = subscriptionOutbox;
  const isAbout = and(eq(ofSubscription, subscriptionId), inArray(eventType, [...eventTypes]));
  const isOther = dedupKey === null ? undefined : ne(subscriptionOutbox.dedupKey, dedupKey);
  await tx
    .update(subscriptionOutbox)
    .set({ state: 'superseded', nextAttemptAt: null })
    .where(and(isAbout, isOther, unsent));
  if (dedupKey === null) return;
  await tx
    .update(subscriptionOutbox)
    .set({ state: 'pending', nextAttemptAt: at, errorCode: null })
    .where(and(eq(subscriptionOutbox.dedupKey, dedupKey), eq(subscriptionOutbox.state, 'superseded')));
}

export type OutboxMessage = typeof subscriptionOutbox.$inferSelect;

/** A message in the hands of one process until its lease ends. */
export interface ClaimedMessage {
  message: OutboxMessage;
  /** What the claim found: `sending` is a try whose end nobody saw. */
  previous: OutboxMessage['state'];
  isFirstTry: boolean;
}

/**
 * Takes the message that has been due for longest, unless somebody else has it; `onlySealed`: of those with a link in
 * them. Null: none is due.
 */
export function claimMessage(
  database: Database,
  { at, leaseMs, onlySealed = false }: { at: Date; leaseMs: number; onlySealed?: boolean },
): Promise<ClaimedMessage | null> {
  const { nextAttemptAt, sealed } = subscriptionOutbox;
  return database.transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(subscriptionOutbox)
      .where(and(lte(nextAttemptAt, at), onlySealed ? isNotNull(sealed) : undefined))
      .orderBy(asc(subscriptionOutbox.nextAttemptAt))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return null;
    const leasedUntil = new Date(at.getTime() + leaseMs);
    const [message] = await tx
      .update(subscriptionOutbox)
      .set({
        state: 'sending',
        attempts: due.attempts + 1,
        leaseAttempt: due.leaseAttempt + 1,
        leasedUntil,
        nextAttemptAt: leasedUntil,
        firstTriedAt: due.firstTriedAt ?? at,
      })
      .where(eq(subscriptionOutbox.id, due.id))
      .returning();
    return message ? { message, previous: due.state, isFirstTry: due.firstTriedAt === null } : null;
  });
}

export type MessageSettlement = Pick<OutboxMessage, 'state' | 'nextAttemptAt' | 'errorCode'> &
  Partial<Pick<OutboxMessage, 'providerMessageId' | 'publishedAt' | 'sealed'>>;

/** Writes how a try ended. False when the lease had passed on to somebody else: then theirs counts. */
export async function settleMessage(
  database: Database,
  { id, leaseAttempt }: Pick<OutboxMessage, 'id' | 'leaseAttempt'>,
  settlement: MessageSettlement,
): Promise<boolean> {
  const { id: ofId, leaseAttempt: ofAttempt, state } = subscriptionOutbox;
  const rows = await database
    .update(subscriptionOutbox)
    .set({ ...settlement, leasedUntil: null })
    .where(and(eq(ofId, id), eq(ofAttempt, leaseAttempt), eq(state, 'sending')))
    .returning({ id: ofId });
  return rows.length > 0;
}

/**
 * Makes a message due that nothing more would be done about. False unless it had failed or its fate is unknown, and for
 * one with a link, which is empty by then.
 */
export async function requeueMessage(tx: Queryable, id: string, at: Date): Promise<boolean> {
  const isStuck = or(
    eq(subscriptionOutbox.state, 'failed'),
    and(eq(subscriptionOutbox.state, 'ambiguous'), isNull(subscriptionOutbox.nextAttemptAt)),
  );
  const rows = await tx
    .update(subscriptionOutbox)
    .set({ state: 'pending', attempts: 0, nextAttemptAt: at, firstTriedAt: at, errorCode: null })
    .where(and(eq(subscriptionOutbox.id, id), isStuck, notInArray(subscriptionOutbox.eventType, [...secretTypes])))
    .returning({ id: subscriptionOutbox.id });
  return rows.length > 0;
}

export type OutgoingDelivery = typeof outgoingWebhookDeliveries.$inferSelect;

/** As `claimMessage`, of what goes to an endpoint that is enabled. */
export function claimDelivery(database: Database, at: Date, leaseMs: number): Promise<OutgoingDelivery | null> {
  return database.transaction(async (tx) => {
    const [due] = await tx
      .select({ delivery: outgoingWebhookDeliveries })
      .from(outgoingWebhookDeliveries)
      .innerJoin(outgoingWebhookEndpoints, eq(outgoingWebhookEndpoints.id, outgoingWebhookDeliveries.endpointId))
      .where(and(lte(outgoingWebhookDeliveries.nextAttemptAt, at), eq(outgoingWebhookEndpoints.isEnabled, true)))
      .orderBy(asc(outgoingWebhookDeliveries.nextAttemptAt))
      .limit(1)
      .for('update', { of: outgoingWebhookDeliveries, skipLocked: true });
    if (!due) return null;
    const { delivery } = due;
    const leasedUntil = new Date(at.getTime() + leaseMs);
    const [claimed] = await tx
      .update(outgoingWebhookDeliveries)
      .set({
        state: 'sending',
        attempts: delivery.attempts + 1,
        leaseAttempt: delivery.leaseAttempt + 1,
        leasedUntil,
        nextAttemptAt: leasedUntil,
      })
      .where(isDelivery(delivery))
      .returning();
    return claimed ?? null;
  });
}

export type DeliverySettlement = Pick<
  OutgoingDelivery,
  'state' | 'nextAttemptAt' | 'responseStatus' | 'errorCode' | 'sentAt'
>;

/** As `settleMessage`. */
export async function settleDelivery(
  database: Database,
  delivery: OutgoingDelivery,
  settlement: DeliverySettlement,
): Promise<boolean> {
  const { leaseAttempt, state, messageId } = outgoingWebhookDeliveries;
  const rows = await database
    .update(outgoingWebhookDeliveries)
    .set({ ...settlement, leasedUntil: null })
    .where(and(isDelivery(delivery), eq(leaseAttempt, delivery.leaseAttempt), eq(state, 'sending')))
    .returning({ messageId });
  return rows.length > 0;
}

/** Gives up what an endpoint has not got yet. */
export async function abandonDeliveries(tx: Transaction, endpointId: string): Promise<void> {
  const { endpointId: ofEndpoint, state } = outgoingWebhookDeliveries;
  await tx
    .update(outgoingWebhookDeliveries)
    .set({ state: 'failed', nextAttemptAt: null, errorCode: 'endpoint_disabled' })
    .where(and(eq(ofEndpoint, endpointId), eq(state, 'pending')));
}

function isDelivery({ endpointId, messageId }: OutgoingDelivery) {
  return and(eq(outgoingWebhookDeliveries.endpointId, endpointId), eq(outgoingWebhookDeliveries.messageId, messageId));
}

const unsent = inArray(subscriptionOutbox.state, ['pending', 'failed']);

const value = sql.placeholder;

const insertMessage = prepared<{ id: string }>(sql`
    with message as (
      insert into ${subscriptionOutbox} (id, event_type, team_id, subscription_id, billing_period_id, dedup_key, payload,
        state, next_attempt_at, created_at)
      values (${value('id')}, ${value('eventType')}, ${value('teamId')}, ${value('subscriptionId')},
        ${value('billingPeriodId')}, ${value('dedupKey')}, ${value('payload')}::jsonb, ${value('state')}::text,
        case when ${value('state')}::text = 'pending' then ${value('createdAt')}::timestamptz end,
        ${value('createdAt')}::timestamptz)
      on conflict (dedup_key) do nothing
      returning id, event_type, state, created_at
    ), delivery as (
      insert into ${outgoingWebhookDeliveries} (endpoint_id, message_id, event_type, payload, next_attempt_at, created_at)
      select endpoint.id, message.id, message.event_type, ${value('body')}::jsonb, message.created_at, message.created_at
      from message, ${outgoingWebhookEndpoints} as endpoint
      where message.state = 'pending' and endpoint.is_enabled
        and (endpoint.event_types = '{}' or message.event_type = any(endpoint.event_types))
    )
    select id from message`);
