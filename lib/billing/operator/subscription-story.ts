import { and, asc, desc, eq, inArray, or } from 'drizzle-orm';
import {
  creditGrants,
  billingWebhookEvents as events,
  subscriptionOutbox as messages,
  reconciliationCases,
  subscriptions,
  teams,
} from '@/db/schema';
import type { BillingContext } from '../context';
import { periodLotKeys } from '../credits/allowance-plan';
import { listAudits } from '../subscriptions/audits';
import { listPeriods, type Period } from '../subscriptions/periods';
import type { Subscription } from '../subscriptions/store';
import { type PeriodView, periodView, type TransitionView, transitionView } from '../subscriptions/views';
import { type EventEntry, eventColumns } from './inbox-queries';
import { type MessageView, messageView } from './outbox-queries';

/** A subscription from receipt to period to message. */
export interface SubscriptionStory {
  subscription: Pick<
    Subscription,
    | 'id'
    | 'teamId'
    | 'provider'
    | 'providerSubscriptionId'
    | 'isCurrent'
    | 'status'
    | 'plan'
    | 'quantity'
    | 'currentPeriodStart'
    | 'currentPeriodEnd'
    | 'providerPeriodStart'
    | 'providerPeriodEnd'
    | 'cancelAtPeriodEnd'
    | 'endedAt'
    | 'revision'
  > & { teamName: string };
  /** The latest first: the receipt that paid for it, the credits that it gave, the messages that told of it. */
  chains: PeriodChain[];
  /** Every receipt about it, the newest first; 200 at most. */
  events: EventEntry[];
  transitions: TransitionView[];
  messages: MessageView[];
  openCases: { id: string; kind: string; openedAt: Date }[];
}

export interface PeriodChain {
  /** Null once retention has removed it. */
  receipt: EventEntry | null;
  period: PeriodView;
  credits: number;
  messages: MessageView[];
}

/** Null where there is none. */
export async function getSubscriptionStory(
  context: BillingContext,
  subscriptionId: string,
): Promise<SubscriptionStory | null> {
  const { database, settings } = context;
  const [found] = await database
    .select({ subscription: subscriptions, teamName: teams.name })
    .from(subscriptions)
    .innerJoin(teams, eq(teams.id, subscriptions.teamId))
    .where(eq(subscriptions.id, subscriptionId));
  if (!found) return null;
  const { subscription } = found;
  const [periods, audits, receipts, told, openCases] = await Promise.all([
    listPeriods(database, subscriptionId),
    listAudits(database, subscriptionId),
    listReceipts(context, subscription),
    database
      .select()
      .from(messages)
      .where(eq(messages.subscriptionId, subscriptionId))
      .orderBy(desc(messages.createdAt), desc(messages.id)),
    listOpenCases(context, subscription),
  ]);
  const paying = await listPaying(context, periods);
  const credits = await sumCredits(context, periods);
  const views = told.map((message) => messageView(message, found.teamName));
  return {
    subscription: { ...subscription, teamName: found.teamName },
    chains: periods.toReversed().map((period) => ({
      receipt: paying.get(period.providerEventId) ?? null,
      period: periodView(settings.catalog, period),
      credits: credits.get(period.id) ?? 0,
      messages: views.filter(({ billingPeriodId }) => billingPeriodId === period.id),
    })),
    events: receipts,
    transitions: audits.map(transitionView).toReversed(),
    messages: views,
    openCases,
  };
}

/** By what they came to, and by what they are about: one that waits has not come to anything. */
async function listReceipts({ database }: BillingContext, subscription: Subscription): Promise<EventEntry[]> {
  const { id, provider, providerSubscriptionId } = subscription;
  const isAbout = and(eq(events.provider, provider), eq(events.subjectKey, `subscription:${providerSubscriptionId}`));
  return selectEvents({ database })
    .where(or(eq(events.subscriptionId, id), isAbout))
    .orderBy(desc(events.receivedAt), desc(events.eventId))
    .limit(200);
}

/** The receipts that paid for these periods, by the event's id. */
async function listPaying({ database }: BillingContext, periods: readonly Period[]): Promise<Map<string, EventEntry>> {
  const [first] = periods;
  if (!first) return new Map();
  const ids = periods.map(({ providerEventId }) => providerEventId);
  const rows = await selectEvents({ database }).where(
    and(eq(events.provider, first.provider), inArray(events.eventId, ids)),
  );
  return new Map(rows.map((row) => [row.eventId, row]));
}

function selectEvents({ database }: Pick<BillingContext, 'database'>) {
  return database.select(eventColumns).from(events).leftJoin(teams, eq(teams.id, events.teamId)).$dynamic();
}

/** What the lots of each period came with. */
async function sumCredits({ database }: BillingContext, periods: readonly Period[]): Promise<Map<string, number>> {
  const periodOf = new Map(
    periods.flatMap(({ id, periodStart: start, periodEnd: end }) =>
      periodLotKeys({ id, start, end }).map((key) => [key, id] as const),
    ),
  );
  if (periodOf.size === 0) return new Map();
  const lots = await database
    .select({ sourceKey: creditGrants.sourceKey, amount: creditGrants.amount })
    .from(creditGrants)
    .where(and(eq(creditGrants.sourceType, 'period'), inArray(creditGrants.sourceKey, [...periodOf.keys()])));
  const credits = new Map<string, number>();
  for (const { sourceKey, amount } of lots) {
    const id = periodOf.get(sourceKey) ?? '';
    credits.set(id, (credits.get(id) ?? 0) + amount);
  }
  return credits;
}

async function listOpenCases({ database }: BillingContext, { teamId, providerSubscriptionId }: Subscription) {
  const { id, kind, openedAt, subject } = reconciliationCases;
  return database
    .select({ id, kind, openedAt })
    .from(reconciliationCases)
    .where(
      and(
        eq(reconciliationCases.state, 'open'),
        or(eq(reconciliationCases.teamId, teamId), eq(subject, `subscription:${providerSubscriptionId}`)),
      ),
    )
    .orderBy(asc(openedAt))
    .limit(50);
}
