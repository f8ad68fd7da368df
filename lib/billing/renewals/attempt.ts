import { ownPriceId } from '../catalog';
import { chargerOf } from '../charger-of';
import type { BillingContext } from '../context';
import type { ChargeAnswer, ChargeRequest, Charger } from '../providers/charger';
import { findSubscription } from '../subscriptions/store';
import { classify, classifyCharge } from './decline';
import type { AskPlan, Leased } from './lease';
import { type ChargeOperation, reasonOf } from './operations';
import { settle, settleRecorded, settleTaken } from './settle';
import type { Result } from './settling';
import { providerOf } from './transition';

/** Does what an operation was leased for, and settles what came of it. */
export async function attempt(context: BillingContext, leased: Leased): Promise<void> {
  const { operation } = leased;
  if (leased.kind === 'rested') return;
  if (leased.kind === 'paid') return settleRecorded(context, operation);
  if (leased.kind === 'no_method')
    return settle(context, operation, {
      kind: 'answer',
      answerClass: 'hard_decline',
      charge: null,
      code: 'no_payment_method',
    });
  const charger = chargerOf(context, providerOf(operation));
  if (!charger) throw new Error(`Nobody charges ${operation.provider} here.`);
  const result = leased.kind === 'send' ? await send(context, charger, leased) : await ask(charger, leased);
  await context.onStep?.('charge_answered');
  await settle(context, operation, result);
}

async function send(
  context: BillingContext,
  charger: Charger,
  leased: Extract<Leased, { kind: 'send' }>,
): Promise<Result> {
  const request = await requestOf(context, leased);
  await context.onStep?.('charge_leased');
  const answer = await charger.charge(request);
  return {
    ...{ kind: 'answer', answerClass: classify(charger.name, answer), code: codeOf(answer) },
    charge: answer.kind === 'lost' ? null : answer.charge,
  };
}

/** All of it was fixed when it was first sent, so that the same key carries the same request. */
async function requestOf(
  { database }: BillingContext,
  { operation, key: idempotencyKey, method }: Extract<Leased, { kind: 'send' }>,
): Promise<ChargeRequest> {
  const { id: operationId, subscriptionId, payload, cycleNo } = operation;
  const subscription = await findSubscription(database, subscriptionId);
  if (!payload || !subscription) throw new Error(`Operation ${operationId} has lost what it charges for.`);
  const { item, quantity, amountMinor, currency, periodStart, periodEnd } = payload;
  const { providerCustomerId, providerPaymentMethodId } = method;
  return {
    ...{ idempotencyKey, operationId, providerCustomerId, providerPaymentMethodId, amountMinor, currency },
    metadata: {
      operation_id: operationId,
      own_subscription_id: subscription.providerSubscriptionId,
      price_id: ownPriceId(item),
      quantity: String(quantity),
      period_start: periodStart,
      period_end: periodEnd,
      reason: reasonOf(cycleNo),
    },
  };
}

function codeOf(answer: ChargeAnswer): string | null {
  switch (answer.kind) {
    case 'charge':
      return answer.charge.declineCode ?? answer.charge.code;
    case 'refused':
      return answer.declineCode ?? answer.code ?? `http_${answer.httpStatus}`;
    case 'lost':
      return answer.reason;
    default:
      return answer satisfies never;
  }
}

/** What the provider holds. That it could not be asked says nothing about the charge. */
async function ask(charger: Charger, leased: Extract<Leased, { kind: 'ask' }>): Promise<Result> {
  const { operation, plan, customerId: providerCustomerId } = leased;
  try {
    if (plan.kind === 'list') {
      const since = sinceOf(operation);
      const charges = await charger.listCharges({ operationId: operation.id, providerCustomerId, since });
      return { kind: 'listed', charges, isAbsenceSure: plan.isAbsenceSure };
    }
    const charge = await askOne(charger, plan);
    if (!charge) return { kind: 'gone' };
    const code = charge.declineCode ?? charge.code;
    const answerClass = classifyCharge(charger.name, charge);
    return plan.kind === 'withdraw' && charge.status === 'failed'
      ? { kind: 'withdrawn' }
      : { kind: 'answer', answerClass, charge, code };
  } catch (error) {
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
    return { kind: 'not_asked', code };
  }
}

function askOne(charger: Charger, { kind, providerPaymentId }: Exclude<AskPlan, { kind: 'list' }>) {
  return kind === 'withdraw' ? charger.cancel(providerPaymentId) : charger.lookUp(providerPaymentId);
}

/** A provider's clock may differ from ours. Where our time is made up, its own has nothing to do with it. */
function sinceOf({ isSimulated, createdAt }: ChargeOperation): Date {
  return isSimulated ? new Date(0) : new Date(createdAt.getTime() - 86_400_000);
}

/**
 * Calls off a charge that nobody waits for any more. One that was confirmed before is paid; a process that dies before it
 * leaves a charge that the buyer could still confirm, which is a case then.
 */
export async function withdrawQuietly(
  context: BillingContext,
  operation: ChargeOperation,
  providerPaymentId: string,
): Promise<void> {
  try {
    const charge = await chargerOf(context, providerOf(operation))?.cancel(providerPaymentId);
    if (charge?.status === 'succeeded') await settleTaken(context, operation, charge);
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    context.log.warn({ operationId: operation.id, error: name }, 'charge not withdrawn');
  }
}
