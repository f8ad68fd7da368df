import { asc, desc, eq } from 'drizzle-orm';
import { chargeOperations, sandboxCards, sandboxCharges } from '@/db/schema';
import type { BillingContext } from '../context';
import { getRenewal, type RenewalView } from '../renewals/queries';
import { findSimulatedTime } from './simulated-times';
import type { CardBehaviour } from './test-cards';

/** A cycle as both sides have it: what was asked of the sandbox, and what it took. Amounts are minor units. */
export interface LabCycle {
  operationId: string;
  cycleNo: number;
  periodStart: string;
  periodEnd: string;
  state: (typeof chargeOperations.$inferSelect)['state'];
  errorCode: string | null;
  tries: number;
  attempts: number;
  /** Requests that reached the sandbox, and the charges that it made of them. */
  requests: number;
  payments: number;
  amountMinor: number | null;
  currency: string | null;
}

export interface RenewalLab {
  renewal: RenewalView;
  /** Null: it lives in real time. */
  simulatedNow: Date | null;
  card: { behaviour: CardBehaviour; brand: string; last4: string } | null;
  /** The newest first, 60 at most. */
  cycles: LabCycle[];
}

/** The team's sandbox subscription that we renew, from both sides. Null: it has none. */
export async function getRenewalLab(context: BillingContext, teamId: string): Promise<RenewalLab | null> {
  const { database } = context;
  const renewal = await getRenewal(context, teamId);
  if (!renewal) return null;
  const operations = await database
    .select()
    .from(chargeOperations)
    .where(eq(chargeOperations.subscriptionId, renewal.subscriptionId))
    .orderBy(desc(chargeOperations.cycleNo))
    .limit(60);
  const charges = await database
    .select()
    .from(sandboxCharges)
    .where(eq(sandboxCharges.customerId, `sbx_cus_${teamId}`))
    .orderBy(asc(sandboxCharges.createdAt));
  const [card] = await database
    .select()
    .from(sandboxCards)
    .where(eq(sandboxCards.customerId, `sbx_cus_${teamId}`))
    .orderBy(desc(sandboxCards.createdAt))
    .limit(1);
  const simulatedNow = await findSimulatedTime(database, renewal.subscriptionId);
  const cycles = operations.map((operation) => cycleOf(operation, charges));
  return { renewal, simulatedNow, card: card ?? null, cycles };
}

function cycleOf(
  operation: typeof chargeOperations.$inferSelect,
  charges: readonly (typeof sandboxCharges.$inferSelect)[],
): LabCycle {
  const { id: operationId, cycleNo, periodStart, periodEnd, state, errorCode, tryNo, attempts, payload } = operation;
  const own = charges.filter((charge) => charge.operationId === operationId);
  return {
    ...{ operationId, cycleNo, periodStart, periodEnd, state, errorCode, attempts },
    tries: tryNo,
    requests: own.reduce((sum, { requests }) => sum + requests, 0),
    payments: own.filter(({ status }) => status === 'succeeded').length,
    amountMinor: payload?.amountMinor ?? null,
    currency: payload?.currency ?? null,
  };
}
