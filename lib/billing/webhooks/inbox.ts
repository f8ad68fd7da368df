import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { prepared } from '@/db/prepared';
import { billingWebhookEvents } from '@/db/schema';
import type { ProviderName } from '../events';
import type { Settlement } from './settlement';

export type InboxRow = typeof billingWebhookEvents.$inferSelect;
export type InboxState = InboxRow['state'];

/** Identifies a provider's event, however often it is delivered. */
export interface EventKey {
  provider: ProviderName;
  eventId: string;
}

/** A verified delivery, as its receipt keeps it. */
export interface Receipt extends EventKey {
  eventIdSource: 'provider' | 'derived';
  environment: 'test' | 'live' | null;
  type: string | null;
  subjectKey: string | null;
  occurredAt: string | null;
  rawBody: Uint8Array;
  bodySha256: string;
}

export type Seen = Pick<
  InboxRow,
  'state' | 'bodySha256' | 'receivedAt' | 'attempts' | 'errorCode' | 'deliveryCount' | 'assignedTeamId'
>;
export type Recorded = { kind: 'new' } | { kind: 'seen'; row: Seen };

/** Settled: nothing is left to do, so another delivery is a duplicate. */
export function isSettled(state: InboxState): boolean {
  return state === 'applied' || state === 'ignored' || state === 'stale' || state === 'dismissed';
}

/** Inserts the receipt before any work. Where it exists already, counts the delivery and locks the row. */
export async function recordReceipt(tx: Transaction, receipt: Receipt, at: Date): Promise<Recorded> {
  const { provider, eventId } = receipt;
  const now = at.toISOString();
  const [recorded] = await insertReceipt(tx, { ...receipt, rawBody: Buffer.from(receipt.rawBody), now });
  if (recorded?.is_new) return { kind: 'new' };
  // A receipt that was committed while the insert waited for it is not in that statement's snapshot.
  const [row] = recorded ? [recorded] : await countDelivery(tx, { provider, eventId, now });
  if (!row) throw new Error(`Event ${eventId} is neither new nor there.`);
  return {
    kind: 'seen',
    row: {
      state: row.state,
      bodySha256: row.body_sha256,
      receivedAt: new Date(row.received_at),
      attempts: row.attempts,
      errorCode: row.error_code,
      deliveryCount: row.delivery_count,
      assignedTeamId: row.assigned_team_id,
    },
  };
}

/** Writes how an attempt ended. In the same transaction as the receipt and the work. */
export async function settleReceipt(tx: Transaction, key: EventKey, settlement: Settlement): Promise<void> {
  const { cases: _, ...values } = settlement;
  await updateReceipt(tx, {
    ...key,
    ...values,
    details: values.details === null ? null : JSON.stringify(values.details),
    nextAttemptAt: values.nextAttemptAt?.toISOString() ?? null,
    settledAt: values.settledAt?.toISOString() ?? null,
  });
}

/**
 * Makes every event that waits for one of these keys due, in the transaction that created them. Rows that somebody
 * is working on are left out: the advisory locks make that attempt see the keys.
 */
export async function wakeWaiting(tx: Transaction, created: readonly string[], at: Date): Promise<EventKey[]> {
  if (created.length === 0) return [];
  const rows = await wakeReceipts(tx, { keys: created, now: at.toISOString() });
  return rows.map(({ provider, event_id }) => ({ provider, eventId: event_id }));
}

/** Locks an unsettled row that is due. Null when it is not, or when somebody else has it. */
export async function claimDue(tx: Transaction, key: EventKey, at: Date): Promise<InboxRow | null> {
  const [row] = await tx
    .select()
    .from(billingWebhookEvents)
    .where(
      and(
        isEvent(key),
        inArray(billingWebhookEvents.state, ['waiting', 'retrying', 'parked']),
        lte(billingWebhookEvents.nextAttemptAt, at),
      ),
    )
    .for('update', { skipLocked: true });
  return row ?? null;
}

/** Lets events that are due wait a little longer, where nobody works on them now. */
export async function postpone(database: Database, events: readonly EventKey[], to: { now: Date; until: Date }) {
  await postponeReceipts(database, {
    providers: events.map(({ provider }) => provider),
    eventIds: events.map(({ eventId }) => eventId),
    now: to.now.toISOString(),
    until: to.until.toISOString(),
  });
}

/** Empties the bodies of up to `limit` settled events, received before then or of a team. Rows in use are left out. */
export async function emptyBodies(database: Database, { limit, ...of }: BodiesOf & { limit: number }) {
  if ('teamId' in of) return (await emptyOfTeam(database, { ...of, limit })).length;
  return (await emptyOld(database, { before: of.before.toISOString(), limit })).length;
}

type BodiesOf = { before: Date } | { teamId: string };

/** Deletes up to `limit` settled events received before `before` and settled up to `settledUntil`. */
export async function deleteSettled(database: Database, old: { before: Date; settledUntil: Date; limit: number }) {
  const { before, settledUntil, limit } = old;
  const times = { before: before.toISOString(), settledUntil: settledUntil.toISOString() };
  return (await deleteReceipts(database, { ...times, limit })).length;
}

/** Locks a row in whatever state it is, and waits for who has it. Null when there is none. */
export async function lockReceipt(tx: Transaction, key: EventKey): Promise<InboxRow | null> {
  const [row] = await tx.select().from(billingWebhookEvents).where(isEvent(key)).for('update');
  return row ?? null;
}

