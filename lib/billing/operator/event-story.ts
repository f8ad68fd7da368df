import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import {
  creditLedgerEntries as entries,
  billingWebhookEvents as events,
  subscriptionOutbox as messages,
  subscriptions,
  teams,
} from '@/db/schema';
import type { BillingContext } from '../context';
import type { LedgerKind } from '../credits/queries';
import { listAudits } from '../subscriptions/audits';
import { type TransitionView, transitionView } from '../subscriptions/views';
import { type EventKey, findReceipt, type InboxRow, isSettled } from '../webhooks/inbox';
import { readMessage } from '../webhooks/stored';
import { subjects } from './actions';
import { type ActionView, listActions } from './audit-queries';
import { type CaseView, listCasesOfEvent } from './case-queries';
import { type EventEntry, eventColumns } from './inbox-queries';
import { type MaskedBody, maskBody, maskValue } from './mask';
import { type MessageView, messageView } from './outbox-queries';

/** One event with all that became of it. Nothing in it carries a value that `maskBody` would not show. */
export interface EventStory extends EventEntry {
  eventIdSource: 'provider' | 'derived';
  environment: 'test' | 'live' | null;
  lastDeliveredAt: Date;
  nextAttemptAt: Date | null;
  errorMessage: string | null;
  /** Whether working on it once more can do no harm, and can help. */
  retrySafe: boolean;
  isSettled: boolean;
  waitingFor: string[];
  assignedTeamId: string | null;
  /** Teams that exist and that the body names: a hint, never proof. */
  claimedTeams: { teamId: string; name: string }[];
  subscription: { subscriptionId: string; providerSubscriptionId: string; teamId: string; teamName: string } | null;
  /** Why it ended as it did: a reason, two times, what it made. */
  details: unknown;
  body: MaskedBody;
  bodySha256: string;
  changed: Changed;
  cases: CaseView[];
  actions: ActionView[];
}

/** What it changed, in the transaction that settled it. */
export interface Changed {
  entries: { id: string; kind: LedgerKind; delta: number; balanceAfter: number; reason: string; ref: string | null }[];
  transitions: TransitionView[];
  messages: MessageView[];
}

/** Null where there is none. */
export async function getEventStory(context: BillingContext, key: EventKey): Promise<EventStory | null> {
  const { database } = context;
  const [[entry], row] = await Promise.all([
    database
      .select(eventColumns)
      .from(events)
      .leftJoin(teams, eq(teams.id, events.teamId))
      .where(and(eq(events.provider, key.provider), eq(events.eventId, key.eventId))),
    findReceipt(database, key),
  ]);
  if (!entry || !row) return null;
  const [subscription, changed, cases, actions, claimedTeams] = await Promise.all([
    findSubscription(context, row),
    readChanged(context, key, row),
    listCasesOfEvent(context, key),
    listActions(context, { subject: subjects.event(key), limit: 50 }),
    findClaimedTeams(context, key, row),
  ]);
  const { eventIdSource, environment, lastDeliveredAt, nextAttemptAt, errorMessage, retrySafe, bodySha256 } = row;
  return {
    ...entry,
    // One that waits belongs to nobody yet; its subscription does.
    teamId: entry.teamId ?? subscription?.teamId ?? null,
    teamName: entry.teamName ?? subscription?.teamName ?? null,
    ...{ eventIdSource, environment, lastDeliveredAt, nextAttemptAt, errorMessage, bodySha256 },
    retrySafe: retrySafe && row.rawBody !== null,
    isSettled: isSettled(row.state),
    waitingFor: row.waitingFor ?? [],
    assignedTeamId: row.assignedTeamId,
    details: row.details === null ? null : maskValue(row.details),
    body: maskBody(row.rawBody),
    ...{ claimedTeams, subscription, changed, cases, actions: actions.entries },
  };
}

/** By the receipt, or by what the event is about. */
async function findSubscription({ database }: BillingContext, row: InboxRow): Promise<EventStory['subscription']> {
  const told = row.subjectKey?.startsWith('subscription:') ? row.subjectKey.slice('subscription:'.length) : null;
  const isMeant = row.subscriptionId
    ? eq(subscriptions.id, row.subscriptionId)
    : and(eq(subscriptions.provider, row.provider), eq(subscriptions.providerSubscriptionId, told ?? ''));
  const [found] = await database
    .select({
      subscriptionId: subscriptions.id,
      providerSubscriptionId: subscriptions.providerSubscriptionId,
      teamId: subscriptions.teamId,
      teamName: teams.name,
    })
    .from(subscriptions)
    .innerJoin(teams, eq(teams.id, subscriptions.teamId))
    .where(isMeant);
  return found ?? null;
}

/** What one transaction wrote has its time, to the millisecond. */
async function readChanged({ database }: BillingContext, { eventId }: EventKey, row: InboxRow): Promise<Changed> {
  const { teamId, settledAt, subscriptionId } = row;
  if (teamId === null || settledAt === null || row.outcome !== 'applied')
    return { entries: [], transitions: [], messages: [] };
  const [moved, audits, told] = await Promise.all([
    database
      .select()
      .from(entries)
      .where(and(eq(entries.teamId, teamId), eq(entries.createdAt, settledAt)))
      .orderBy(asc(entries.sequence))
      .limit(50),
    subscriptionId === null ? [] : listAudits(database, subscriptionId),
    database
      .select()
      .from(messages)
      .where(and(eq(messages.teamId, teamId), eq(messages.createdAt, settledAt)))
      .orderBy(asc(messages.id))
      .limit(50),
  ]);
  return {
    entries: moved.map(({ id, kind, delta, balanceAfter, reason, ref }) => ({
      ...{ id, kind, delta, balanceAfter, reason, ref },
    })),
    transitions: audits.filter(({ cause }) => cause === `event:${eventId}`).map(transitionView),
    messages: told.map((message) => messageView(message, null)),
  };
}

async function findClaimedTeams(
  { database }: BillingContext,
  key: EventKey,
  row: InboxRow,
): Promise<EventStory['claimedTeams']> {
  if (row.rawBody === null || isSettled(row.state)) return [];
  const { content } = readMessage(key, row);
  const told = content.kind === 'events' ? content.events : [];
  const claimed = told.flatMap((event) => ('buyer' in event ? (event.buyer.claimedTeamId ?? []) : []));
  if (claimed.length === 0) return [];
  return database
    .select({ teamId: teams.id, name: teams.name })
    .from(teams)
    .where(inArray(teams.id, [...new Set(claimed)]))
    .orderBy(sql`${teams.id}`);
}
