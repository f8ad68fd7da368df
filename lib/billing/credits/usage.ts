import { and, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import { apiKeys, creditLedgerEntries, users } from '@/db/schema';
import type { BillingContext } from '../context';

/** What a team spent in a span of days, UTC, today being the last. Whole credits. */
export interface Usage {
  total: number;
  /** Of every day, oldest first. */
  days: { day: string; credits: number }[];
  /** What was spent most on first; the rest in one. */
  reasons: UsageShare[];
  /** Who spent most first; the rest in one. */
  actors: (UsageShare & { kind: ActorKind })[];
}

export interface UsageShare {
  /** Null: all others together. */
  name: string | null;
  credits: number;
  /** How often. */
  times: number;
}

/** A person of the team, a product server by its key, or the product itself. */
export type ActorKind = 'member' | 'api_key' | 'product' | 'others';

export interface UsageRequest {
  teamId: string;
  /** 1 to 366. */
  days: number;
}

const shown = 10;
const { teamId: ofTeam, kind, createdAt, delta, reason, actor } = creditLedgerEntries;
const day = sql<string>`to_char(${createdAt} at time zone 'UTC', 'YYYY-MM-DD')`;
const spent = sql<string>`-sum(${delta})`;
const times = sql<string>`count(*)`;

/** What a team spent by day, by reason and by who spent it. Held credits count when they are captured. */
export async function getUsage(context: BillingContext, { teamId, days }: UsageRequest): Promise<Usage> {
  const list = lastDays(context, Math.min(Math.max(Math.trunc(days), 1), 366));
  const first = new Date(`${list[0]}T00:00:00Z`);
  const isUsage = and(eq(ofTeam, teamId), inArray(kind, ['spend', 'capture']), gte(createdAt, first));
  const [byDay, reasons, actors] = await Promise.all([
    context.database.select({ day, spent, times }).from(creditLedgerEntries).where(isUsage).groupBy(day),
    topBy(context, reason, isUsage),
    topBy(context, actor, isUsage),
  ]);
  const all = { credits: sum(byDay.map((row) => row.spent)), times: sum(byDay.map((row) => row.times)) };
  const nameOf = await namesOf(
    context,
    actors.map(({ name }) => name),
  );
  return {
    total: all.credits,
    days: list.map((each) => ({ day: each, credits: Number(byDay.find((row) => row.day === each)?.spent ?? 0) })),
    reasons: [...reasons, ...rest(all, reasons)],
    actors: [
      ...actors.map((row) => ({ ...row, ...nameOf(row.name) })),
      ...rest(all, actors).map((row) => ({ ...row, kind: 'others' as const })),
    ],
  };
}

function lastDays({ clock }: BillingContext, days: number): string[] {
  const today = Date.parse(`${clock.now().toISOString().slice(0, 10)}T00:00:00Z`);
  return Array.from({ length: days }, (_, index) =>
    new Date(today - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}

async function topBy({ database }: BillingContext, column: typeof reason | typeof actor, isUsage: SQL | undefined) {
  const rows = await database
    .select({ name: column, spent, times })
    .from(creditLedgerEntries)
    .where(isUsage)
    .groupBy(column)
    .orderBy(desc(spent), column)
    .limit(shown);
  return rows.map((row) => ({ name: row.name, credits: Number(row.spent), times: Number(row.times) }));
}

function rest(all: Omit<UsageShare, 'name'>, top: readonly UsageShare[]): UsageShare[] {
  const credits = all.credits - sum(top.map((share) => share.credits));
  return credits > 0 ? [{ name: null, credits, times: all.times - sum(top.map((share) => share.times)) }] : [];
}

/** Actors are written `user:…`, `api_key:…`, or in the product's own terms. Who is gone keeps the id. */
async function namesOf({ database }: BillingContext, actors: readonly string[]) {
  const idsOf = (prefix: string) =>
    actors.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length));
  const [people, keys] = await Promise.all([
    database
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(inArray(users.id, idsOf('user:'))),
    database
      .select({ id: apiKeys.id, name: apiKeys.name })
      .from(apiKeys)
      .where(inArray(apiKeys.id, idsOf('api_key:'))),
  ]);
  return (told: string): { name: string; kind: ActorKind } => {
    const [prefix, id = ''] = told.split(/:(.*)/s);
    if (prefix === 'user') return { kind: 'member', name: people.find((each) => each.id === id)?.name ?? id };
    if (prefix === 'api_key') return { kind: 'api_key', name: keys.find((each) => each.id === id)?.name ?? id };
    return { kind: 'product', name: told };
  };
}

function sum(values: readonly (string | number)[]): number {
  return values.reduce<number>((total, value) => total + Number(value), 0);
}
