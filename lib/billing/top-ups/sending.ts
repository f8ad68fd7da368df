import type { BillingContext } from '../context';
import { providerNames } from '../events';
import type { Intent } from '../intents';
import type { ChargeRequest, SavedCard } from '../providers/saved-card';
import { type Cards, findChargeable } from './cards';
import { listCharges, type TopUpCharge } from './charges';

/** A charge whose turn it is. */
export interface Due {
  charge: TopUpCharge;
  intent: Intent;
  cards: Cards;
}

/** A charge as it is sent. */
export interface Sending {
  card: SavedCard;
  request: ChargeRequest;
}

/** As a charge is sent now. Null: there is no card any more, or the pack is not sold there. */
export async function planSending(context: BillingContext, due: Due): Promise<Sending | null> {
  const { charge, intent, cards } = due;
  const chargeable = await findChargeable(context, charge.teamId, cards);
  if (chargeable.kind !== 'ready' || chargeable.provider !== charge.provider) return null;
  // What was prepared for one customer is not charged to another.
  const sent = charge.providerPaymentId === null ? null : await findSent(context, due);
  if (sent) return sent;
  const { provider, providerCustomerId, providerSubscriptionId } = chargeable;
  const providerPriceId = context.settings.catalog.findPriceId(provider, intent.item);
  if (providerPriceId === null) return null;
  return sendingTo(context, due, { providerCustomerId, providerSubscriptionId, providerPriceId });
}

/** As a charge was sent the last time. Null: it was not, or its provider is asked no more. */
export async function findSent(context: BillingContext, due: Due): Promise<Sending | null> {
  const { providerCustomerId, providerSubscriptionId, providerPriceId } = due.charge;
  if (providerCustomerId === null || providerPriceId === null) return null;
  return sendingTo(context, due, { providerCustomerId, providerSubscriptionId, providerPriceId });
}

type Whose = Pick<ChargeRequest, 'providerCustomerId' | 'providerSubscriptionId' | 'providerPriceId'>;

async function sendingTo(
  { database }: BillingContext,
  { charge, intent, cards }: Due,
  whose: Whose,
): Promise<Sending | null> {
  const provider = providerNames.find((name) => name === charge.provider);
  const card = provider && cards(provider);
  if (!card) return null;
  const { idempotencyKey, providerPaymentId, createdAt: decidedAt, checkoutId, teamId } = charge;
  const earlier = (await listCharges(database, teamId, 50)).filter(({ id }) => id !== charge.id);
  const earlierPaymentIds = earlier.flatMap((each) => each.providerPaymentId ?? []);
  const { expectedAmountMinor: amountMinor, currency } = intent;
  const sent = { idempotencyKey, decidedAt, providerPaymentId, earlierPaymentIds };
  return { card, request: { checkoutId, teamId, ...whose, amountMinor, currency, ...sent } };
}
