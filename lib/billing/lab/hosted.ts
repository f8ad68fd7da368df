import { randomUUID } from 'node:crypto';
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

/** A session as our hosted page shows it. The amount is in minor units, for the whole quantity. */
export interface HostedCheckout {
  providerCheckoutId: string;
  checkoutId: string;
  teamId: string;
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
  return { providerCheckoutId, checkoutId, teamId, name, quantity, amountMinor, currency, state };
}

/** From which states each thing can be done: a session that was paid, failed or left behind is over. */
const startsFrom = {
  pay: ['open'],
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
}

/**
 * What the buyer, or with `settle` their bank, does on the hosted page: builds the sandbox's message and posts it to our
 * endpoint. Returns how that was answered; what was paid, only the database says. Throws `checkout_not_found`,
 * `checkout_not_payable`, `checkout_unavailable` where the sandbox is off.
 */
export async function actOnHostedCheckout(context: LabContext, request: HostedRequest): Promise<DeliveryAnswer> {
  const { providerCheckoutId, action, promotionCode } = request;
  const secret = signingSecret(context);
  const intent = await findHostedIntent(context.database, 'sandbox', providerCheckoutId);
  if (!intent) throw BillingError.checkoutNotFound(providerCheckoutId);
  const possible: readonly CheckoutState[] = startsFrom[action];
  if (!possible.includes(intent.state)) throw BillingError.checkoutNotPayable(intent.id, intent.state);
  const now = context.clock.now();
  const about = { createdAt: now, environment: context.settings.environment };
  const message = messageOf(action, about, {
    session: sessionOf(intent, providerCheckoutId),
    intent,
    isFree: promotionCode === 'FREE',
  });
  const eventId = `sbx_evt_${randomUUID()}`;
  const { rawBody, headers } = planDelivery({ label: action, eventId, rawBody: encode(message) }, { secret, now });
  return context.deliver({ url: context.endpoint, rawBody, headers });
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
      return checkoutPaid(about, {
        ...session,
        lines: [{ providerPriceId: `sandbox_${intent.item}`, quantity: intent.quantity }],
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
  return { checkoutId, sessionId, customerId: `sbx_cus_${teamId}` };
}
