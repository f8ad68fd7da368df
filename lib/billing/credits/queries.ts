import { and, asc, desc, eq, gt, gte, inArray, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import {
  creditLedgerEntries,
  creditPurchases,
  credits,
  type holdStates,
  type ledgerKinds,
  subscriptionBillingPeriods,
} from '@/db/schema';
import type { Clock } from '../../clock';
import type { BillingContext } from '../context';
import { BillingError } from '../errors';
import { type PeriodView, periodView } from '../subscriptions/views';
import { monthLotKey } from './allowance-plan';
import { lapsedCredits } from './expire';
import { type HistoryPayment, historyPayment } from './payments';

/** A team's credits: whole numbers. `available` is what can be spent now: `balance - held`, less what has lapsed. */
export interface CreditsView {
  balance: number;
  held: number;
  available: number;
}

export type LedgerKind = (typeof ledgerKinds)[number];
export type HoldState = (typeof holdStates)[number];

/** One movement of the balance and why it is there. */
export interface HistoryEntry {
  id: string;
  at: Date;
  kind: LedgerKind;
  /** Credits: positive came in, negative went out. */
  delta: number;
  balanceAfter: number;
  reason: string;
  ref: string | null;
  actor: string;
  payment: HistoryPayment | null;
  /** The paid period of a subscription behind it. */
  period: PeriodView | null;
  /** Whether the payment behind it brought just this. Other entries refer to the same payment: its amount counts here alone. */
  isPaidFor: boolean;
  /** Whether a paid change of the plan within its period brought it. */
  isPlanChange: boolean;
}

export const historyFilters = ['all', 'purchases', 'allowances', 'reversals', 'usage', 'other'] as const;
export type HistoryFilter = (typeof historyFilters)[number];

export interface HistoryPage {
  entries: HistoryEntry[];
  /** Hand it back to read on; null at the end. */
  nextCursor: string | null;
}

/** One day of movements, UTC. */
export interface DayOfMovements {
  /** `2026-09-20` */
  day: string;
  creditsIn: number;
  creditsOut: number;
  /** At the end of the day. */
  balance: number;
}

/** What a team has. A team that never had credits has none. */
export async function getCredits(
  { database, clock }: { database: Queryable; clock: Clock },
  teamId: string,
): Promise<CreditsView> {
  const [row] = await database
    .select({ balance: credits.balance, held: credits.held, lapsed: lapsedCredits(clock.now()) })
    .from(credits)
    .where(eq(credits.teamId, teamId));
  if (!row) return { balance: 0, held: 0, available: 0 };
  return { balance: row.balance, held: row.held, available: Math.max(row.balance - row.held - Number(row.lapsed), 0) };
}

export interface HistoryRequest {
  teamId: string;
  filter?: HistoryFilter;
  /** From the page before. */
  cursor?: string;
  /** 1 to 200; 25 unless told. */
  limit?: number;
}

/**
 * One page of a team's movements, newest first, each with the payment behind it. The order is the one in which the
 * balance moved, so every entry is on exactly one page however many arrive meanwhile.
 */
export async function listBillingHistory(context: BillingContext, request: HistoryRequest): Promise<HistoryPage> {
  const limit = Math.min(Math.max(Math.trunc(request.limit ?? 25), 1), 200);
  const before =
    request.cursor === undefined ? undefined : lt(creditLedgerEntries.sequence, readCursor(request.cursor));
  const kinds = kindsOf[request.filter ?? 'all'];
  const isKind = kinds === null ? undefined : inArray(creditLedgerEntries.kind, kinds);
  const isWanted = and(eq(creditLedgerEntries.teamId, request.teamId), before, isKind);
  const rows = await selectEntries(context, isWanted)
    .orderBy(desc(creditLedgerEntries.sequence))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor = rows.length > limit && last ? String(last.entry.sequence) : null;
  return { entries: page.map((row) => historyEntry(context, row)), nextCursor };
}

/** A team's whole history, oldest first, read in pages while it is consumed. */
export async function* exportBillingHistory(context: BillingContext, teamId: string): AsyncGenerator<HistoryEntry> {
  let after = 0;
  for (;;) {
    const isNext = and(eq(creditLedgerEntries.teamId, teamId), gt(creditLedgerEntries.sequence, after));
    const rows = await selectEntries(context, isNext).orderBy(asc(creditLedgerEntries.sequence)).limit(500);
    for (const row of rows) yield historyEntry(context, row);
    const last = rows.at(-1);
    if (!last || rows.length < 500) return;
    after = last.entry.sequence;
  }
}

/** The entries that appeared after one of them; all when null. Oldest first, at most a hundred. */
export async function listEntriesSince(
  context: BillingContext,
  teamId: string,
  afterEntryId: string | null,
): Promise<HistoryEntry[]> {
  const isLater =
    afterEntryId === null
      ? undefined
      : gt(creditLedgerEntries.sequence, sql`(select sequence from credit_ledger_entries where id = ${afterEntryId})`);
  const rows = await selectEntries(context, and(eq(creditLedgerEntries.teamId, teamId), isLater))
    .orderBy(asc(creditLedgerEntries.sequence))
    .limit(100);
  return rows.map((row) => historyEntry(context, row));
}

/** These entries of a team, oldest first; those that it does not have are left out. */
export async function listEntries(
  context: BillingContext,
  { teamId, ids }: { teamId: string; ids: readonly string[] },
): Promise<HistoryEntry[]> {
  if (ids.length === 0) return [];
  const isMeant = and(eq(creditLedgerEntries.teamId, teamId), inArray(creditLedgerEntries.id, [...ids]));
  const rows = await selectEntries(context, isMeant).orderBy(asc(creditLedgerEntries.sequence));
  return rows.map((row) => historyEntry(context, row));
}

/** What came in and went out on each of the last `days` days, UTC, oldest first; days without movement included. */
export async function listMovementsByDay(
  { database, clock }: BillingContext,
  teamId: string,
  days: number,
): Promise<DayOfMovements[]> {
  const today = Date.parse(`${clock.now().toISOString().slice(0, 10)}T00:00:00Z`);
  const first = new Date(today - (days - 1) * 86_400_000);
  const day = sql<string>`to_char(${creditLedgerEntries.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  const isOfTeam = eq(creditLedgerEntries.teamId, teamId);
  const [moved, [before]] = await Promise.all([
    database
      .select({
        day,
        creditsIn: sql<string>`coalesce(sum(delta) filter (where delta > 0), 0)`,
        creditsOut: sql<string>`coalesce(-sum(delta) filter (where delta < 0), 0)`,
      })
      .from(creditLedgerEntries)
      .where(and(isOfTeam, gte(creditLedgerEntries.createdAt, first)))
      .groupBy(day),
    database
      .select({ balance: sql<string>`coalesce(sum(delta), 0)` })
      .from(creditLedgerEntries)
      .where(and(isOfTeam, lt(creditLedgerEntries.createdAt, first))),
  ]);
  let balance = Number(before?.balance ?? 0);
  return Array.from({ length: days }, (_, index) => {
    const date = new Date(first.getTime() + index * 86_400_000).toISOString().slice(0, 10);
    const row = moved.find((candidate) => candidate.day === date);
    const creditsIn = Number(row?.creditsIn ?? 0);
    const creditsOut = Number(row?.creditsOut ?? 0);
    balance += creditsIn - creditsOut;
    return { day: date, creditsIn, creditsOut, balance };
  });
}

const kindsOf: Record<HistoryFilter, LedgerKind[] | null> = {
  all: null,
  purchases: ['purchase'],
  allowances: ['allowance'],
  reversals: ['refund', 'dispute', 'reversal_undone'],
  usage: ['spend', 'capture'],
  other: ['expiry', 'grant', 'correction'],
};

/** What the product moves, with references of its own. */
const kindsOfProduct: LedgerKind[] = ['spend', 'capture', 'grant'];

/** Entries that a payment caused say so in their reference. */
function selectEntries({ database }: BillingContext, isWanted: SQL | undefined) {
  return database
    .select({ entry: creditLedgerEntries, purchase: creditPurchases, period: subscriptionBillingPeriods })
    .from(creditLedgerEntries)
    .leftJoin(
      subscriptionBillingPeriods,
      and(
        sql`${creditLedgerEntries.ref} like 'period:%'`,
        eq(subscriptionBillingPeriods.id, sql`substr(${creditLedgerEntries.ref}, 8)`),
        // Where the product chose such a reference itself, it says nothing of whose period that is.
        notInArray(creditLedgerEntries.kind, kindsOfProduct),
      ),
    )
    .leftJoin(
      creditPurchases,
      and(
        sql`${creditLedgerEntries.ref} like 'purchase:%'`,
        eq(creditPurchases.id, sql`substr(${creditLedgerEntries.ref}, 10)`),
        eq(creditPurchases.teamId, creditLedgerEntries.teamId),
      ),
    )
    .where(isWanted)
    .$dynamic();
}

interface EntryRow {
  entry: typeof creditLedgerEntries.$inferSelect;
  purchase: typeof creditPurchases.$inferSelect | null;
  period: typeof subscriptionBillingPeriods.$inferSelect | null;
}

function historyEntry(context: BillingContext, { entry, purchase, period }: EntryRow): HistoryEntry {
  const { id, createdAt, kind, delta, balanceAfter, reason, ref, actor } = entry;
  const payment = purchase ? historyPayment(context, purchase) : null;
  const view = period ? periodView(context.settings.catalog, period) : null;
  const isPaidFor = kind === 'purchase' || (period !== null && isFirstLot(entry, period));
  const isPlanChange = kind === 'allowance' && entry.idempotencyKey.startsWith('proration:');
  const why = { payment, period: view, isPaidFor, isPlanChange };
  return { id, at: createdAt, kind, delta, balanceAfter, reason, ref, actor, ...why };
}

/** The later months of a year, and what an upgrade adds, were not paid for by the period's payment. */
function isFirstLot({ idempotencyKey }: EntryRow['entry'], { id }: { id: string }): boolean {
  return [id, monthLotKey(id, 0)].some((sourceKey) => idempotencyKey === `period:${sourceKey}`);
}

function readCursor(cursor: string): number {
  const sequence = Number(cursor);
  if (!Number.isSafeInteger(sequence) || sequence < 0) throw BillingError.invalidCursor();
  return sequence;
}
