import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Transaction } from '@/db/client';
import { prepared } from '@/db/prepared';
import { creditGrants, creditLedgerEntries, credits } from '@/db/schema';
import type { Lot } from './balance';
import type { LedgerKind } from './queries';

/** Why a balance moves. The key makes the movement happen once per team. */
export interface Cause {
  teamId: string;
  idempotencyKey: string;
  kind: LedgerKind;
  reason: string;
  ref: string | null;
  actor: string;
  at: Date;
}

export interface NewLot {
  credits: number;
  sourceType: (typeof creditGrants.$inferInsert)['sourceType'];
  sourceKey: string;
  expiresAt: Date | null;
}

export interface Moved {
  entryId: string;
  balanceAfter: number;
}

/** Adds a lot to a balance and says so in the ledger, in one statement. Returns what it left. */
export async function grantLot(tx: Transaction, lot: NewLot, cause: Cause): Promise<Moved> {
  const values = causeValues(cause);
  const [row] = await insertLot(tx, {
    ...values,
    lotId: uuidv7(),
    delta: lot.credits,
    sourceType: lot.sourceType,
    sourceKey: lot.sourceKey,
    expiresAt: lot.expiresAt?.toISOString() ?? null,
  });
  return { entryId: values.entryId, balanceAfter: Number(row?.balance) };
}

/** What changes on one lot. */
export interface LotChange {
  lotId: string;
  /** How many credits the lot came with: changed when an upgrade enlarges it. */
  amount?: number;
  remaining: number;
  held: number;
}

export interface Movement {
  delta: number;
  /** Change of what is promised to holds. */
  held: number;
  lots: readonly LotChange[];
}

/**
 * Moves a balance and its lots together, and writes the ledger entry unless nothing but holds changed. The caller
 * holds the lock of `lockCredits`.
 */
export async function moveCredits(tx: Transaction, movement: Movement, cause: Cause): Promise<Moved> {
  const values = causeValues(cause);
  const [row] = await moveBalance(tx, {
    ...values,
    delta: movement.delta,
    held: movement.held,
    lotIds: movement.lots.map(({ lotId }) => lotId),
    lots: JSON.stringify(movement.lots.map(({ lotId, ...change }) => ({ id: lotId, ...change }))),
  });
  return { entryId: values.entryId, balanceAfter: Number(row?.balance) };
}

export interface LockedCredits {
  balance: number;
  held: number;
  lots: (Lot & { expiresAt: Date | null; sourceType: NewLot['sourceType']; sourceKey: string })[];
  /** An earlier movement under the same key. */
  earlier: { id: string; delta: number; balanceAfter: number } | null;
}

/**
 * Locks a team's balance until the transaction ends and reads what may be decided on: the lots with something left,
 * in spending order (what expires first, then what came first), and an earlier movement under `idempotencyKey`.
 */
export async function lockCredits(tx: Transaction, teamId: string, idempotencyKey: string): Promise<LockedCredits> {
  // Sent together; the server runs them in turn, so the later ones see what is true under the lock.
  const [[balance], lots, [earlier]] = await Promise.all([
    lockBalance(tx, { teamId }),
    selectLots(tx, { teamId }),
    selectEntry(tx, { teamId, idempotencyKey }),
  ]);
  return {
    balance: Number(balance?.balance ?? 0),
    held: Number(balance?.held ?? 0),
    lots: lots.map(readLot),
    earlier: earlier
      ? { id: earlier.id, delta: Number(earlier.delta), balanceAfter: Number(earlier.balance_after) }
      : null,
  };
}

/** A lot as it came, and what is left of it. */
export type SourceLot = Pick<
  typeof creditGrants.$inferSelect,
  'id' | 'sourceKey' | 'amount' | 'remaining' | 'expiresAt'
>;

/** The lots that came from these purchases or periods, the oldest first. */
export async function findLots(
  tx: Transaction,
  sourceType: NewLot['sourceType'],
  sourceKeys: readonly string[],
): Promise<SourceLot[]> {
  return tx
    .select(sourceLot)
    .from(creditGrants)
    .where(and(eq(creditGrants.sourceType, sourceType), inArray(creditGrants.sourceKey, [...sourceKeys])))
    .orderBy(asc(creditGrants.createdAt), asc(creditGrants.id));
}

/** Lets these lots end at a time, unless they end before it. The caller holds the lock of `lockCredits`. */
export async function endLots(tx: Transaction, lotIds: readonly string[], at: Date): Promise<void> {
  if (lotIds.length === 0) return;
  await tx
    .update(creditGrants)
    .set({ expiresAt: sql`least(${creditGrants.expiresAt}, ${at.toISOString()}::timestamptz)` })
    .where(inArray(creditGrants.id, [...lotIds]));
}

