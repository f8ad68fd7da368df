import { and, eq, lte } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Database, Transaction } from '@/db/client';
import { creditHolds } from '@/db/schema';
import type { Clock } from '../../clock';
import type { BillingContext } from '../context';
import { BillingError } from '../errors';
import { boundWaits, lockIdleTeam } from '../waits';
import { planCapture } from './balance';
import { lapse } from './expire';
import { lockCredits, moveCredits } from './ledger';
import { tellWhenLow } from './low';
import type { HoldState } from './queries';
import { checkCredits, checkIdempotencyKey, planAvailable, type SpendRequest } from './spend';

export interface HoldRequest extends Omit<SpendRequest, 'lowAt'> {
  /** Seconds until the hold releases itself, 1 to 2,592,000 (30 days); an hour unless told. */
  expiresInSeconds?: number;
}

export interface CaptureRequest {
  teamId: string;
  holdId: string;
  /** What the job used; all of it unless told. */
  credits?: number;
  /** As in `SpendRequest`. */
  lowAt?: number | null;
}

/** Credits reserved for a job. */
export interface Hold {
  id: string;
  teamId: string;
  credits: number;
  captured: number;
  state: HoldState;
  expiresAt: Date;
}

type HoldRow = typeof creditHolds.$inferSelect;

/**
 * Reserves credits: they stay in the balance but nobody else can spend them. The same key returns the same hold.
 * Throws `insufficient_credits`, `idempotency_key_reused`, `invalid_credits`.
 */
export function hold(database: Database, clock: Clock, request: HoldRequest): Promise<Hold> {
  checkCredits(request.credits);
  checkIdempotencyKey(request.idempotencyKey);
  const seconds = Math.min(Math.max(request.expiresInSeconds ?? 3600, 1), 2_592_000);
  return database.transaction(async (tx) => {
    const at = clock.now();
    const { teamId, credits, idempotencyKey } = request;
    const locked = await lockCredits(tx, teamId, '');
    const earlier = await findHold(tx, teamId, idempotencyKey);
    if (earlier) return repeated(earlier, request);
    const lots = planAvailable(await lapse(tx, { teamId, at, locked }), teamId, credits);
    const id = uuidv7();
    await moveHeld(tx, { teamId, at, credits, pins: lots });
    const [row] = await tx
      .insert(creditHolds)
      .values({
        id,
        teamId,
        idempotencyKey,
        credits,
        lots,
        reason: request.reason,
        ref: request.ref ?? null,
        actor: request.actor ?? 'product',
        createdAt: at,
        expiresAt: new Date(at.getTime() + seconds * 1000),
      })
      .returning();
    return view(row, id);
  });
}

/**
 * Spends a hold, or the part of it that the job used; the rest is free again. A hold is captured once: the same
 * amount again returns the same result. Throws `hold_not_found`, `hold_not_open`, `capture_exceeds_hold`.
 */
export function capture(database: Database, clock: Clock, request: CaptureRequest): Promise<Hold> {
  if (request.credits !== undefined) checkCredits(request.credits);
  return database.transaction(async (tx) => {
    const at = clock.now();
    const row = await lockHold(tx, request);
    const credits = request.credits ?? row.credits;
    if (row.state === 'captured' && row.captured === credits) return view(row, row.id);
    if (row.state !== 'held') throw BillingError.holdNotOpen(row.id, row.state);
    if (row.expiresAt <= at) throw BillingError.holdNotOpen(row.id, 'expired');
    if (credits > row.credits) throw BillingError.captureExceedsHold(row.id, credits, row.credits);
    await spendPinned(tx, { row, credits, at, lowAt: request.lowAt ?? null });
    return settle(tx, { row, state: 'captured', captured: credits, at });
  });
}

/** Lets a hold go. Releasing a released or expired hold changes nothing. Throws `hold_not_found`, `hold_not_open`. */
export function release(database: Database, clock: Clock, request: { teamId: string; holdId: string }): Promise<Hold> {
  return database.transaction(async (tx) => {
    const row = await lockHold(tx, request);
    if (row.state === 'released' || row.state === 'expired') return view(row, row.id);
    if (row.state === 'captured') throw BillingError.holdNotOpen(row.id, row.state);
    return letGo(tx, row, 'released', clock.now());
  });
}

/**
 * Releases holds whose time is over, at most `limit` of them, each in a transaction of its own. Those of a team that is busy
 * are left to the next pass. Returns how many were released.
 */
