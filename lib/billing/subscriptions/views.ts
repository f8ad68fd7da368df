import type { Catalog } from '../catalog';
import type { Instant } from '../events';
import type { Audit } from './audits';
import type { Period } from './periods';

/** A paid period as people see it. Amounts are minor units. */
export interface PeriodView {
  periodId: string;
  subscriptionId: string;
  provider: string;
  /** The provider's id under which this cycle counts once. */
  renewalKey: string;
  providerInvoiceId: string | null;
  providerPaymentId: string | null;
  /** The provider's event that was applied for it. */
  eventId: string;
  start: Instant;
  end: Instant;
  /** When another period took over. */
  supersededAt: Instant | null;
  /** Worked out, where the provider tells no period. */
  isDerived: boolean;
  kind: Period['kind'];
  /** A catalog item; null while the catalog does not know the price. */
  plan: string | null;
  planName: string | null;
  quantity: number;
  paidAt: Instant;
  subtotalMinor: number;
  discountMinor: number;
  taxMinor: number;
  amountMinor: number;
  refundedMinor: number;
  currency: string;
  status: Period['status'];
}

export function periodView(catalog: Catalog, period: Period): PeriodView {
  const { subscriptionId, provider, providerInvoiceId, providerPaymentId, supersededAt, kind, plan, quantity } = period;
  const { paidAt, subtotalMinor, discountMinor, taxMinor, refundedMinor, currency, status } = period;
  return {
    periodId: period.id,
    renewalKey: period.providerRenewalKey,
    eventId: period.providerEventId,
    start: period.periodStart,
    end: period.periodEnd,
    isDerived: period.periodSource === 'derived',
    planName: planName(catalog, plan),
    amountMinor: period.paidAmountMinor,
    ...{ subscriptionId, provider, providerInvoiceId, providerPaymentId, supersededAt, kind, plan, quantity },
    ...{ paidAt, subtotalMinor, discountMinor, taxMinor, refundedMinor, currency, status },
  };
}

/** What became of a subscription, when it happened, and when it was recorded. */
export interface TransitionView {
  transitionId: string;
  type: Audit['eventType'];
  occurredAt: Instant;
  recordedAt: Date;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  details: Record<string, unknown> | null;
  periodId: string | null;
  actor: string;
  cause: string;
}

export function transitionView(audit: Audit): TransitionView {
  const { id, eventType, occurredAt, createdAt, before, after, details, billingPeriodId, actorId, cause } = audit;
  return {
    ...{ transitionId: id, type: eventType, occurredAt, recordedAt: createdAt },
    ...{ before, after, details, periodId: billingPeriodId, actor: actorId, cause },
  };
}

function planName(catalog: Catalog, plan: string | null): string | null {
  return plan === null ? null : (catalog.findItem(plan)?.name ?? plan);
}
