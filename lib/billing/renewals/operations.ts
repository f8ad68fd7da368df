import { createHash } from 'node:crypto';
import { and, asc, eq, inArray, isNotNull, isNull, lte, max, or } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { type ChargePayload, chargeOperations, openOperationStates } from '@/db/schema';
import type { RenewalClock } from './clocks';

export type ChargeOperation = typeof chargeOperations.$inferSelect;
export type OperationState = ChargeOperation['state'];
export type OperationChange = Partial<Omit<ChargeOperation, 'id' | 'subscriptionId' | 'cycleNo' | 'createdAt'>>;

export interface NewOperation {
  clock: Pick<RenewalClock, 'subscriptionId' | 'teamId' | 'isSimulated'>;
  cycleNo: number;
  payload: ChargePayload;
  state: 'pending' | 'skipped';
  maxAttempts: number;
  at: Date;
}

export type Registered = { operation: ChargeOperation; as: 'new' | 'repeated' | 'conflict' };

/**
 * Registers what is to be charged for a cycle, under an id that follows from the cycle. Registered again it is the row
 * that is there; with another payload that is a conflict, and the first payload stands.
 */
export async function registerOperation(tx: Transaction, registering: NewOperation): Promise<Registered> {
  const { clock, cycleNo, payload, state, maxAttempts, at } = registering;
  const { subscriptionId, teamId, isSimulated } = clock;
  const id = operationIdOf(subscriptionId, cycleNo);
  const payloadHash = hashOf(payload);
  const isDue = state === 'pending';
  const { provider, periodStart, periodEnd } = payload;
  const [row] = await tx
    .insert(chargeOperations)
    .values({
      ...{ id, subscriptionId, teamId, provider, cycleNo, periodStart, periodEnd, state, payload, payloadHash },
      ...{ maxAttempts, isSimulated, createdAt: at, updatedAt: at },
      ...(isDue ? { nextAttemptAt: at } : { settledAt: at }),
    })
    .onConflictDoNothing({ target: chargeOperations.id })
    .returning();
  if (row) return { operation: row, as: 'new' };
  const held = await lockOperation(tx, id);
  if (!held) throw new Error(`Operation ${id} is neither new nor there.`);
  return { operation: held, as: held.payloadHash === payloadHash ? 'repeated' : 'conflict' };
}

/** The name of a cycle's charge: whoever registers it, and however often, means the same one. */
function operationIdOf(subscriptionId: string, cycleNo: number): string {
  return `charge:${subscriptionId}:${cycleNo}`;
}

/** Under which a try is sent, by every attempt of it and by no other try. */
export function keyOf({ id, tryNo }: Pick<ChargeOperation, 'id' | 'tryNo'>): string {
  return `${id}:t${tryNo}`;
}

/** The first cycle of a subscription starts the chain of its periods. */
export function reasonOf(cycleNo: number): 'start' | 'cycle' {
  return cycleNo === 0 ? 'start' : 'cycle';
}

function hashOf({ provider, item, quantity, amountMinor, currency, periodStart, periodEnd }: ChargePayload): string {
  const told = [provider, item, quantity, amountMinor, currency, periodStart, periodEnd];
  return createHash('sha256').update(JSON.stringify(told)).digest('hex');
}

/** Locks an operation until the transaction ends. */
export async function lockOperation(tx: Transaction, operationId: string): Promise<ChargeOperation | null> {
  const [row] = await tx.select().from(chargeOperations).where(eq(chargeOperations.id, operationId)).for('update');
  return row ?? null;
}

/** An operation as it stands. */
export async function findOperation(on: Queryable, operationId: string): Promise<ChargeOperation | null> {
  const [row] = await on.select().from(chargeOperations).where(eq(chargeOperations.id, operationId));
  return row ?? null;
}

/** The operations of a subscription that are not final, in the order of their cycles, locked. */
export async function lockOpenOperations(tx: Transaction, subscriptionId: string): Promise<ChargeOperation[]> {
  return tx
    .select()
    .from(chargeOperations)
    .where(isOpenOf(subscriptionId))
    .orderBy(asc(chargeOperations.cycleNo))
    .for('update');
}

/** The operations of a subscription that are not final, in the order of their cycles. */
export async function listOpenOperations(on: Queryable, subscriptionId: string): Promise<ChargeOperation[]> {
  return on.select().from(chargeOperations).where(isOpenOf(subscriptionId)).orderBy(asc(chargeOperations.cycleNo));
}

/** The newest cycle that was registered; -1 where none was. */
export async function findLastCycle(on: Queryable, subscriptionId: string): Promise<number> {
  const [row] = await on
    .select({ cycleNo: max(chargeOperations.cycleNo) })
    .from(chargeOperations)
    .where(eq(chargeOperations.subscriptionId, subscriptionId));
  return row?.cycleNo ?? -1;
}

/** Changes an operation that the caller has locked. */
export async function updateOperation(
  tx: Transaction,
  operationId: string,
  change: OperationChange,
  at: Date,
): Promise<ChargeOperation> {
  const [row] = await tx
    .update(chargeOperations)
    .set({ ...change, updatedAt: at })
    .where(eq(chargeOperations.id, operationId))
    .returning();
  if (!row) throw new Error(`There is no operation ${operationId}.`);
  return row;
}

/** Ends an operation that the caller has locked. */
export function finishOperation(
  tx: Transaction,
  operationId: string,
  state: 'succeeded' | 'failed' | 'voided',
  at: Date,
): Promise<ChargeOperation> {
  const rests = { nextAttemptAt: null, dunningAt: null, leasedUntil: null };
  return updateOperation(tx, operationId, { state, settledAt: at, ...rests }, at);
}

const inFlightStates: ReadonlySet<OperationState> = new Set([
  'sending',
  'processing',
  'unknown',
  'unclear',
  'action_required',
]);

/**
 * Whether money may have moved or may still move for it: then it cannot be called off, and its outcome decides. A try
 * that waits to be sent again was sent before, and what waits for the buyer can be paid until it is withdrawn.
 */
export function isInFlight({
  state,
  tryAttempts,
  providerPaymentId,
}: Pick<ChargeOperation, 'state' | 'tryAttempts' | 'providerPaymentId'>): boolean {
  return inFlightStates.has(state) || (state === 'pending' && (tryAttempts > 0 || providerPaymentId !== null));
}

/** What is owed back is not finished. */
const isRefunded = or(isNull(chargeOperations.refundDueAt), isNotNull(chargeOperations.refundedAt));

/** Empties up to `limit` payloads of operations that became final before `before` and up to `exportedUntil`. */
export async function emptyPayloads(
  on: Queryable,
  { before, exportedUntil, limit }: { before: Date; exportedUntil: Date; limit: number },
): Promise<number> {
  const until = before < exportedUntil ? before : exportedUntil;
  const old = on
    .select({ id: chargeOperations.id })
    .from(chargeOperations)
    .where(and(isNotNull(chargeOperations.payload), lte(chargeOperations.settledAt, until), isRefunded))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await on
    .update(chargeOperations)
    .set({ payload: null })
    .where(inArray(chargeOperations.id, old))
    .returning({ id: chargeOperations.id });
  return rows.length;
}

function isOpenOf(subscriptionId: string) {
  return and(
    eq(chargeOperations.subscriptionId, subscriptionId),
    inArray(chargeOperations.state, [...openOperationStates]),
  );
}
