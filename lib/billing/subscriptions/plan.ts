import type { Catalog } from '../catalog';
import type { Period, ProviderName } from '../events';

/** What a subscription's items or a paid invoice's lines come down to. */
export type PlanFound =
  | { kind: 'plan'; plan: string; quantity: number; providerPriceId: string; period: Period | null }
  | { kind: 'unknown' }
  | { kind: 'ambiguous'; plans: string[] };

/** The plan is what the catalog knows as one; everything else beside it is an add-on. Pure. */
export function findPlan(
  catalog: Catalog,
  provider: ProviderName,
  items: readonly { providerPriceId: string; quantity: number; period?: Period }[],
): PlanFound {
  const found = items.flatMap((item) => {
    const known = catalog.findByPrice(provider, item.providerPriceId);
    return known?.kind === 'plan' && item.quantity > 0 ? [{ ...item, plan: known.item }] : [];
  });
  const plans = [...new Set(found.map(({ plan }) => plan))];
  const [first] = found;
  if (!first) return { kind: 'unknown' };
  if (plans.length > 1) return { kind: 'ambiguous', plans };
  const quantity = found.reduce((sum, item) => sum + item.quantity, 0);
  const { plan, providerPriceId, period = null } = first;
  return { kind: 'plan', plan, quantity, providerPriceId, period };
}
