import { randomUUID } from 'node:crypto';
import { chargerOf } from '../charger-of';
import type { BillingContext } from '../context';
import { BillingError } from '../errors';
import type { Charger, HostedSetup, SetupRequest } from '../providers/charger';
import { isCustomerGone } from '../seller-of';
import { findDefaultMethod } from './payment-methods';
import { planOf } from './price';
import { attachHostedSetup, insertSetup } from './setups';
import { findOwn } from './subscribe';
import { providerOf } from './transition';

export interface SetupStart {
  teamId: string;
  userId: string;
  purpose: { kind: 'subscribe'; item: string; quantity: number } | { kind: 'replace' };
}

/**
 * Opens the provider's page on which a team saves a payment method, after writing down what follows once it has. Throws
 * `unknown_item`, `invalid_quantity`, `card_setup_unavailable` where the provider cannot keep one or does not answer.
 */
export async function startSetup(
  context: BillingContext,
  start: SetupStart,
): Promise<{ setupId: string; url: string }> {
  const { database, settings, clock } = context;
  const { teamId, userId, purpose } = start;
  if (purpose.kind === 'subscribe') check(context, purpose);
  const own = await findOwn(database, teamId);
  const provider = own ? providerOf(own) : settings.sellingProvider;
  const charger = provider === null ? null : chargerOf(context, provider);
  if (!charger || provider === null) throw BillingError.cardSetupUnavailable(provider);
  const known = await findDefaultMethod(database, teamId, provider);
  const setupId = `set_${randomUUID()}`;
  const follows = purpose.kind === 'subscribe' ? { item: purpose.item, quantity: purpose.quantity } : {};
  const setup = { id: setupId, teamId, userId, provider, purpose: purpose.kind, ...follows, createdAt: clock.now() };
  await insertSetup(database, setup);
  const providerCustomerId = known?.providerCustomerId ?? null;
  try {
    const { providerSetupId, url } = await openSetup(charger, { setupId, teamId, userId, providerCustomerId });
    await attachHostedSetup(database, setupId, providerSetupId);
    return { setupId, url };
  } catch (error) {
    context.log.warn({ teamId, provider, error: error instanceof Error ? error.name : 'unknown' }, 'no setup page');
    throw BillingError.cardSetupUnavailable(provider);
  }
}

/** A customer that the provider no longer knows is replaced by the one that saves the card. */
async function openSetup(charger: Charger, request: SetupRequest): Promise<HostedSetup> {
  try {
    return await charger.createSetup(request);
  } catch (error) {
    if (request.providerCustomerId === null || !isCustomerGone(error)) throw error;
    return charger.createSetup({ ...request, providerCustomerId: null });
  }
}

function check({ settings }: BillingContext, { item, quantity }: { item: string; quantity: number }): void {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 100) throw BillingError.invalidQuantity(quantity);
  planOf(settings.catalog, item);
}
