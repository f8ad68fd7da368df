import type { Transaction } from '@/db/client';
import { resolveBuyer } from '../customers/resolve';
import { rememberCustomer } from '../customers/store';
import type { Buyer, Instant } from '../events';
import { markCheckout } from '../intents';
import { type Applying, keys, type Outcome } from '../webhooks/outcome';
import { insertAudits } from './audits';
import { insertSubscription, lockSubscription, type Subscription, updateSubscription } from './store';

/** What an event about a subscription says of whose it is. */
export interface About {
  providerSubscriptionId: string;
  occurredAt: Instant;
  buyer: Buyer;
}

export type Opened =
  | { kind: 'open'; subscription: Subscription; isNew: boolean; isLinked: boolean; created: readonly string[] }
  | { kind: 'refused'; outcome: Outcome };

/**
 * Locks the subscription that an event is about. The first event with a known team makes the row; where the team is
 * not known yet, the event waits for whatever says it.
 */
export async function openSubscription(tx: Transaction, applying: Applying, about: About): Promise<Opened> {
  const { provider, now } = applying;
  const { buyer, providerSubscriptionId } = about;
  const held = await lockSubscription(tx, provider, providerSubscriptionId);
  const identity = await resolveBuyer(tx, applying, { ...buyer, providerSubscriptionId });
  if (identity.kind === 'unknown')
    return refused({ kind: 'waiting', code: 'unknown_team', waitingFor: identity.waitingFor });
  if (identity.kind === 'mismatch') {
    const { known, told } = identity;
    const values = { local: { teamId: known }, remote: { teamId: told } };
    const finding = { kind: 'team_mismatch', subject: subjectOf(about), ...values } as const;
    return refused({ kind: 'parked', teamId: known, finding });
  }
  const { teamId, intent, customerTeams } = identity;
  const { providerCustomerId } = buyer;
  const isNewCustomer =
    providerCustomerId !== null &&
    !customerTeams.includes(teamId) &&
    (await rememberCustomer(tx, { provider, providerCustomerId, teamId }));
  const created = [keys.subscription(provider, providerSubscriptionId)];
  if (isNewCustomer) created.push(keys.customer(provider, providerCustomerId));
  const isPaying = intent !== null && intent.state !== 'paid';
  if (isPaying) await markCheckout(tx, { checkoutId: intent.id, state: 'paid', at: now });
  const isLinked = isNewCustomer || isPaying;
  if (held) {
    const subscription = await completeIdentity(tx, held, {
      providerCustomerId,
      checkoutId: intent?.id ?? null,
      at: now,
    });
    return { kind: 'open', subscription, isNew: false, isLinked: isLinked || subscription !== held, created };
  }
  const values = { teamId, provider, providerSubscriptionId, providerCustomerId, checkoutId: intent?.id ?? null };
  const inserted = await insertSubscription(tx, { ...values, status: 'incomplete' }, now);
  await insertAudits(tx, applying, [
    {
      subscriptionId: inserted.subscription.id,
      eventType: 'subscription_created',
      occurredAt: about.occurredAt,
      details: { eventId: applying.eventId, teamId },
    },
  ]);
  return { kind: 'open', ...inserted, isLinked: true, created };
}

/** Whoever told of it first need not have known its customer or the intent that led to it. */
async function completeIdentity(
  tx: Transaction,
  held: Subscription,
  told: { providerCustomerId: string | null; checkoutId: string | null; at: Date },
): Promise<Subscription> {
  const providerCustomerId = held.providerCustomerId ?? told.providerCustomerId;
  const checkoutId = held.checkoutId ?? told.checkoutId;
  if (providerCustomerId === held.providerCustomerId && checkoutId === held.checkoutId) return held;
  return updateSubscription(tx, held.id, { providerCustomerId, checkoutId }, told.at);
}

/** The subject of a case about a subscription as a whole. */
export function subjectOf({ providerSubscriptionId }: Pick<About, 'providerSubscriptionId'>): string {
  return `subscription:${providerSubscriptionId}`;
}

function refused(outcome: Outcome): Opened {
  return { kind: 'refused', outcome };
}
