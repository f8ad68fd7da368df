import type { Environment, Instant, ProviderName } from '../events';

/** What is asked of a provider's interface: what happened between these. */
export interface Window {
  since: Date;
  /** When the question was first asked. */
  until: Date;
}

/**
 * An object of a provider's interface, in the envelope of the event that would tell it, so that it is translated by
 * the same functions as a webhook.
 */
export interface ToldObject {
  body: Record<string, unknown>;
}

export interface Page {
  told: ToldObject[];
  /** Where the next page begins. Null: this was the last one. */
  next: string | null;
}

/** What an event lacks and its provider can be asked for. */
export type Question =
  /** What was sold in a checkout whose body has no lines. */
  | { kind: 'checkout_lines'; purchaseKey: string }
  /** All lines of an invoice whose body has the first ones. */
  | { kind: 'invoice_lines'; renewalKey: string }
  /** Which payment method a setup saved (Stripe). */
  | { kind: 'saved_payment_method'; providerSetupId: string }
  /** How a subscription stands now. */
  | { kind: 'subscription'; providerSubscriptionId: string }
  /** How the cycles of a subscription run, where invoices do not say (Lemon Squeezy). */
  | { kind: 'cycle'; providerSubscriptionId: string }
  /** How a subscription stands, and which of its cycles were paid for or never will be, since a time. */
  | { kind: 'cycles'; providerSubscriptionId: string; since: Instant | null };

/** What a provider answered. `normalize` takes it; `told` are whole messages, which count before the event itself. */
export interface Fetched {
  lineItems?: unknown[];
  invoiceLines?: unknown[];
  setupIntent?: unknown;
  subscription?: Record<string, unknown>;
  askedAt?: Instant;
  told?: Record<string, unknown>[];
}

/** Reads a provider's interface. It translates and pages; what is missing here is decided elsewhere. */
export interface ProviderReader {
  readonly name: ProviderName;
  /** What can be listed, in the order in which it is best read. */
  readonly lists: readonly [string, ...string[]];
  /** One page of a list. Throws `ProviderApiError`. */
  page(list: string, window: Window, cursor: string | null): Promise<Page>;
  /** Throws `ProviderApiError`. */
  lookUp(question: Question): Promise<Fetched>;
}

export interface ReaderSettings {
  apiKey: string;
  /** Instead of the provider's own address. */
  apiUrl: string | null;
  /** Our account with the provider, where lists are by account. */
  account: string | null;
  environment: Environment;
  now(): Date;
  /** Waits between two attempts of a request; the tests do not. Milliseconds. */
  wait?: (milliseconds: number) => Promise<void>;
}

/** The pages of a list from a cursor on, each asked for when it is wanted. */
export async function* pagesOf(
  reader: ProviderReader,
  { list, window, cursor }: { list: string; window: Window; cursor: string | null },
): AsyncGenerator<Page> {
  let page = await reader.page(list, window, cursor);
  yield page;
  while (page.next !== null) {
    page = await reader.page(list, window, page.next);
    yield page;
  }
}

/**
 * The time for which an answer certainly holds: the second before it was asked for. What happens in the second of the
 * question may be missing in the answer, and its event must still count as newer.
 */
export function askedAt(now: Date): Instant {
  const seconds = Math.floor(now.getTime() / 1000) - 1;
  return new Date(seconds * 1000).toISOString().replace('.000Z', '.000000Z');
}

const day = 86_400_000;

export function daysBefore(at: Date, days: number): Date {
  return new Date(at.getTime() - days * day);
}

/** Lists that cannot be asked for what changed are read further back, and what did not change since is left out. */
export function isSince(at: string | null | undefined, window: Window | null): boolean {
  return window === null || typeof at !== 'string' || Date.parse(at) >= window.since.getTime();
}

/** Whether a list that goes from new to old has come to what is older than anybody looks. */
export function isBefore(at: unknown, horizon: Date): boolean {
  return typeof at === 'string' && Date.parse(at) < horizon.getTime();
}
