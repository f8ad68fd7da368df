import type { ProviderName } from '../events';

/** A pack that is to be bought with a card that the provider keeps, without the buyer. */
export interface ChargeRequest {
  /** Our intent: goes into the metadata of the payment, where the provider takes one. */
  checkoutId: string;
  teamId: string;
  providerCustomerId: string;
  /** Of the team's subscription with this customer, if there is one. */
  providerSubscriptionId: string | null;
  providerPriceId: string;
  amountMinor: number;
  currency: string;
  idempotencyKey: string;
  /** When the charge was decided on: nothing of it is older at the provider. */
  decidedAt: Date;
  /** Payments of earlier charges of the team: what is found under these ids is not this one. */
  earlierPaymentIds: readonly string[];
  /** What `prepare` or an earlier attempt left at the provider. */
  providerPaymentId: string | null;
}

export type ChargeAnswer =
  /** Paid, or on its way: the webhook tells of it, and grants. */
  { kind: 'taken'; providerPaymentId: string } | { kind: 'declined'; code: string };

/** What a provider can do with the card of a customer who is not there. All throw `ProviderApiError`. */
export interface SavedCard {
  readonly name: ProviderName;
  /** Whether the charge is made on a subscription, so that a team without one has no card here. */
  readonly needsSubscription: boolean;
  /** Whether a charge that is sent again while the first one is on its way goes through once: under its key. */
  readonly isRepeatable: boolean;
  /** Makes what is charged afterwards, where that takes two steps: its id is kept before any money moves. */
  prepare: ((request: ChargeRequest) => Promise<string>) | null;
  /** Takes the money. Where it has an idempotency key the provider takes it once; elsewhere it is looked up before. */
  charge(request: ChargeRequest): Promise<ChargeAnswer>;
  /** What became of a charge whose answer was lost. Null: the provider has none. */
  lookUp(request: ChargeRequest): Promise<ChargeAnswer | null>;
}