/** Writes an operator's word into a row. */
export async function markReceipt(tx: Transaction, key: EventKey, mark: Partial<InboxRow>): Promise<void> {
  await tx.update(billingWebhookEvents).set(mark).where(isEvent(key));
}

/** A row as it was committed, without waiting for whoever has it locked. */
export async function findReceipt(database: Database, key: EventKey): Promise<InboxRow | null> {
  const [row] = await database.select().from(billingWebhookEvents).where(isEvent(key));
  return row ?? null;
}

/** The bytes that an event was first received with; null once retention emptied them. */
export async function readBody(tx: Transaction, key: EventKey): Promise<Pick<InboxRow, 'rawBody' | 'fetched'>> {
  const [row] = await tx
    .select({ rawBody: billingWebhookEvents.rawBody, fetched: billingWebhookEvents.fetched })
    .from(billingWebhookEvents)
    .where(isEvent(key));
  return row ?? { rawBody: null, fetched: null };
}

function isEvent({ provider, eventId }: EventKey) {
  return and(eq(billingWebhookEvents.provider, provider), eq(billingWebhookEvents.eventId, eventId));
}

const value = sql.placeholder;

interface RecordedRow {
  is_new: boolean;
  state: InboxState;
  body_sha256: string;
  received_at: string;
  attempts: number;
  error_code: string | null;
  delivery_count: number;
  assigned_team_id: string | null;
}

const counting = sql`
    update ${billingWebhookEvents}
    set delivery_count = delivery_count + 1, last_delivered_at = ${value('now')}
    where provider = ${value('provider')} and event_id = ${value('eventId')}`;

const seen = sql`state, body_sha256, received_at, attempts, error_code, delivery_count, assigned_team_id`;

// One statement for both, since every delivery pays for it.
const insertReceipt = prepared<RecordedRow>(sql`
    with inserted as (
      insert into ${billingWebhookEvents} (provider, event_id, event_id_source, environment, type, subject_key,
        occurred_at, received_at, last_delivered_at, raw_body, body_sha256)
      values (${value('provider')}, ${value('eventId')}, ${value('eventIdSource')}, ${value('environment')},
        ${value('type')}, ${value('subjectKey')}, ${value('occurredAt')}, ${value('now')}, ${value('now')},
        ${value('rawBody')}, ${value('bodySha256')})
      on conflict (provider, event_id) do nothing
      returning true as is_new, ${seen}
    ), counted as (
      ${counting} and not exists (select from inserted)
      returning false as is_new, ${seen}
    )
    select * from inserted union all select * from counted`);

const countDelivery = prepared<RecordedRow>(sql`${counting} returning false as is_new, ${seen}`);

const updateReceipt = prepared(sql`
    update ${billingWebhookEvents}
    set state = ${value('state')}, outcome = ${value('outcome')}, details = ${value('details')}::jsonb,
      waiting_for = nullif(${value('waitingFor')}::text[], '{}'), next_attempt_at = ${value('nextAttemptAt')},
      error_category = ${value('errorCategory')}, error_code = ${value('errorCode')},
      error_message = ${value('errorMessage')}, retry_safe = ${value('retrySafe')},
      team_id = coalesce(${value('teamId')}, team_id),
      subscription_id = coalesce(${value('subscriptionId')}, subscription_id), settled_at = ${value('settledAt')}, attempts = attempts + 1
    where provider = ${value('provider')} and event_id = ${value('eventId')}`);

// Only what waits has keys. A condition on the state would lead Postgres to the index on states, past every event.
const wakeReceipts = prepared<{ provider: ProviderName; event_id: string }>(sql`
    update ${billingWebhookEvents} as event
    set next_attempt_at = ${value('now')}
    from (
      select provider, event_id from ${billingWebhookEvents}
      where waiting_for && ${value('keys')}::text[] and waiting_for is not null
      for update skip locked
    ) as waiting
    where event.provider = waiting.provider and event.event_id = waiting.event_id
    returning event.provider, event.event_id`);

const postponeReceipts = prepared(sql`
    update ${billingWebhookEvents} as event
    set next_attempt_at = ${value('until')}
    from (
      select due.provider, due.event_id
      from unnest(${value('providers')}::text[], ${value('eventIds')}::text[]) as key (provider, event_id)
      join ${billingWebhookEvents} as due on due.provider = key.provider and due.event_id = key.event_id
      where due.next_attempt_at <= ${value('now')}
      for update of due skip locked
    ) as due
    where event.provider = due.provider and event.event_id = due.event_id`);

const isSettledRow = sql`state in ('applied', 'ignored', 'stale', 'dismissed')`;

// By their place, which finds each row at once; the oldest first, along the index of what is asked for.
const emptyReceipts = (which: SQL) =>
  prepared(sql`
    update ${billingWebhookEvents} set raw_body = null, fetched = null
    where ctid = any(array(
      select ctid from ${billingWebhookEvents}
      where ${which} and raw_body is not null and ${isSettledRow}
      order by received_at limit ${value('limit')}::int
      for update skip locked))
    returning event_id`);
const emptyOld = emptyReceipts(sql`received_at < ${value('before')}`);
const emptyOfTeam = emptyReceipts(sql`team_id = ${value('teamId')}`);

const deleteReceipts = prepared(sql`
    delete from ${billingWebhookEvents}
    where ctid = any(array(
      select ctid from ${billingWebhookEvents}
      where received_at < ${value('before')} and ${isSettledRow} and settled_at <= ${value('settledUntil')}
      order by received_at, provider, event_id limit ${value('limit')}::int
      for update skip locked))
    returning event_id`);
