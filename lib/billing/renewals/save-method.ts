import type { Transaction } from '@/db/client';
import { rememberCustomer } from '../customers/store';
import { BillingError } from '../errors';
import type { PaymentMethodSaved } from '../events';
import { insertOwnAudits } from '../subscriptions/audits';
import { type Applying, keys, type Outcome } from '../webhooks/outcome';
import { lockClock } from './clocks';
import { keepMethod, type PaymentMethod } from './payment-methods';
import { retryWithNewMethod } from './retry';
import { completeSetup, lockSetup, type Setup } from './setups';
import { findOwn, subscribeTeam } from './subscribe';
import type { OwnChange } from './transition';

/**
 * Keeps a payment method that a team set out to save, and does what it was saved for: begins the subscription, or tries
 * what was declined with it. What our setup says counts, never what the provider's metadata says of the team.
 */
export async function savePaymentMethod(
  tx: Transaction,
  applying: Applying,
  event: PaymentMethodSaved,
): Promise<Outcome> {
  const { provider, now: at } = applying;
  const setup = event.setupId === null ? null : await lockSetup(tx, event.setupId);
  if (setup?.provider !== provider) return { kind: 'ignored', reason: 'no_setup' };
  const { teamId } = setup;
  const { providerPaymentMethodId } = event;
  if (providerPaymentMethodId === null) return askWhich(setup);
  const method = await keepMethod(tx, { teamId, provider, saved: { ...event, providerPaymentMethodId }, at });
  if (setup.state === 'completed' && !method) return { kind: 'duplicate', teamId, details: { setupId: setup.id } };
  const { providerCustomerId } = event;
  await rememberCustomer(tx, { provider, providerCustomerId, teamId });
  if (method?.isDefault) await chargeFromNowOn(tx, ownOf(applying, setup), { method, occurredAt: event.occurredAt });
  const details = setup.state === 'open' ? await finish(tx, applying, setup) : {};
  const created = [keys.customer(provider, providerCustomerId), keys.setup(setup.id)];
  return { kind: 'applied', teamId, created, cases: [], details: { setupId: setup.id, ...details } };
}

/** The page's own message may not say which method was saved. */
function askWhich({ id }: Setup): Outcome {
  return { kind: 'waiting', code: 'needs_provider_lookup', waitingFor: [keys.setup(id)] };
}

/** The subscription of the team, where it has one of ours, is charged to it from now on. */
async function chargeFromNowOn(
  tx: Transaction,
  own: OwnChange,
  { method, occurredAt }: { method: PaymentMethod; occurredAt: string },
): Promise<void> {
  const found = await findOwn(tx, method.teamId);
  if (!found || found.provider !== method.provider) return;
  const { id: subscriptionId } = found;
  await lockClock(tx, subscriptionId);
  await retryWithNewMethod(tx, subscriptionId, own.now);
  const { brand, last4 } = method;
  const after = { paymentMethodId: method.id, brand, last4 };
  await insertOwnAudits(tx, own, [{ subscriptionId, eventType: 'payment_method_changed', occurredAt, after }]);
}

async function finish(tx: Transaction, applying: Applying, setup: Setup): Promise<Record<string, unknown>> {
  await completeSetup(tx, setup.id, applying.now);
  const { teamId, item, quantity } = setup;
  if (item === null || quantity === null) return {};
  const own = { ...ownOf(applying, setup), settings: applying };
  try {
    const { id } = await subscribeTeam(tx, own, { teamId, item, quantity, provider: applying.provider });
    return { subscriptionId: id };
  } catch (error) {
    // The method is kept either way; the page says why nothing began.
    if (error instanceof BillingError) return { notSubscribed: error.code };
    throw error;
  }
}

function ownOf({ eventId, now }: Applying, { userId, teamId }: Setup): OwnChange {
  return { actorType: 'user', actorId: userId ?? teamId, cause: `event:${eventId}`, now };
}
