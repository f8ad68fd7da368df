import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import {
  chargeAttempts,
  renewalClocks as clocks,
  type finalOperationStates,
  type openOperationStates,
  chargeOperations as operations,
  teams,
} from '@/db/schema';
import type { BillingContext } from '../context';
import { type Page, pageOf, pageSize, readCursor, writeCursor } from './cursor';

export type OperationState = (typeof openOperationStates)[number] | (typeof finalOperationStates)[number];
export type ClockState = (typeof clocks.$inferSelect)['state'];

/** A charge of one cycle and how far it got. Amounts are minor units; null once the payload was emptied. */
export interface OperationView {
  id: string;
  teamId: string;
  teamName: string;
  subscriptionId: string;
  provider: string;
  cycleNo: number;
  periodStart: string;
  periodEnd: string;
  state: OperationState;
  amountMinor: number | null;
  currency: string | null;
  item: string | null;
  tryNo: number;
  tryAttempts: number;
  maxAttempts: number;
  lastClass: string | null;
  errorCode: string | null;
  nextAttemptAt: Date | null;
  providerPaymentId: string | null;
  refundDueAt: Date | null;
  refundedAt: Date | null;
  /** All attempts of its try were used and nobody declined: it is looked up, never sent under another key. */
  isExhausted: boolean;
  createdAt: Date;
}

/** Not a state of its own, but what an operator looks for. */
export const operationFilters = ['exhausted', 'refund_due'] as const;
export type OperationFilter = OperationState | (typeof operationFilters)[number];

export interface OperationsRequest {
  filter?: OperationFilter | null;
  subscriptionId?: string | null;
  cursor?: string | null;
  limit?: number;
}

const isExhausted = sql`${operations.state} = 'unknown' and ${operations.tryAttempts} >= ${operations.maxAttempts}`;

/** One page of the charges, the newest first. Throws `invalid_cursor`. */
export async function listOperations(
  { database }: BillingContext,
  { filter, subscriptionId, cursor, limit: asked }: OperationsRequest,
): Promise<Page<OperationView>> {
  const limit = pageSize(asked);
  const rows = await database
    .select({ operation: operations, teamName: teams.name })
    .from(operations)
    .innerJoin(teams, eq(teams.id, operations.teamId))
    .where(
      and(
        filter ? matches(filter) : undefined,
        subscriptionId ? eq(operations.subscriptionId, subscriptionId) : undefined,
        cursor ? isAfter(cursor) : undefined,
      ),
    )
    .orderBy(desc(operations.createdAt), desc(operations.id))
    .limit(limit + 1);
  return pageOf(rows, limit, {
    view: ({ operation, teamName }) => operationView(operation, teamName),
    cursor: ({ operation }) => writeCursor(operation.createdAt, operation.id),
  });
}

/** When a subscription of ours is due next. */
export interface ClockView {
  subscriptionId: string;
  teamId: string;
  teamName: string;
  state: ClockState;
  stateReason: string | null;
  item: string;
  quantity: number;
  nextCycleNo: number;
  nextDueAt: string;
  nextRunAt: Date | null;
  failures: number;
  errorCode: string | null;
  isSimulated: boolean;
}

/** The clocks in a state, those that are due first first; 100 at most. */
export async function listClocks({ database }: BillingContext, state: ClockState): Promise<ClockView[]> {
  const rows = await database
    .select({ clock: clocks, teamName: teams.name })
    .from(clocks)
    .innerJoin(teams, eq(teams.id, clocks.teamId))
    .where(eq(clocks.state, state))
    .orderBy(asc(clocks.nextRunAt), asc(clocks.nextDueAt))
    .limit(100);
  return rows.map(({ clock, teamName }) => clockView(clock, teamName));
}

/** A charge with every time it was sent or looked up, and the clock of its subscription. */
export interface OperationStory {
  operation: OperationView;
  attempts: (typeof chargeAttempts.$inferSelect)[];
  clock: ClockView | null;
}

/** Null where there is none. */
export async function getOperationStory({ database }: BillingContext, id: string): Promise<OperationStory | null> {
  const [found] = await database
    .select({ operation: operations, teamName: teams.name, clock: clocks })
    .from(operations)
    .innerJoin(teams, eq(teams.id, operations.teamId))
    .leftJoin(clocks, eq(clocks.subscriptionId, operations.subscriptionId))
    .where(eq(operations.id, id));
  if (!found) return null;
  const attempts = await database
    .select()
    .from(chargeAttempts)
    .where(eq(chargeAttempts.operationId, id))
    .orderBy(asc(chargeAttempts.attemptNo));
  const { operation, teamName, clock } = found;
  return { operation: operationView(operation, teamName), attempts, clock: clock && clockView(clock, teamName) };
}

function matches(filter: OperationFilter): SQL | undefined {
  if (filter === 'exhausted') return isExhausted;
  if (filter === 'refund_due') return and(isNotNull(operations.refundDueAt), isNull(operations.refundedAt));
  return eq(operations.state, filter);
}

function operationView(operation: typeof operations.$inferSelect, teamName: string): OperationView {
  const { id, teamId, subscriptionId, provider, cycleNo, periodStart, periodEnd, state, payload } = operation;
  const { tryNo, tryAttempts, maxAttempts, lastClass, errorCode, nextAttemptAt, providerPaymentId } = operation;
  const { refundDueAt, refundedAt, createdAt } = operation;
  return {
    ...{ id, teamId, teamName, subscriptionId, provider, cycleNo, periodStart, periodEnd, state },
    ...{ amountMinor: payload?.amountMinor ?? null, currency: payload?.currency ?? null, item: payload?.item ?? null },
    ...{ tryNo, tryAttempts, maxAttempts, lastClass, errorCode, nextAttemptAt, providerPaymentId },
    ...{ refundDueAt, refundedAt, createdAt },
    isExhausted: state === 'unknown' && tryAttempts >= maxAttempts,
  };
}

function clockView(clock: typeof clocks.$inferSelect, teamName: string): ClockView {
  const { subscriptionId, teamId, state, stateReason, item, quantity, nextCycleNo, nextDueAt, nextRunAt } = clock;
  const { failures, errorCode, isSimulated } = clock;
  return {
    ...{ subscriptionId, teamId, teamName, state, stateReason, item, quantity, nextCycleNo, nextDueAt, nextRunAt },
    ...{ failures, errorCode, isSimulated },
  };
}

function isAfter(cursor: string): SQL {
  const [createdAt, id] = readCursor(cursor, 1);
  return sql`(${operations.createdAt}, ${operations.id}) < (${createdAt}::timestamptz, ${id})`;
}
