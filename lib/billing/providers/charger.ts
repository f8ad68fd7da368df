import type { Instant, ProviderName } from '../events';

/**
 * What is sent along with a charge of ours and comes back in the provider's own webhook of it, so that the webhook tells
 * the same paid period. All texts, as providers keep metadata.
 */
export interface ChargeMetadata {
  operation_id: string;
  own_subscription_id: string;
  price_id: string;
  quantity: string;
  period_start: Instant;
  period_end: Instant;
  reason: 'start' | 'cycle';
}

export interface ChargeRequest {
  /** The same for every attempt of one try: the provider charges once for it. */
  idempotencyKey: string;
  operationId: string;
  providerCustomerId: string;
  providerPaymentMethodId: string;
  amountMinor: number;
  currency: string;
  metadata: ChargeMetadata;
}

/** A charge as its provider holds it. */
export interface ProviderCharge {
  providerPaymentId: string;
  status: 'succeeded' | 'processing' | 'action_required' | 'failed';
  amountMinor: number;
  currency: string;
  createdAt: Instant;
  operationId: string | null;
  /** Null where the provider does not tell it. */
  idempotencyKey: string | null;
  /** Where the buyer confirms it. */
  actionUrl: string | null;
  code: string | null;
  declineCode: string | null;
}

/** What came of one request. A charger never throws for what was answered, or was not. */
export type ChargeAnswer =
  | { kind: 'charge'; charge: ProviderCharge; isReplayed: boolean }
  /** The provider said no. `charge` where it made one that failed. */
  | {
      kind: 'refused';
      type: 'card' | 'request' | 'idempotency' | 'rate_limit' | 'server';
      httpStatus: number;
      code: string | null;
      declineCode: string | null;
      charge: ProviderCharge | null;
    }
  /** Whether it was charged, nobody here knows. */
  | { kind: 'lost'; reason: 'timeout' | 'network' | 'unreadable' };

export interface SetupRequest {
  /** Our intent; comes back in the provider's webhook. */
  setupId: string;
  teamId: string;
  userId: string | null;
  /** The team's customer with the provider, where it has one. */
  providerCustomerId: string | null;
}

export interface HostedSetup {
  providerSetupId: string;
  /** Where the buyer saves a payment method. */
  url: string;
}

/** Charges what was saved while the buyer is away. It translates and sends; when and how often is decided elsewhere. */
export interface Charger {
  readonly name: ProviderName;
  /** How long the provider certainly remembers a key. After it a key is looked up, never sent. */
  readonly keyHorizonHours: number;
  /** Sends a charge under its key. */
  charge(request: ChargeRequest): Promise<ChargeAnswer>;
  /** Every charge of an operation, from a list and not from a search. Throws `ProviderApiError`. */
  listCharges(operation: { operationId: string; providerCustomerId: string; since: Date }): Promise<ProviderCharge[]>;
  /** How one charge stands now; null where there is none. Throws `ProviderApiError`. */
  lookUp(providerPaymentId: string): Promise<ProviderCharge | null>;
  /** Withdraws a charge that waits for the buyer; how it stands then, null where there is none. Throws `ProviderApiError`. */
  cancel(providerPaymentId: string): Promise<ProviderCharge | null>;
  /** Opens the provider's page that saves a payment method. Throws `ProviderApiError`; its code says where the customer is gone. */
  createSetup(request: SetupRequest): Promise<HostedSetup>;
}

export interface ChargerSettings {
  /** Our own origin, without a slash at the end. */
  appUrl: string;
  apiKey: string;
  /** Instead of the provider's own address. */
  apiUrl: string | null;
  /** How long an answer is waited for. Milliseconds. */
  timeoutMs?: number;
  now(): Date;
}

/** Shorter than the lease of an attempt. Milliseconds. */
export const chargeTimeoutMs = 30_000;
