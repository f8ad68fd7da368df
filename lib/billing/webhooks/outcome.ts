import type { Catalog } from '../catalog';
import type { Instant, ProviderName } from '../events';
import type { RenewalSettings } from '../settings';

/** What applying an event has to know besides the event. */
export interface Applying {
  provider: ProviderName;
  eventId: string;
  catalog: Catalog;
  renewals: RenewalSettings;
  now: Date;
  /** Whom an operator says it is for. */
  assignedTeamId?: string | null;
}

/** Why an event waits: nothing is wrong, something is not here yet. */
export type MissingCode =
  | 'unknown_team'
  | 'unknown_payment'
  | 'needs_provider_lookup'
  | 'subscription_has_no_current_period'
  | 'renewal_period_is_not_contiguous';

/** Why an event cannot be right by itself. Each opens a case of the same kind. */
export type FaultCode =
  | 'event_payload_conflict'
  | 'purchase_payload_conflict'
  | 'provider_renewal_key_payload_conflict'
  | 'period_range_conflict'
  | 'invalid_provider_billing_period'
  | 'ambiguous_plan'
  | 'team_mismatch'
  | 'unknown_price'
  | 'amount_below_price'
  | 'environment_mismatch'
  | 'account_mismatch'
  | 'unreadable_payload'
  | 'constraint_violated';

/** What needs a person to look: what we hold and what the provider says. */
export interface CaseFinding {
  kind:
    | FaultCode
    | MissingCode
    | 'paid_item_differs'
    | 'checkout_paid_twice'
    | 'dispute_opened'
    | 'retries_exhausted'
    | 'paid_after_end'
    | 'payment_for_deleted_team'
    | 'renewed_while_canceling'
    | 'second_live_subscription'
    | 'customer_deleted_with_live_subscription'
    | 'renewal_cycles_skipped'
    | 'renewal_clock_halted'
    | 'renewal_clock_missing'
    | 'charge_operation_conflict'
    | 'charge_exhausted'
    | 'charge_outcome_unclear'
    | 'charge_rejected'
    | 'charge_refund_due'
    | 'charged_twice'
    | 'ledger_mismatch'
    | 'stuck_lease';
  subject: string;
  local: Record<string, unknown> | null;
  remote: Record<string, unknown> | null;
}

/** Money that came in, under the key of what was paid for. */
export interface Payment {
  subject: string;
  amountMinor: number;
  currency: string;
  paidAt: Instant;
}

/** How one event, and then a delivery as a whole, ended. */
export type Outcome =
  | {
      kind: 'applied';
      teamId: string;
      created: readonly string[];
      cases: readonly CaseFinding[];
      details: Record<string, unknown>;
      /** What was newly paid. */
      payments?: readonly Payment[];
    }
  /** Every fact in it had been recorded before. */
  | { kind: 'duplicate'; teamId: string; details: Record<string, unknown> }
  /** Older than what was applied. */
  | {
      kind: 'stale';
      teamId: string;
      details: { told: string; held: string; subscriptionId?: string };
      created?: readonly string[];
    }
  | { kind: 'ignored'; reason: string }
  /** Any one of these keys lets it go on. */
  | {
      kind: 'waiting';
      code: MissingCode;
      waitingFor: readonly string[];
      values?: Pick<CaseFinding, 'local' | 'remote'>;
    }
  | { kind: 'parked'; finding: CaseFinding & { kind: FaultCode }; teamId: string | null };

/**
 * The keys by which events find each other. Whoever creates one wakes what waits for it; the advisory locks on them
 * are what keeps a fact and its cause that commit together from missing each other.
 */
export const keys = {
  setup: (setupId: string) => `setup:${setupId}`,
  checkout: (checkoutId: string) => `checkout:${checkoutId}`,
  hostedCheckout: (provider: ProviderName, providerCheckoutId: string) => `hosted:${provider}:${providerCheckoutId}`,
  customer: (provider: ProviderName, providerCustomerId: string) => `customer:${provider}:${providerCustomerId}`,
  payment: (provider: ProviderName, providerPaymentId: string) => `payment:${provider}:${providerPaymentId}`,
  purchase: (provider: ProviderName, purchaseKey: string) => `purchase:${provider}:${purchaseKey}`,
  subscription: (provider: ProviderName, providerSubscriptionId: string) =>
    `subscription:${provider}:${providerSubscriptionId}`,
  invoice: (provider: ProviderName, providerInvoiceId: string) => `invoice:${provider}:${providerInvoiceId}`,
};
