import { eq } from 'drizzle-orm';
import { chargeOperations } from '@/db/schema';
import { fixedClock } from '../../clock';
import { BillingError } from '../errors';
import { chargeDue } from '../renewals/charge';
import { findCharge, type SandboxCharge, settleCharge } from './charge-store';
import { tellCharge } from './charge-told';
import { isSandboxOn, type LabContext } from './context';
import { findSimulatedTime } from './simulated-times';

/** A payment that waits for its buyer's word. Minor units. */
export interface ChargeToConfirm {
  id: string;
  amountMinor: number;
  currency: string;
  status: SandboxCharge['status'];
}

/** Null for another team's charge as for one that does not exist, and where the sandbox is off. */
export async function getChargeToConfirm(
  context: LabContext,
  { teamId, id }: { teamId: string; id: string },
): Promise<ChargeToConfirm | null> {
  const charge = isSandboxOn(context) ? await findCharge(context.database, id) : null;
  if (!charge || (await findTeam(context, charge)) !== teamId) return null;
  const { amountMinor, currency, status } = charge;
  return { id, amountMinor, currency, status };
}

/**
 * What the buyer says of a payment that asked for it; the webhook tells it to our endpoint. Nothing happens to one that
 * has ended. Throws `payment_not_found`.
 */
export async function confirmCharge(
  context: LabContext,
  { teamId, id, confirmed }: { teamId: string; id: string; confirmed: boolean },
): Promise<void> {
  if (!(await getChargeToConfirm(context, { teamId, id }))) throw BillingError.paymentNotFound(id);
  const at = context.clock.now();
  const outcome = confirmed
    ? { status: 'succeeded' as const, code: null, at }
    : { status: 'failed' as const, code: 'authentication_failed' as const, at };
  const settled = await context.database.transaction((tx) => settleCharge(tx, id, outcome));
  if (!settled) return;
  await tellCharge(context, settled);
  await settleSimulated(context, settled);
}

/** The background work leaves made-up time alone, so what the webhook told is taken up here. */
async function settleSimulated(context: LabContext, { operationId }: SandboxCharge): Promise<void> {
  const { subscriptionId: ofOperation, id } = chargeOperations;
  const [operation] = await context.database
    .select({ subscriptionId: ofOperation })
    .from(chargeOperations)
    .where(eq(id, operationId));
  const now = operation && (await findSimulatedTime(context.database, operation.subscriptionId));
  if (!now) return;
  const pass = { isTimeLeft: () => true, limit: 10 };
  await chargeDue({ ...context, clock: fixedClock(now) }, pass, operation);
}

/** The sandbox keeps no teams: whose a charge is, our operation says. */
async function findTeam({ database }: LabContext, { operationId }: SandboxCharge): Promise<string | null> {
  const [row] = await database
    .select({ teamId: chargeOperations.teamId })
    .from(chargeOperations)
    .where(eq(chargeOperations.id, operationId));
  return row?.teamId ?? null;
}
