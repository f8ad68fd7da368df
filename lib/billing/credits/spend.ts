import type { Database, Transaction } from '@/db/client';
import type { Clock } from '../../clock';
import { BillingError } from '../errors';
import { planSpend } from './balance';
import { lapse } from './expire';
import { type LockedCredits, lockCredits, moveCredits } from './ledger';
import { tellWhenLow } from './low';

export interface SpendRequest {
  teamId: string;
  /** Whole, above zero. */
  credits: number;
  /** 1 to 200 characters, yours: the same key spends once, however often it is sent. */
  idempotencyKey: string;
  reason: string;
  /** What it was for, in your own terms. */
  ref?: string | null;
  actor?: string;
  /** The team hears of it when this takes its balance below so many credits; null or absent: it does not. */
  lowAt?: number | null;
}

export interface Spent {
  entryId: string;
  balanceAfter: number;
  /** The key had been used for the same amount before: nothing was spent now. */
  duplicate: boolean;
}

/**
 * Spends credits, the lots that expire first going first. Never takes the available balance below zero, whatever
 * else happens at the same time. Throws `insufficient_credits`, `idempotency_key_reused`, `invalid_credits`.
 */
export function spend(database: Database, clock: Clock, request: SpendRequest): Promise<Spent> {
  checkCredits(request.credits);
  checkIdempotencyKey(request.idempotencyKey);
  return database.transaction((tx) => spendInTransaction(tx, clock.now(), request));
}

async function spendInTransaction(tx: Transaction, at: Date, request: SpendRequest): Promise<Spent> {
  const { teamId, credits } = request;
  const idempotencyKey = `spend:${request.idempotencyKey}`;
  const locked = await lockCredits(tx, teamId, idempotencyKey);
  if (locked.earlier) return repeated(locked.earlier, request);
  const current = await lapse(tx, { teamId, at, locked });
  const lots = planAvailable(current, teamId, credits).map(({ lotId, credits: taken }) => ({
    lotId,
    remaining: -taken,
    held: 0,
  }));
  const entry = { reason: request.reason, ref: request.ref ?? null, actor: request.actor ?? 'product' };
  const moved = await moveCredits(
    tx,
    { delta: -credits, held: 0, lots },
    { teamId, idempotencyKey, kind: 'spend', at, ...entry },
  );
  const { balance: before } = current;
  const spending = { teamId, before, after: moved.balanceAfter, lowAt: request.lowAt ?? null, idempotencyKey };
  await tellWhenLow(tx, spending, at);
  return { ...moved, duplicate: false };
}

/** Throws `insufficient_credits` unless the team can dispose of that many. */
export function planAvailable(locked: LockedCredits, teamId: string, credits: number) {
  const available = locked.balance - locked.held;
  const takings = available >= credits ? planSpend(locked.lots, credits) : null;
  if (!takings) throw BillingError.insufficientCredits(teamId, credits, Math.max(available, 0));
  return takings;
}

function repeated(earlier: { id: string; delta: number; balanceAfter: number }, request: SpendRequest): Spent {
  if (earlier.delta !== -request.credits) throw BillingError.idempotencyKeyReused(request.idempotencyKey);
  return { entryId: earlier.id, balanceAfter: earlier.balanceAfter, duplicate: true };
}

export function checkCredits(credits: number): void {
  if (!Number.isSafeInteger(credits) || credits <= 0) throw BillingError.invalidCredits(credits);
}

export function checkIdempotencyKey(key: string): void {
  if (key.length < 1 || key.length > 200 || key.includes('\0')) throw BillingError.invalidIdempotencyKey();
}
