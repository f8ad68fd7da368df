import { count, desc, eq, ilike, or, sql } from 'drizzle-orm';
import { billingCustomers, creditPurchases, credits, reconciliationCases, teamMembers, teams } from '@/db/schema';
import type { BillingContext } from '../context';
import { type HistoryPayment, historyPayment } from '../credits/payments';
import { type CreditsView, getCredits, type HistoryEntry, listBillingHistory } from '../credits/queries';
import { listSubscriptionViews, type SubscriptionView } from '../subscriptions/card';
import { type ActionView, listActions } from './audit-queries';
import { type CaseView, listCases } from './case-queries';
import { type EventEntry, listEvents } from './inbox-queries';
import { listMessages, type MessageView } from './outbox-queries';

/** A team as an operator sees it: the newest of everything. */
export interface TeamStory {
  teamId: string;
  name: string;
  createdAt: Date;
  members: number;
  credits: CreditsView;
  subscriptions: SubscriptionView[];
  purchases: (HistoryPayment & { paidAt: string })[];
  entries: HistoryEntry[];
  events: EventEntry[];
  messages: MessageView[];
  cases: CaseView[];
  actions: ActionView[];
  customers: { provider: string; providerCustomerId: string }[];
}

const shown = 20;

/** Null where there is none. */
export async function getTeamStory(context: BillingContext, teamId: string): Promise<TeamStory | null> {
  const { database } = context;
  const [team] = await database.select().from(teams).where(eq(teams.id, teamId));
  if (!team) return null;
  const request = { teamId, limit: shown };
  const [members, balance, subscriptions, purchases, entries, events, messages, cases, actions, customers] =
    await Promise.all([
      database.select({ members: count() }).from(teamMembers).where(eq(teamMembers.teamId, teamId)),
      getCredits(context, teamId),
      listSubscriptionViews(context, teamId),
      database
        .select()
        .from(creditPurchases)
        .where(eq(creditPurchases.teamId, teamId))
        .orderBy(desc(creditPurchases.createdAt), desc(creditPurchases.id))
        .limit(shown),
      listBillingHistory(context, request),
      listEvents(context, request),
      listMessages(context, request),
      listCases(context, { ...request, state: 'open' }),
      listActions(context, request),
      listCustomers(context, teamId),
    ]);
  return {
    ...{ teamId, name: team.name, createdAt: team.createdAt, members: members[0]?.members ?? 0 },
    ...{ credits: balance, subscriptions, customers },
    purchases: purchases.map((row) => ({ ...historyPayment(context, row), paidAt: row.paidAt })),
    entries: entries.entries,
    events: events.entries,
    messages: messages.entries,
    cases: cases.entries,
    actions: actions.entries,
  };
}

function listCustomers({ database }: BillingContext, teamId: string): Promise<TeamStory['customers']> {
  const { provider, providerCustomerId } = billingCustomers;
  return database
    .select({ provider, providerCustomerId })
    .from(billingCustomers)
    .where(eq(billingCustomers.teamId, teamId))
    .orderBy(provider, providerCustomerId)
    .limit(shown);
}

export interface TeamEntry {
  teamId: string;
  name: string;
  createdAt: Date;
  balance: number;
  openCases: number;
}

/** Teams whose id or name begins so, the newest first; 50 at most. */
export async function findTeams({ database }: BillingContext, text: string): Promise<TeamEntry[]> {
  const begins = `${text.replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await database
    .select({
      teamId: teams.id,
      name: teams.name,
      createdAt: teams.createdAt,
      balance: sql<string>`coalesce(${credits.balance}, 0)`,
      openCases: sql<string>`(select count(*) from ${reconciliationCases}
        where ${reconciliationCases.teamId} = ${teams.id} and state = 'open')`,
    })
    .from(teams)
    .leftJoin(credits, eq(credits.teamId, teams.id))
    .where(text === '' ? undefined : or(eq(teams.id, text), ilike(teams.name, begins)))
    .orderBy(desc(teams.createdAt), desc(teams.id))
    .limit(50);
  return rows.map((row) => ({ ...row, balance: Number(row.balance), openCases: Number(row.openCases) }));
}