const sourceLot = {
  id: creditGrants.id,
  sourceKey: creditGrants.sourceKey,
  amount: creditGrants.amount,
  remaining: creditGrants.remaining,
  expiresAt: creditGrants.expiresAt,
};

function causeValues(cause: Cause) {
  const { at, ...values } = cause;
  return { ...values, entryId: uuidv7(), at: at.toISOString() };
}

const value = sql.placeholder;

const lockBalance = prepared<{ balance: string; held: string }>(
  sql`select balance, held from ${credits} where team_id = ${value('teamId')} for update`,
);

interface LotRow {
  id: string;
  remaining: string;
  held: string;
  expires_at: string | null;
  source_type: NewLot['sourceType'];
  source_key: string;
}

function readLot(row: LotRow): LockedCredits['lots'][number] {
  return {
    id: row.id,
    remaining: Number(row.remaining),
    held: Number(row.held),
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
    sourceType: row.source_type,
    sourceKey: row.source_key,
  };
}

const selectLots = prepared<LotRow>(sql`
    select id, remaining, held, expires_at, source_type, source_key from ${creditGrants}
    where team_id = ${value('teamId')} and remaining > 0
    order by expires_at nulls last, created_at, id`);

const selectEntry = prepared<{ id: string; delta: string; balance_after: string }>(sql`
    select id, delta, balance_after from ${creditLedgerEntries}
    where team_id = ${value('teamId')} and idempotency_key = ${value('idempotencyKey')}`);

// The increment happens in SQL: two purchases at once cannot overwrite each other. A new lot pays a debt first.
const insertLot = prepared<{ balance: string }>(sql`
    with moved as (
      insert into ${credits} (team_id, balance, updated_at)
      values (${value('teamId')}, ${value('delta')}, ${value('at')})
      on conflict (team_id) do update
        set balance = ${credits.balance} + excluded.balance, updated_at = excluded.updated_at
      returning balance
    ), lot as (
      insert into ${creditGrants} (id, team_id, source_type, source_key, amount, remaining, expires_at, created_at)
      select ${value('lotId')}, ${value('teamId')}, ${value('sourceType')}, ${value('sourceKey')}, ${value('delta')}::bigint,
        greatest(moved.balance, 0) - greatest(moved.balance - ${value('delta')}::bigint, 0),
        ${value('expiresAt')}::timestamptz, ${value('at')}::timestamptz
      from moved
    ), entry as (
      insert into ${creditLedgerEntries}
        (id, team_id, idempotency_key, delta, balance_after, kind, reason, ref, actor, created_at)
      select ${value('entryId')}, ${value('teamId')}, ${value('idempotencyKey')}, ${value('delta')}::bigint, moved.balance,
        ${value('kind')}, ${value('reason')}, ${value('ref')}, ${value('actor')}, ${value('at')}::timestamptz
      from moved
    )
    select balance from moved`);

// The ids are named apart, since Postgres takes JSON for a hundred rows and would read the whole table to join them.
const moveBalance = prepared<{ balance: string }>(sql`
    with moved as (
      update ${credits}
      set balance = balance + ${value('delta')}::bigint, held = held + ${value('held')}::bigint,
        updated_at = ${value('at')}::timestamptz
      where team_id = ${value('teamId')}
      returning balance
    ), lots as (
      update ${creditGrants} as lot
      set amount = lot.amount + change.amount, remaining = lot.remaining + change.remaining,
        held = lot.held + change.held
      from (
        select id, coalesce(sum(amount), 0)::bigint as amount, sum(remaining)::bigint as remaining,
          sum(held)::bigint as held
        from jsonb_to_recordset(${value('lots')}::jsonb) as part(id text, amount bigint, remaining bigint, held bigint)
        group by id
      ) as change
      where lot.id = change.id and lot.id = any(${value('lotIds')}::text[])
    ), entry as (
      insert into ${creditLedgerEntries}
        (id, team_id, idempotency_key, delta, balance_after, kind, reason, ref, actor, created_at)
      select ${value('entryId')}, ${value('teamId')}, ${value('idempotencyKey')}, ${value('delta')}::bigint, moved.balance,
        ${value('kind')}, ${value('reason')}, ${value('ref')}, ${value('actor')}, ${value('at')}::timestamptz
      from moved
      where ${value('delta')}::bigint <> 0
    )
    select balance from moved`);
