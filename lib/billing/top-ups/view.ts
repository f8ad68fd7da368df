import type { BillingContext } from '../context';
import type { ProviderName } from '../events';
import { type Chargeable, cardsOf, findChargeable } from './cards';
import { countCharges, listCharges, type TopUpState } from './charges';
import { decideTopUp, type TopUpDecision } from './decide';
import { findAutoTopUp, type TopUpWish, writeAutoTopUp } from './settings';

/** A team's automatic top-up as it sees it. Amounts are minor units. */
export interface TopUpView {
  /** Whether a card can be charged for the team, and through whom. */
  card: Pick<Chargeable, 'kind'> & { provider: ProviderName | null };
  settings: TopUpChoice & { pausedReason: string | null };
  /** Why nothing is bought at the moment; `buy`: it is about to be. */
  standing: TopUpDecision;
  boughtThisMonth: number;
  packs: { item: string; name: string; amountMinor: number; currency: string }[];
  /** The newest first. */
  charges: { id: string; at: Date; state: TopUpState; errorCode: string | null }[];
}

/** What a team can choose. */
export interface TopUpChoice {
  isEnabled: boolean;
  /** Buys when fewer credits can be spent. */
  threshold: number;
  /** The pack's catalog item. */
  item: string;
  /** Packs at most in a calendar month, UTC. */
  monthlyLimit: number;
}

const unchosen = { isEnabled: false, threshold: 100, monthlyLimit: 3, pausedReason: null };

export async function getTopUps(context: BillingContext, teamId: string, available: number): Promise<TopUpView> {
  const { database, clock } = context;
  const [chargeable, chosen, counted, charges] = await Promise.all([
    findChargeable(context, teamId, cardsOf(context)),
    findAutoTopUp(database, teamId),
    countCharges(database, teamId, clock.now()),
    listCharges(database, teamId, 5),
  ]);
  const packs = packsOf(context, chargeable);
  const { isEnabled, threshold, monthlyLimit, pausedReason } = chosen ?? unchosen;
  const settings = { isEnabled, threshold, monthlyLimit, pausedReason, item: chosen?.item ?? packs[0]?.item ?? '' };
  return {
    card: { kind: chargeable.kind, provider: 'provider' in chargeable ? chargeable.provider : null },
    ...{ settings, packs, boughtThisMonth: counted.boughtThisMonth },
    standing: decideTopUp({ settings, available, ...counted }),
    charges: charges.map(({ id, createdAt: at, state, errorCode }) => ({ id, at, state, errorCode })),
  };
}

export type TopUpRefusal = 'no_card' | 'unknown_pack' | 'invalid_threshold' | 'invalid_limit';

/** Remembers what a team chose; null, or why not. A pause ends with it. Switching it off is always possible. */
export async function setTopUps(
  context: BillingContext,
  { teamId, userId, ...choice }: TopUpChoice & { teamId: string; userId: string },
): Promise<TopUpRefusal | null> {
  const chargeable = await findChargeable(context, teamId, cardsOf(context));
  const refusal = refusalOf(context, choice, chargeable);
  if (refusal) return refusal;
  const wish: TopUpWish = { teamId, ...choice, updatedBy: userId };
  await context.database.transaction((tx) => writeAutoTopUp(tx, wish, context.clock.now()));
  return null;
}

function refusalOf(context: BillingContext, choice: TopUpChoice, chargeable: Chargeable): TopUpRefusal | null {
  const { isEnabled, threshold, monthlyLimit, item } = choice;
  if (!isWithin(threshold, 1_000_000_000)) return 'invalid_threshold';
  if (!isWithin(monthlyLimit, 100)) return 'invalid_limit';
  if (!isEnabled) return null;
  if (chargeable.kind !== 'ready') return 'no_card';
  return packsOf(context, chargeable).some((pack) => pack.item === item) ? null : 'unknown_pack';
}

function isWithin(value: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= most;
}

/** The packs that the team's provider sells, else those that are sold here. */
function packsOf({ settings }: BillingContext, chargeable: Chargeable): TopUpView['packs'] {
  const provider = 'provider' in chargeable ? chargeable.provider : settings.sellingProvider;
  return settings.catalog.items.flatMap((found) => {
    if (found.kind !== 'pack' || provider === null) return [];
    const { item, name, amountMinor, currency } = found;
    return settings.catalog.findPriceId(provider, item) === null ? [] : [{ item, name, amountMinor, currency }];
  });
}
