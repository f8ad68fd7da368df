import { randomInt } from 'node:crypto';
import type { Transaction } from '@/db/client';
import type { Plan } from '../catalog';
import type { BillingContext } from '../context';
import { BillingError } from '../errors';
import { type LabContext, signingSecret } from './context';
import { type Arranged, arrange, type DeliveryOrder } from './delivery-order';
import { decideChange, type PlanChange } from './plan-change-burst';
import { observe, record } from './run';
import { keep, sendBurst, takeUp } from './send-burst';
import { lockSold, type SoldSubscription, updateSold } from './sold';
import { isPossible, type SubscriptionAction } from './subscription-actions';
import { type BurstRequest, planBurst } from './subscription-burst';
import { type SubscriptionRun, subscriptionRun } from './subscription-queries';

export interface SubscriptionRequest {
  teamId: string;
  /** `sbx_sub_…` */
  sandboxSubscriptionId: string;
  action: SubscriptionAction;
  /** How the burst is delivered; in order unless told. */
  delivery?: DeliveryOrder | undefined;
  /** A whole number that makes a shuffle the same again; random unless told. */
  seed?: number | undefined;
  /** For `change_plan`: the plan and the quantity to change to; what is not told stays. */
  item?: string | undefined;
  quantity?: number | undefined;
}

/**
 * Does something to a subscription that the sandbox sold to the team. The sandbox remembers it first; then its burst
 * goes over HTTP to our own endpoint, in the order that was asked for, and what moved is read from the ledger. Throws
 * `subscription_not_found`, `subscription_action_unavailable`, `card_declined`, `unknown_item`, `item_not_for_sale`,
 * `invalid_quantity`, `checkout_unavailable` where the sandbox is off.
 */
export async function actOnSubscription(context: LabContext, request: SubscriptionRequest): Promise<SubscriptionRun> {
  const { teamId, sandboxSubscriptionId, action } = request;
  signingSecret(context);
  const arranged = await context.database.transaction((tx) => decide(context, tx, request));
  const shown = await observe(context, teamId, () => sendBurst(context, arranged));
  const run = await record(context, { teamId, sandboxSubscriptionId, action }, shown);
  return subscriptionRun({ ...run, sandboxSubscriptionId, action }, shown.entries);
}

/** What is to be sent, after the sandbox has written down how the subscription stands now. */
async function decide(context: LabContext, tx: Transaction, request: SubscriptionRequest): Promise<Arranged> {
  const { teamId, sandboxSubscriptionId: id, action } = request;
  const sold = await lockSold(tx, { teamId, id });
  if (!sold) throw BillingError.subscriptionNotFound(id);
  if (!isPossible(action, sold)) throw BillingError.subscriptionActionUnavailable(id, action, sold.status);
  const at = context.clock.now();
  if (action === 'send_delayed') {
    await updateSold(tx, { ...sold, delayed: [] }, at);
    return { sent: sold.delayed.map(takeUp), dropped: [], delayed: [] };
  }
  const { delayed: heldBack, ...subscription } = sold;
  const plan = planOf(context, sold.item);
  const now = new Date(at.getTime() + sold.clockAheadMs);
  const { environment } = context.settings;
  const burst = planBurst(subscription, burstRequest(context, { ...request, action }, sold), {
    now,
    environment,
    plan,
  });
  const arranged = arrange(burst.messages, request.delivery ?? 'in_order', request.seed ?? randomInt(2 ** 31));
  await updateSold(tx, { ...burst.next, delayed: [...heldBack, ...arranged.delayed.map(keep)] }, at);
  return arranged;
}

type Bursting = SubscriptionRequest & { action: Exclude<SubscriptionAction, 'send_delayed'> };

function burstRequest(context: LabContext, { action, ...wanted }: Bursting, sold: SoldSubscription): BurstRequest {
  if (action !== 'change_plan') return { action };
  const { item = sold.item, quantity = sold.quantity } = wanted;
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > 100) throw BillingError.invalidQuantity(quantity);
  if (item === sold.item && quantity === sold.quantity)
    throw BillingError.subscriptionActionUnavailable(sold.id, 'change to the same plan', sold.status);
  const change: PlanChange = { plan: planOf(context, item), quantity };
  const isCharged = decideChange(sold, planOf(context, sold.item), change) !== 'deferred';
  if (isCharged && sold.nextCard === 'declined') throw BillingError.cardDeclined(sold.id);
  return { action, change };
}

function planOf({ settings }: BillingContext, item: string): Plan {
  const found = settings.catalog.findItem(item);
  if (!found) throw BillingError.unknownItem(item);
  if (found.kind !== 'plan') throw BillingError.itemNotForSale(item, 'sandbox');
  return found;
}
