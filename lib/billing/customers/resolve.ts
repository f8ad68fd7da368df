import { sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { prepared } from '@/db/prepared';
import { billingCheckouts } from '@/db/schema';
import type { Buyer, ProviderName } from '../events';
import type { Intent } from '../intents';
import { findSubscriptionTeam } from '../subscriptions/store';
import { type Applying, keys } from '../webhooks/outcome';
import { findCustomerTeams } from './store';

/** Who an event is for. */
export type Identity =
  | { kind: 'known'; teamId: string; intent: Intent | null; customerTeams: readonly string[] }
  | { kind: 'unknown'; waitingFor: readonly string[] }
  /** Two things that are known, or one and the buyer's own word, name different teams. */
  | { kind: 'mismatch'; known: string; told: string };

/**
 * Finds the team: our checkout intent first, then a known subscription, then a known customer of the provider. An
 * intent beats a known customer, since one buyer can serve two teams, and has to agree with a known subscription. What
 * metadata or a client reference says is no authority: alone it leaves the team unknown, and against what is known it is
 * a mismatch. An operator's word settles both, but never moves an intent or a subscription to another team.
 */
export async function resolveBuyer(
  tx: Transaction,
  { provider, assignedTeamId = null }: Pick<Applying, 'provider' | 'assignedTeamId'>,
  buyer: Buyer,
): Promise<Identity> {
  const [intents, subscriptionTeam, customerTeams] = await Promise.all([
    findIntents(tx, provider, buyer),
    buyer.providerSubscriptionId ? findSubscriptionTeam(tx, provider, buyer.providerSubscriptionId) : null,
    buyer.providerCustomerId ? findCustomerTeams(tx, provider, buyer.providerCustomerId) : [],
  ]);
  return decideIdentity(provider, buyer, { intents, subscriptionTeam, customerTeams, assignedTeamId });
}

interface Evidence {
  intents: readonly Intent[];
  /** Of a subscription that we know. */
  subscriptionTeam: string | null;
  customerTeams: readonly string[];
  assignedTeamId?: string | null;
}

export function decideIdentity(
  provider: ProviderName,
  buyer: Buyer,
  { intents, subscriptionTeam, customerTeams, assignedTeamId = null }: Evidence,
): Identity {
  const named = intents.find(({ id }) => id === buyer.checkoutId);
  const hosted = intents.find(
    ({ providerCheckoutId }) => providerCheckoutId !== null && providerCheckoutId === buyer.providerCheckoutId,
  );
  if (named && hosted && named.teamId !== hosted.teamId)
    return { kind: 'mismatch', known: hosted.teamId, told: named.teamId };
  const intent = named ?? hosted;
  if (intent && subscriptionTeam !== null && intent.teamId !== subscriptionTeam)
    return { kind: 'mismatch', known: subscriptionTeam, told: intent.teamId };
  const sure = intent?.teamId ?? subscriptionTeam;
  if (assignedTeamId !== null && sure !== null && sure !== assignedTeamId)
    return { kind: 'mismatch', known: sure, told: assignedTeamId };
  if (assignedTeamId !== null) return { kind: 'known', teamId: assignedTeamId, intent: intent ?? null, customerTeams };
  if (intent) return { kind: 'known', teamId: intent.teamId, intent, customerTeams };
  const known = subscriptionTeam ?? onlyOne(customerTeams);
  if (known === null) return { kind: 'unknown', waitingFor: buyerKeys(provider, buyer) };
  if (buyer.claimedTeamId !== null && buyer.claimedTeamId !== known)
    return { kind: 'mismatch', known, told: buyer.claimedTeamId };
  return { kind: 'known', teamId: known, intent: null, customerTeams };
}

function onlyOne(teams: readonly string[]): string | null {
  const [team, another] = teams;
  return team !== undefined && another === undefined ? team : null;
}

/** What would say who it is. */
export function buyerKeys(provider: ProviderName, buyer: Buyer): string[] {
  return [
    buyer.checkoutId && keys.checkout(buyer.checkoutId),
    buyer.providerCheckoutId && keys.hostedCheckout(provider, buyer.providerCheckoutId),
    buyer.providerSubscriptionId && keys.subscription(provider, buyer.providerSubscriptionId),
    buyer.providerCustomerId && keys.customer(provider, buyer.providerCustomerId),
  ].filter((key): key is string => typeof key === 'string');
}

/** Intents of this provider only: another provider's cannot have led to this payment. */
async function findIntents(tx: Transaction, provider: ProviderName, buyer: Buyer): Promise<Intent[]> {
  const { checkoutId, providerCheckoutId } = buyer;
  if (checkoutId === null && providerCheckoutId === null) return [];
  const rows = await selectIntents(tx, { provider, checkoutId, providerCheckoutId });
  return rows.map((row) => ({
    ...row,
    expectedAmountMinor: Number(row.expectedAmountMinor),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }));
}

const value = sql.placeholder;

type AsText = 'expectedAmountMinor' | 'createdAt' | 'updatedAt';

const selectIntents = prepared<Omit<Intent, AsText> & Record<AsText, string>>(
  sql`
    select id, team_id as "teamId", user_id as "userId", provider, item, quantity,
      expected_amount_minor as "expectedAmountMinor", currency, provider_checkout_id as "providerCheckoutId", state,
      created_at as "createdAt", updated_at as "updatedAt"
    from ${billingCheckouts}
    where provider = ${value('provider')}
      and (id = ${value('checkoutId')} or provider_checkout_id = ${value('providerCheckoutId')})`,
);
