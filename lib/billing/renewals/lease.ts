import { and, asc, eq, lte, notExists, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '@/db/client';
import { chargeOperations, subscriptionBillingPeriods } from '@/db/schema';
import type { BillingContext } from '../context';
import { type AttemptPlan, planAttempt } from './attempt-plan';
import { insertAttempt } from './attempts';
import { type ChargeOperation, keyOf, updateOperation } from './operations';
import { findDefaultMethod, findMethod, type PaymentMethod } from './payment-methods';
import { openTry } from './retry';
import type { RenewalScope } from './scope';

/** Longer than a provider is waited for. */
const leaseMs = 120_000;

export type AskPlan = Exclude<AttemptPlan, { kind: 'send' | 'rest' }>;

/** What one process is to do about an operation, which is nobody else's until the lease ends. */
export type Leased =
  | { kind: 'send'; operation: ChargeOperation; key: string; method: PaymentMethod }
  | { kind: 'ask'; operation: ChargeOperation; plan: AskPlan; customerId: string }
  /** Its period is recorded: the provider's own webhook was first. */
  | { kind: 'paid'; operation: ChargeOperation }
  | { kind: 'no_method'; operation: ChargeOperation }
  | { kind: 'rested'; operation: ChargeOperation };

export interface Leasing {
  /** Providers that can charge here, and how long each remembers a key. */
  horizons: ReadonlyMap<string, number>;
  scope: RenewalScope;
}

/**
 * Leases the operation that has been due for longest, unless somebody else has it, and writes the attempt that it is
 * leased for, all committed before anything is sent. Cycles of one subscription take their turn. Null: none is due.
 */
export function leaseNext(context: BillingContext, leasing: Leasing): Promise<Leased | null> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const operation = await lockDue(tx, leasing, now);
    const keyHorizonHours = leasing.horizons.get(operation?.provider ?? '');
    if (!operation || keyHorizonHours === undefined) return null;
    if (await isRecorded(tx, operation)) return { kind: 'paid', operation: await rest(tx, operation, now) };
    const plan = planAttempt(operation, { now, keyHorizonHours });
    if (plan.kind === 'rest') {
      const rested = { state: 'unknown', leasedUntil: null, nextAttemptAt: plan.until } as const;
      return { kind: 'rested', operation: await updateOperation(tx, operation.id, rested, now) };
    }
    if (plan.kind === 'send') return leaseSend(tx, { operation, isNewTry: plan.isNewTry, now });
    return leaseAsk(tx, { operation, plan, now });
  });
}

async function lockDue(tx: Transaction, leasing: Leasing, now: Date): Promise<ChargeOperation | null> {
  const earlier = alias(chargeOperations, 'earlier');
  const isHeldUp = tx
    .select({ one: sql`1` })
    .from(earlier)
    .where(
      sql`${earlier.subscriptionId} = ${chargeOperations.subscriptionId} and ${earlier.cycleNo} < ${chargeOperations.cycleNo}
        and ${earlier.settledAt} is null`,
    );
  const [row] = await tx
    .select()
    .from(chargeOperations)
    .where(and(lte(chargeOperations.nextAttemptAt, now), isOurs(leasing), notExists(isHeldUp)))
    .orderBy(asc(chargeOperations.nextAttemptAt))
    .limit(1)
    .for('update', { of: chargeOperations, skipLocked: true });
  return row ?? null;
}

function isOurs({ horizons, scope }: Leasing): SQL | undefined {
  const providers = sql.param([...horizons.keys()]);
  return and(sql`${chargeOperations.provider} = any(${providers}::text[])`, inScope(scope));
}

/** Operations whose time is real, or those of one subscription whose time is made up. */
export function inScope(scope: RenewalScope): SQL | undefined {
  if (scope === 'real') return eq(chargeOperations.isSimulated, false);
  return and(eq(chargeOperations.isSimulated, true), eq(chargeOperations.subscriptionId, scope.subscriptionId));
}