export async function expireHolds(
  context: Pick<BillingContext, 'database' | 'log' | 'waits'>,
  at: Date,
  limit: number,
): Promise<number> {
  const { database, log } = context;
  const due = await database
    .select({ id: creditHolds.id, teamId: creditHolds.teamId })
    .from(creditHolds)
    .where(and(eq(creditHolds.state, 'held'), lte(creditHolds.expiresAt, at)))
    .orderBy(creditHolds.expiresAt)
    .limit(limit);
  let released = 0;
  for (const { id, teamId } of due) {
    try {
      if (await database.transaction((tx) => expireHold(tx, context, { id, at }))) released += 1;
    } catch (error) {
      // One team must not keep the others from their credits; its hold stays due.
      log.error({ teamId, error: error instanceof Error ? error.name : 'unknown' }, 'hold not released');
    }
  }
  return released;
}

async function expireHold(
  tx: Transaction,
  context: Pick<BillingContext, 'waits'>,
  { id, at }: { id: string; at: Date },
): Promise<boolean> {
  await boundWaits(tx, context);
  const [row] = await tx.select().from(creditHolds).where(eq(creditHolds.id, id)).for('update', { skipLocked: true });
  if (row?.state !== 'held' || !(await lockIdleTeam(tx, row.teamId))) return false;
  await letGo(tx, row, 'expired', at);
  return true;
}

async function letGo(tx: Transaction, row: HoldRow, state: 'released' | 'expired', at: Date): Promise<Hold> {
  await lockCredits(tx, row.teamId, '');
  await moveHeld(tx, {
    teamId: row.teamId,
    at,
    credits: -row.credits,
    pins: row.lots.map((pin) => ({ ...pin, credits: -pin.credits })),
  });
  return settle(tx, { row, state, captured: 0, at });
}

async function spendPinned(
  tx: Transaction,
  { row, credits, at, lowAt }: { row: HoldRow; credits: number; at: Date; lowAt: number | null },
): Promise<void> {
  const locked = await lockCredits(tx, row.teamId, '');
  const idempotencyKey = `capture:${row.id}`;
  const takings = planCapture(locked.lots, row.lots, credits);
  const lots = [
    ...takings.map((taking) => ({ lotId: taking.lotId, remaining: -taking.credits, held: 0 })),
    ...row.lots.map((pin) => ({ lotId: pin.lotId, remaining: 0, held: -pin.credits })),
  ];
  const moved = await moveCredits(
    tx,
    { delta: -credits, held: -row.credits, lots },
    {
      teamId: row.teamId,
      idempotencyKey,
      kind: 'capture',
      reason: row.reason,
      ref: row.ref ?? `hold:${row.id}`,
      actor: row.actor,
      at,
    },
  );
  const { balance: before } = locked;
  await tellWhenLow(tx, { teamId: row.teamId, before, after: moved.balanceAfter, lowAt, idempotencyKey }, at);
}

interface HeldChange {
  teamId: string;
  at: Date;
  credits: number;
  pins: { lotId: string; credits: number }[];
}

/** Moves nothing but what is promised, so the ledger stays silent. */
async function moveHeld(tx: Transaction, { teamId, at, credits, pins }: HeldChange): Promise<void> {
  const lots = pins.map((pin) => ({ lotId: pin.lotId, remaining: 0, held: pin.credits }));
  const cause = { teamId, at, idempotencyKey: '', kind: 'capture', reason: '', ref: null, actor: '' } as const;
  await moveCredits(tx, { delta: 0, held: credits, lots }, cause);
}

async function settle(
  tx: Transaction,
  { row, state, captured, at }: { row: HoldRow; state: HoldState; captured: number; at: Date },
): Promise<Hold> {
  const [settled] = await tx
    .update(creditHolds)
    .set({ state, captured, settledAt: at })
    .where(eq(creditHolds.id, row.id))
    .returning();
  return view(settled, row.id);
}

/** Another team's hold is not found, like one that does not exist. */
async function lockHold(tx: Transaction, { teamId, holdId }: { teamId: string; holdId: string }): Promise<HoldRow> {
  const isMeant = and(eq(creditHolds.id, holdId), eq(creditHolds.teamId, teamId));
  const [row] = await tx.select().from(creditHolds).where(isMeant).for('update');
  if (!row) throw BillingError.holdNotFound(holdId);
  return row;
}

async function findHold(tx: Transaction, teamId: string, idempotencyKey: string): Promise<HoldRow | null> {
  const [row] = await tx
    .select()
    .from(creditHolds)
    .where(and(eq(creditHolds.teamId, teamId), eq(creditHolds.idempotencyKey, idempotencyKey)));
  return row ?? null;
}

function repeated(earlier: HoldRow, request: HoldRequest): Hold {
  if (earlier.credits !== request.credits) throw BillingError.idempotencyKeyReused(request.idempotencyKey);
  return view(earlier, earlier.id);
}

function view(row: HoldRow | undefined, holdId: string): Hold {
  if (!row) throw BillingError.holdNotFound(holdId);
  const { id, teamId, credits, captured, state, expiresAt } = row;
  return { id, teamId, credits, captured, state, expiresAt };
}
