import { randomInt, randomUUID } from 'node:crypto';
import type { Plan } from '../catalog';
import type { BillingContext } from '../context';
import { BillingError } from '../errors';
import { type CheckoutState, findHostedIntent, type Intent } from '../intents';
import type { DeliveryAnswer } from '../providers/sandbox/deliver';
import {
  checkoutPaid,
  checkoutProgressed,
  encode,
  type MessageContext,
  type SandboxMessage,
  type Session,
} from '../providers/sandbox/messages';
import { planDelivery } from './captured';
import { isSandboxOn, type LabContext, signingSecret } from './context';
import type { DeliveryOrder } from './delivery-order';
import { customerIdOf, priceIdOf } from './sandbox-subscription';
import { subscribe } from './subscribe';
import { trialDays } from './subscribe-burst';

/** A session as our hosted page shows it. The amount is in minor units, for the whole quantity. */
export interface HostedCheckout {
  providerCheckoutId: string;
  checkoutId: string;
  teamId: string;
  /** Of a plan: the price is for each `interval`, and `start_trial` gives a trial of so many days. Null for a pack. */
  plan: { interval: Plan['interval']; trialDays: number } | null;
  name: string;
  quantity: number;
  amountMinor: number;
  currency: string;
  state: CheckoutState;
}

/** Null for a session that the sandbox did not open, and where the sandbox is off. */
export async function getHostedCheckout(
  context: BillingContext,
  providerCheckoutId: string,
): Promise<HostedCheckout | null> {
  const intent = isSandboxOn(context) ? await findHostedIntent(context.database, 'sandbox', providerCheckoutId) : null;
  if (!intent) return null;
  const { id: checkoutId, teamId, item, quantity, expectedAmountMinor: amountMinor, currency, state } = intent;
  const name = context.settings.catalog.findItem(item)?.name ?? item;
  const plan = planOf(context, intent);
  return {
    ...{ providerCheckoutId, checkoutId, teamId, name, quantity, amountMinor, currency, state },
    plan: plan && { interval: plan.interval, trialDays },
  };
}

/** From which states each thing can be done: a session that was paid, failed or left behind is over. */
const startsFrom = {
  pay: ['open'],
  start_trial: ['open'],
  pay_later: ['open'],
  abandon: ['open'],
  decline: ['open', 'pending'],
  settle: ['pending'],
} as const satisfies Record<string, readonly CheckoutState[]>;

export type HostedAction = keyof typeof startsFrom;

export interface HostedRequest {
  providerCheckoutId: string;
  action: HostedAction;
  /** Takes everything off the price. */
  promotionCode?: 'FREE' | undefined;
  /** How the burst that a plan's payment sends is delivered; in order unless told. */
  delivery?: DeliveryOrder | undefined;
  seed?: number | undefined;
}

/**
 * What the buyer, or with `settle` their bank, does on the hosted page: builds the sandbox's message, or for a plan that
 * is paid or tried the burst of a new subscription, and posts it to our endpoint. Returns how that was answered, of a
 * burst how the payment was; what was paid, only the database says. `start_trial` is for plans. Throws `checkout_not_found`,
 * `checkout_not_payable`, `checkout_unavailable` where the sandbox is off.
 */
export async function actOnHostedCheckout(context: LabContext, request: HostedRequest): Promise<DeliveryAnswer> {
  const { providerCheckoutId, action, promotionCode } = request;
  const secret = signingSecret(context);
  const intent = await findHostedIntent(context.database, 'sandbox', providerCheckoutId);
  if (!intent) throw BillingError.checkoutNotFound(providerCheckoutId);
  const possible: readonly CheckoutState[] = startsFrom[action];
  if (!possible.includes(intent.state)) throw BillingError.checkoutNotPayable(intent.id, intent.state);
  const plan = planOf(context, intent);
  const isFree = promotionCode === 'FREE';
  if (action === 'start_trial' && !plan) throw BillingError.checkoutNotPayable(intent.id, intent.state);
  if (plan && isSale(action)) {
    const { delivery: order = 'in_order', seed = randomInt(2 ** 31) } = request;
    const choice = { withTrial: action === 'start_trial', isFree, order, seed };
    return subscribe(context, { intent, sessionId: providerCheckoutId, plan }, choice);
  }
  const now = context.clock.now();
  const about = { createdAt: now, environment: context.settings.environment };
  const session = sessionOf(intent, providerCheckoutId);
  const message = messageOf(action, about, { session, intent, isFree });
  const eventId = `sbx_evt_${randomUUID()}`;
  const { rawBody, headers } = planDelivery({ label: action, eventId, rawBody: encode(message) }, { secret, now });
  return context.deliver({ url: context.endpoint, rawBody, headers });
}

function planOf({ settings }: BillingContext, { item }: Intent): Plan | null {
  const found = settings.catalog.findItem(item);
  return found?.kind === 'plan' ? found : null;
}

function isSale(action: HostedAction): boolean {
  return action === 'pay' || action === 'settle' || action === 'start_trial';
}

interface Paying {
  session: Session;
  intent: Intent;
  isFree: boolean;
}

function messageOf(action: HostedAction, about: MessageContext, { session, intent, isFree }: Paying): SandboxMessage {
  switch (action) {
    case 'pay':
    case 'settle':
    case 'start_trial':
      return checkoutPaid(about, {
        ...session,
        lines: [{ providerPriceId: priceIdOf(intent.item), quantity: intent.quantity }],
        currency: intent.currency,
        subtotalMinor: intent.expectedAmountMinor,
        discountMinor: isFree ? intent.expectedAmountMinor : 0,
        taxMinor: 0,
      });
    case 'pay_later':
      return checkoutProgressed(about, 'pending', session);
    case 'decline':
      return checkoutProgressed(about, 'failed', session);
    case 'abandon':
      return checkoutProgressed(about, 'expired', session);
    default:
      return action satisfies never;
  }
}

function sessionOf({ id: checkoutId, teamId }: Intent, sessionId: string): Session {
  return { checkoutId, sessionId, customerId: customerIdOf(teamId) };
}
