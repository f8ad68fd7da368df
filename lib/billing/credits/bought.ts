import type { Transaction } from '@/db/client';
import type { Catalog } from '../catalog';
import type { Instant, ProrationPaid, ProviderName } from '../events';
import { listAudits } from '../subscriptions/audits';
import { readMemory } from '../subscriptions/memory';
import { findPlan } from '../subscriptions/plan';
import type { Subscription } from '../subscriptions/store';
import type { Applying } from '../webhooks/outcome';

/** The plan that a paid change leads to. */
export type Bought =
  | { kind: 'plan'; plan: string; quantity: number; creditsPerMonth: number }
  /** The lines come down to nothing: what they charge they credit again. */
  | { kind: 'nothing' }
  | { kind: 'unknown'; providerPriceIds: string[] }
  | { kind: 'ambiguous'; plans: string[] }
  /** The body has no lines, and no snapshot tells of the change yet. */
  | { kind: 'not_told' };

/** What a paid change bought: by its lines, or where the body has none by the subscription's change that it is for. */
export async function findBought(
  tx: Transaction,
  { provider, catalog }: Applying,
  { event, subscription }: { event: ProrationPaid; subscription: Subscription },
): Promise<Bought> {
  if (event.lines.length > 0) return boughtByLines(catalog, provider, event.lines);
  if (!(await isToldOf(tx, subscription, event.paidAt))) return { kind: 'not_told' };
  return withCredits(catalog, subscription.plan ?? '', subscription.quantity);
}

/** Several changes can be on one invoice: what one line charges and another credits again was left on the way. Pure. */
export function boughtByLines(catalog: Catalog, provider: ProviderName, lines: ProrationPaid['lines']): Bought {
  const credited = lines.filter(({ amountMinor }) => amountMinor < 0);
  const charged = lines.filter(({ amountMinor }) => amountMinor >= 0);
  const kept = [...charged];
  for (const { providerPriceId, quantity } of credited) {
    const index = kept.findIndex((line) => line.providerPriceId === providerPriceId && line.quantity === quantity);
    if (index >= 0) kept.splice(index, 1);
  }
  if (kept.length === 0) return { kind: 'nothing' };
  const found = findPlan(catalog, provider, kept);
  if (found.kind === 'ambiguous') return found;
  if (found.kind === 'unknown')
    return { kind: 'unknown', providerPriceIds: kept.map(({ providerPriceId }) => providerPriceId) };
  return withCredits(catalog, found.plan, found.quantity);
}

function withCredits(catalog: Catalog, plan: string, quantity: number): Bought {
  const item = catalog.findItem(plan);
  if (item?.kind !== 'plan') return { kind: 'unknown', providerPriceIds: [] };
  return { kind: 'plan', plan, quantity, creditsPerMonth: item.creditsPerMonth };
}

/** A change and the invoice for it are some seconds apart, and the snapshot tells the time of the change. */
const changeWindowMs = 3_600_000;

/** Whether the plan that is held is the one of the change that this invoice is for, and not of the time before. */
async function isToldOf(tx: Transaction, subscription: Subscription, paidAt: Instant): Promise<boolean> {
  const { planAt } = readMemory(subscription);
  if (planAt !== null && planAt >= paidAt) return true;
  const from = Date.parse(paidAt) - changeWindowMs;
  const audits = await listAudits(tx, subscription.id);
  return audits.some(
    ({ eventType, occurredAt }) =>
      (eventType === 'plan_changed' || eventType === 'quantity_changed') && Date.parse(occurredAt) >= from,
  );
}