/** Whether the period that an operation charges for is recorded as paid. */
async function isRecorded(tx: Transaction, { id, provider }: ChargeOperation): Promise<boolean> {
  const { provider: by, providerRenewalKey: key, id: periodId } = subscriptionBillingPeriods;
  const rows = await tx
    .select({ periodId })
    .from(subscriptionBillingPeriods)
    .where(and(eq(by, provider), eq(key, id)));
  return rows.length > 0;
}

/** Operations that wait for something else than their turn, and whose period was recorded meanwhile. */
export async function listPaidMeanwhile(on: Queryable, scope: RenewalScope, limit: number): Promise<ChargeOperation[]> {
  const { provider, providerRenewalKey } = subscriptionBillingPeriods;
  return on
    .select()
    .from(chargeOperations)
    .where(
      and(
        sql`${chargeOperations.state} in ('processing', 'action_required', 'unknown', 'declined', 'needs_card', 'unclear')`,
        inScope(scope),
        sql`exists (select 1 from ${subscriptionBillingPeriods}
          where ${provider} = ${chargeOperations.provider} and ${providerRenewalKey} = ${chargeOperations.id})`,
      ),
    )
    .limit(limit);
}

interface Sending {
  operation: ChargeOperation;
  isNewTry: boolean;
  now: Date;
}

/** What a try is charged to is fixed when it is first sent: the same key must always carry the same request. */
async function leaseSend(tx: Transaction, { operation: due, isNewTry, now }: Sending): Promise<Leased> {
  const operation = isNewTry ? await openTry(tx, due, now) : due;
  const { id, teamId, provider, tryNo, tryPaymentMethodId } = operation;
  const method =
    tryPaymentMethodId === null
      ? await findDefaultMethod(tx, teamId, provider)
      : await findMethod(tx, tryPaymentMethodId);
  if (!method) return { kind: 'no_method', operation: await rest(tx, operation, now) };
  const key = keyOf(operation);
  const leasedUntil = new Date(now.getTime() + leaseMs);
  const leased = await updateOperation(
    tx,
    id,
    {
      ...{ state: 'sending', leasedUntil, nextAttemptAt: leasedUntil, tryPaymentMethodId: method.id },
      ...{ attempts: operation.attempts + 1, tryAttempts: operation.tryAttempts + 1 },
      tryStartedAt: operation.tryStartedAt ?? now,
    },
    now,
  );
  await insertAttempt(tx, {
    ...{ operationId: id, attemptNo: leased.attempts, tryNo, kind: 'charge', idempotencyKey: key },
    ...{ paymentMethodId: method.id, startedAt: now },
  });
  return { kind: 'send', operation: leased, key, method };
}

/** Behind the lease of whoever settles it. */
function rest(tx: Transaction, operation: ChargeOperation, now: Date): Promise<ChargeOperation> {
  const nextAttemptAt = new Date(now.getTime() + leaseMs);
  return updateOperation(tx, operation.id, { attempts: operation.attempts + 1, nextAttemptAt }, now);
}

interface Asking {
  operation: ChargeOperation;
  plan: AskPlan;
  now: Date;
}

/** Asking changes nothing, so the operation keeps its state; one whose lease ran out is known as unknown from here on. */
async function leaseAsk(tx: Transaction, { operation, plan, now }: Asking): Promise<Leased> {
  const { id, teamId, provider, tryNo, tryPaymentMethodId } = operation;
  const nextAttemptAt = new Date(now.getTime() + leaseMs);
  const state = operation.state === 'sending' ? 'unknown' : operation.state;
  const change = { state, leasedUntil: null, attempts: operation.attempts + 1, nextAttemptAt };
  const leased = await updateOperation(tx, id, change, now);
  const attempt = { operationId: id, attemptNo: leased.attempts, tryNo, idempotencyKey: keyOf(operation) };
  await insertAttempt(tx, { ...attempt, kind: 'look_up', paymentMethodId: tryPaymentMethodId, startedAt: now });
  const method =
    (tryPaymentMethodId === null ? null : await findMethod(tx, tryPaymentMethodId)) ??
    (await findDefaultMethod(tx, teamId, provider));
  return { kind: 'ask', operation: leased, plan, customerId: method?.providerCustomerId ?? '' };
}
