import { createHash } from 'node:crypto';
import type { Transaction } from '@/db/client';
import type { BillingContext } from '../context';
import type { BillingProvider, Delivery, ProviderMessage } from '../providers/provider';
import { findProvider, getProvider } from '../providers/registry';
import { openCase } from '../reconciliation/cases';
import { boundWaits, usualWaits } from '../waits';
import { type Attempted, attempt } from './attempt';
import { Deadline, untilCommitted } from './commit';
import { type EventKey, type InboxState, isSettled, type Receipt, readBody, recordReceipt, type Seen } from './inbox';
import { readEvent } from './read';
import { attemptStored } from './stored';

/** How a delivery is answered. */
export interface WebhookAnswer {
  httpStatus: 200 | 400 | 404 | 503;
  /** `applied duplicate stale ignored waiting retrying parked`, or why it was refused. */
  status: string;
}

/**
 * Takes in one delivery: verifies it, records it and applies it in one transaction, and answers. 200 says that the
 * receipt is committed; 503 that nothing is, or that the provider should come again (`WEBHOOK_ACK=applied`).
 */
export async function receiveWebhook(
  context: BillingContext,
  providerName: string,
  delivery: Delivery,
): Promise<WebhookAnswer> {
  const provider = findProvider(providerName);
  const settings = provider && context.settings.providers[provider.name];
  if (!settings) return { httpStatus: 404, status: 'unknown_provider' };
  const startedAt = context.clock.now();
  const verification = await provider.verify(delivery, { secrets: settings.webhookSecrets, now: startedAt });
  if (!verification.ok) {
    context.log.warn({ provider: providerName, status: verification.reason, httpStatus: 400 }, 'webhook refused');
    return { httpStatus: 400, status: verification.reason };
  }
  await context.onStep?.('verified');
  const received = read(provider, delivery, verification.eventId);
  const answer = await store(context, received);
  const { eventId, type } = received.receipt;
  const durationMs = context.clock.now().getTime() - startedAt.getTime();
  context.log.info({ provider: providerName, eventId, type, ...answer, durationMs }, 'webhook received');
  return answer;
}

/** A message with its receipt, on its way into the inbox. */
export interface Received {
  receipt: Receipt;
  message: ProviderMessage;
}

function read(provider: BillingProvider, { rawBody }: Delivery, headerEventId: string | null): Received {
  const message = provider.normalize(rawBody);
  const bodySha256 = createHash('sha256').update(rawBody).digest('hex');
  const providerEventId = headerEventId ?? message.eventId;
  return {
    message,
    receipt: {
      provider: provider.name,
      eventId: providerEventId ?? `sha256:${bodySha256}`,
      eventIdSource: providerEventId === null ? 'derived' : 'provider',
      environment: message.environment,
      type: message.type,
      subjectKey: message.subjectKey,
      occurredAt: message.occurredAt,
      rawBody,
      bodySha256,
    },
  };
}

/** Records a message and applies it in one transaction, and then what it woke. Never throws for what it says. */
export async function store(context: BillingContext, received: Received): Promise<WebhookAnswer> {
  const deadline = new Deadline((context.waits ?? usualWaits).answerMs);
  const { provider, eventId } = received.receipt;
  const key = { provider, eventId };
  try {
    const stored = await untilCommitted(context, { key, deadline }, (tx) => storeInTransaction(tx, context, received));
    if (stored.kind === 'busy')
      return answerOf(context, stored.state, isSettled(stored.state) ? 'duplicate' : 'retrying');
    if (stored.kind === 'not_stored') {
      context.log.error({ ...key, error: stored.error }, 'webhook not stored');
      return { httpStatus: 503, status: 'not_stored' };
    }
    await context.onStep?.('committed');
    const isDone = await Promise.race([applyWoken(context, stored.value.woken, deadline), deadline.passed]);
    if (isDone !== true) context.onWorkLeft?.('due');
    else if (stored.value.outcome === 'applied') context.onWorkLeft?.('follow_ups');
    return answerOf(context, stored.value.state, stored.value.outcome);
  } finally {
    deadline.clear();
  }
}

type Stored = Pick<Attempted, 'state' | 'outcome' | 'woken'>;

async function storeInTransaction(
  tx: Transaction,
  context: BillingContext,
  { receipt, message }: Received,
): Promise<Stored> {
  const now = context.clock.now();
  const [, recorded] = await Promise.all([boundWaits(tx, context), recordReceipt(tx, receipt, now)]);
  await context.onStep?.('recorded');
  const { provider, eventId } = receipt;
  const key = { provider, eventId };
  if (recorded.kind === 'new')
    return attempt(tx, context, { key, message, receivedAt: now, attempts: 0, previous: null });
  const { row } = recorded;
  if (!isSettled(row.state))
    return attempt(tx, context, { key, message, receivedAt: row.receivedAt, attempts: row.attempts, previous: row });
  if (row.bodySha256 !== receipt.bodySha256) await compareBodies(tx, context, { key, row, rawBody: receipt.rawBody });
  return { state: row.state, outcome: 'duplicate', woken: [] };
}

/**
 * Two deliveries of one event may differ in what describes the delivery, never in what they tell. The bytes are only
 * the hint to look; the events decide.
 */
async function compareBodies(
  tx: Transaction,
  context: BillingContext,
  { key, row, rawBody: delivered }: { key: EventKey; row: Seen; rawBody: Uint8Array },
): Promise<void> {
  const { rawBody, fetched } = await readBody(tx, key);
  if (!rawBody) return;
  // With what was fetched for it, both: an answer of the provider is no difference between two deliveries.
  const held = readEvent(getProvider(key.provider), rawBody, fetched).content;
  const told = readEvent(getProvider(key.provider), delivered, fetched).content;
  if (JSON.stringify(held) === JSON.stringify(told)) return;
  await openCase(
    tx,
    {
      kind: 'event_payload_conflict',
      subject: `event:${key.provider}:${key.eventId}`,
      local: { bodySha256: row.bodySha256, events: summary(held) },
      remote: { events: summary(told) },
    },
    { ...key, teamId: null, at: context.clock.now() },
  );
}

function summary(content: ProviderMessage['content']): string[] {
  return content.kind === 'events' ? content.events.map(({ kind }) => kind) : [content.kind];
}

/**
 * Applies what this delivery woke, and what that wakes, while there is time, and tells whether that was all of it. The rest
 * is due and `drain` finds it.
 */
async function applyWoken(context: BillingContext, woken: readonly EventKey[], deadline: Deadline): Promise<boolean> {
  const queue = [...woken];
  for (let key = queue.shift(); key && !deadline.isOver; key = queue.shift()) {
    try {
      queue.push(...((await attemptStored(context, key))?.woken ?? []));
    } catch (error) {
      // This delivery is committed whatever becomes of the others.
      const name = error instanceof Error ? error.name : 'unknown';
      context.log.error({ ...key, error: name }, 'woken event left to the next pass');
      return false;
    }
  }
  return !deadline.isOver;
}

function answerOf({ settings }: BillingContext, state: InboxState, status: string): WebhookAnswer {
  const isOurs = state === 'retrying' || status === 'retrying';
  return { httpStatus: isOurs && settings.webhookAck === 'applied' ? 503 : 200, status };
}
