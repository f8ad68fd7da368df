import type { BillingEvent, Environment, Instant, ProviderName } from '../events';
import type { Charger, ChargerSettings } from './charger';
import type { ProviderReader, ReaderSettings } from './reader';
import type { SavedCard } from './saved-card';
import type { ProviderSeller, SellerSettings } from './seller';

/** A delivery as it came in: the exact bytes, and the headers with lower-case names. */
export interface Delivery {
  rawBody: Uint8Array;
  headers: Readonly<Record<string, string>>;
}

export interface VerifyOptions {
  /** Every active secret, newest first; any of them may have signed. None of them is empty. */
  secrets: readonly string[];
  now: Date;
}

export type SignatureFailure =
  | 'missing_signature'
  | 'malformed_signature'
  | 'wrong_signature'
  | 'too_old'
  | 'from_the_future'
  | 'no_secret';

export type Verification =
  /** `eventId` where the provider sends it as a header (Polar, sandbox). */
  { ok: true; eventId: string | null } | { ok: false; reason: SignatureFailure };

/** A verified body in our words. */
export interface ProviderMessage {
  /** From the body. Null where the header or the bytes identify the event. */
  eventId: string | null;
  type: string | null;
  occurredAt: Instant | null;
  /** Null where the payload has no flag (Polar, Paddle): there the endpoint's secret decides. */
  environment: Environment | null;
  /** The seller's account that the payload names, if it does. */
  account: string | null;
  /** What the event is about: `purchase:cs_1`, `payment:pi_1`, `subscription:sub_1`, `customer:cus_1`. */
  subjectKey: string | null;
  content: MessageContent;
}

export type MessageContent =
  | { kind: 'events'; events: [BillingEvent, ...BillingEvent[]] }
  /** A type or variant we do not use, and why. */
  | { kind: 'ignored'; reason: string }
  /** A type we use in a shape that cannot be read, and which part. Never contains the payload's values. */
  | { kind: 'unreadable'; reason: string };

/** What a provider is about to send. */
export interface Sending {
  rawBody: Uint8Array;
  secret: string;
  at: Date;
  /** For those that send it as a header. */
  eventId: string;
}

/** The most a provider's signed time may differ from ours, in seconds, both ways. */
export const signatureToleranceSeconds = 300;

/** Everything the rest of the billing asks of a provider. A provider translates; it never decides and sees no table. */
export interface BillingProvider {
  readonly name: ProviderName;
  /** `derived`: the provider documents no event id, so the bytes identify it. */
  readonly eventIdSource: 'provider' | 'derived';
  /** Checks signature and age over the exact bytes, in constant time. Never throws. */
  verify(delivery: Delivery, options: VerifyOptions): Promise<Verification>;
  /**
   * Translates a verified body. Pure; never throws. `fetched` is what the provider answered when an earlier attempt
   * lacked something that the body does not carry.
   */
  normalize(rawBody: Uint8Array, fetched?: unknown): ProviderMessage;
  /** The headers with which it sends a body: for what plays the provider. */
  sign(sending: Sending): Record<string, string>;
  sell(settings: SellerSettings): ProviderSeller;
  /** Null: it has no interface to read. */
  read: ((settings: ReaderSettings) => ProviderReader) | null;
  /** Charges a saved payment method under a key that makes sending it again harmless. Null: it renews on its own clock alone. */
  charge: ((settings: ChargerSettings) => Charger) | null;
  /** Sells packs to a buyer who is not there. Null: it cannot. */
  chargeCard: ((settings: SellerSettings) => SavedCard) | null;
}
