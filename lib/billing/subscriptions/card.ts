import type { Catalog, Plan } from '../catalog';
import type { BillingContext } from '../context';
import { type Instant, providerNames, type SubscriptionStatus } from '../events';
import type { Access } from './access';
import { readMemory } from './memory';
import { accessOf, findStanding, instantOf, type Standing } from './queries';

/** What a subscription will do next, as far as it is known. */
export type NextStep =
  | { kind: 'renews'; at: Instant; plan: string | null }
  /** Another plan was chosen: it begins with the next period. */
  | { kind: 'changes_plan'; at: Instant; plan: string }
  | { kind: 'trial_converts'; at: Instant; plan: string | null }
  | { kind: 'ends'; at: Instant }
  | { kind: 'payment_outstanding'; since: Instant | null }
  | { kind: 'paused' }
  | { kind: 'awaits_payment' }
  | { kind: 'ended'; at: Instant | null };

/** A subscription as its team sees it. Amounts are minor units. */
export interface SubscriptionView {
  subscriptionId: string;
  provider: string;
  providerSubscriptionId: string;
  isCurrent: boolean;
  /** Who renews it: its provider, or we. */
  clockOwner: 'provider' | 'us';
  status: SubscriptionStatus;
  /** The plan in use. Null while the catalog does not know the price. */
  plan: Plan | null;
  quantity: number;
  /** What is paid for; null before the first payment. */
  period: { start: Instant; end: Instant } | null;
  trialEnd: Instant | null;
  cancelAtPeriodEnd: boolean;
  pastDueSince: Instant | null;
  access: Access;
  next: NextStep;
}

/** A team's subscriptions, the one that counts first. */
export async function listSubscriptionViews(context: BillingContext, teamId: string): Promise<SubscriptionView[]> {
  const at = instantOf(context.clock.now());
  return (await findStanding(context, teamId, at)).map((standing) => subscriptionView(context, standing, at));
}

function subscriptionView(context: BillingContext, standing: Standing, at: Instant): SubscriptionView {
  const { subscription } = standing;
  const { id, provider, providerSubscriptionId, isCurrent, clockOwner, status, quantity, trialEnd } = subscription;
  const { currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd, pastDueSince } = subscription;
  const access = accessOf(context, standing, at);
  const plan = access.plan === null ? null : context.settings.catalog.findItem(access.plan);
  return {
    subscriptionId: id,
    plan: plan?.kind === 'plan' ? plan : null,
    period:
      currentPeriodStart !== null && currentPeriodEnd !== null
        ? { start: currentPeriodStart, end: currentPeriodEnd }
        : null,
    ...{ provider, providerSubscriptionId, isCurrent, clockOwner, status, quantity, trialEnd },
    ...{ cancelAtPeriodEnd, pastDueSince },
    access,
    next: nextStep(standing, access, scheduledPlan(context.settings.catalog, standing) ?? standing.subscription.plan),
  };
}

/** The plan of the next period, where the newest snapshot tells one. */
function scheduledPlan({ findByPrice }: Catalog, { subscription }: Standing): string | null {
  const { nextPriceId } = readMemory(subscription).content ?? {};
  const provider = providerNames.find((name) => name === subscription.provider);
  const found = provider && nextPriceId !== undefined ? findByPrice(provider, nextPriceId) : null;
  return found?.kind === 'plan' ? found.item : null;
}

function nextStep({ subscription }: Standing, { plan: inUse }: Access, plan: string | null): NextStep {
  const { status, currentPeriodEnd, trialEnd, cancelAt, cancelAtPeriodEnd, endedAt, pastDueSince } = subscription;
  const periodEnd = currentPeriodEnd ?? trialEnd;
  const end = cancelAt ?? (cancelAtPeriodEnd ? periodEnd : null);
  if (status === 'canceled') return { kind: 'ended', at: endedAt };
  if (end !== null) return { kind: 'ends', at: end };
  if (status === 'past_due' || status === 'unpaid') return { kind: 'payment_outstanding', since: pastDueSince };
  if (status === 'paused') return { kind: 'paused' };
  if (status === 'incomplete' || periodEnd === null) return { kind: 'awaits_payment' };
  if (currentPeriodEnd === null) return { kind: 'trial_converts', at: periodEnd, plan };
  if (plan !== null && plan !== inUse) return { kind: 'changes_plan', at: periodEnd, plan };
  return { kind: 'renews', at: periodEnd, plan };
}
