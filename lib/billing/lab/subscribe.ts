import type { SandboxDelivery } from '@/db/schema';
import type { Plan } from '../catalog';
import { BillingError } from '../errors';
import type { Intent } from '../intents';
import type { DeliveryAnswer } from '../providers/sandbox/deliver';
import { type LabContext, signingSecret } from './context';
import { arrange, type DeliveryOrder } from './delivery-order';
import { isPayment } from './sandbox-subscription';
import { keep, sendBurst } from './send-burst';
import { findSoldBySession, insertSold } from './sold';
import { planSubscribe } from './subscribe-burst';

/** What was chosen on the hosted page of a plan. */
export interface SubscribeChoice {
  withTrial: boolean;
  /** The first period for nothing. */
  isFree: boolean;
  order: DeliveryOrder;
  seed: number;
}

/**
 * A hosted session ends in a subscription: the sandbox remembers what it sold, then tells it. A session that was sold
 * already is told again with the same messages, unless its subscription has gone on since. Throws
 * `checkout_not_payable`.
 */
export async function subscribe(
  context: LabContext,
  { intent, sessionId, plan }: { intent: Intent; sessionId: string; plan: Plan },
  choice: SubscribeChoice,
): Promise<DeliveryAnswer> {
  signingSecret(context);
  const now = context.clock.now();
  const { teamId, id: checkoutId, item, quantity } = intent;
  const session = { teamId, checkoutId, sessionId, item, quantity };
  const about = { environment: context.settings.environment, plan };
  const burst = planSubscribe({ ...session, ...choice }, { ...about, now });
  const arranged = arrange(burst.messages, choice.order, choice.seed);
  const sold = { ...burst.next, delayed: arranged.delayed.map(keep) };
  const isNew = await context.database.transaction((tx) => insertSold(tx, sold, now));
  if (isNew) return answerOf(await sendBurst(context, arranged));

  const before = await findSoldBySession(context.database, sessionId);
  const again =
    before &&
    planSubscribe(
      { ...session, withTrial: before.trialEnd !== null, isFree: before.lastPayment === null },
      { ...about, now: new Date(before.startedAt) },
    );
  if (!again || again.next.seq !== before.seq) throw BillingError.checkoutNotPayable(checkoutId, 'paid');
  return answerOf(await sendBurst(context, arrange(again.messages, 'in_order', 0)));
}

/** What went wrong if anything did, else how the payment was answered. */
function answerOf(deliveries: SandboxDelivery[]): DeliveryAnswer {
  const sent = deliveries.filter(({ status }) => status !== 'dropped' && status !== 'delayed');
  const failed = sent.find(({ httpStatus }) => httpStatus !== 200);
  const shown = failed ?? sent.find(({ label }) => isPayment(label)) ?? sent[0];
  return {
    httpStatus: shown?.httpStatus ?? 0,
    status: shown?.status ?? 'no_answer',
    durationMs: shown?.durationMs ?? 0,
  };
}
