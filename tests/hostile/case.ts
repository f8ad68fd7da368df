import type { ProviderName } from '@/lib/billing/events';
import { testSecrets } from '../support/billing';
import { paidBody } from '../support/paid';
import { signDelivery } from '../support/sign';

/** A request that nobody should send, and what it may be answered. */
export interface HostileCase {
  name: string;
  method: string;
  path: string;
  /** Signed when it is sent. */
  headers: () => Record<string, string>;
  body: Uint8Array;
  /** Without a length that is told beforehand. */
  isChunked: boolean;
  /** As `200 parked` or `413 body_too_large`. */
  answers: readonly string[];
  /** Where the case is about a payment: whose it would be. */
  checkout: Checkout | null;
}

/** A checkout of a team of its own, so that each case shows by itself whether anybody was paid. */
export interface Checkout {
  provider: ProviderName;
  checkoutId: string;
  teamId: string;
}

/** Gives out checkouts by number: the same list of cases always has the same ids. */
export class Checkouts {
  readonly all: Checkout[] = [];

  next(provider: ProviderName): Checkout {
    const number = this.all.length + 1;
    const checkout = { provider, checkoutId: `chk_hostile_${number}`, teamId: `team_hostile_${number}` };
    this.all.push(checkout);
    return checkout;
  }
}

const encoder = new TextEncoder();
export const bytes = (text: string): Uint8Array => encoder.encode(text);

export function hostileCase(
  provider: string,
  parts: Partial<HostileCase> & Pick<HostileCase, 'name' | 'answers'>,
): HostileCase {
  return {
    method: 'POST',
    path: `/api/webhooks/${provider}`,
    headers: () => ({}),
    body: new Uint8Array(),
    isChunked: false,
    checkout: null,
    ...parts,
    name: `${provider}: ${parts.name}`,
  };
}

/** Correctly signed, now, whatever the body is. */
export function signedCase(
  provider: ProviderName,
  parts: Partial<HostileCase> & Pick<HostileCase, 'name' | 'answers' | 'body'>,
): HostileCase {
  const headers = () => ({
    'content-type': 'application/json',
    ...signed(provider, parts.body, eventIdFor(parts.name)),
    ...parts.headers?.(),
  });
  return hostileCase(provider, { ...parts, headers });
}

export function signed(
  provider: ProviderName,
  body: Uint8Array,
  eventId: string,
  { at = new Date(), secret = testSecrets[provider] }: { at?: Date; secret?: string } = {},
): Record<string, string> {
  return signDelivery({ provider, body, secret, at, eventId });
}

/** A payment that would be applied if it were not for the changes. */
export function payment(checkouts: Checkouts, provider: ProviderName, changes: Readonly<Record<string, unknown>> = {}) {
  const checkout = checkouts.next(provider);
  return { checkout, body: paidBody(provider, checkout.checkoutId, changes) };
}

function eventIdFor(name: string): string {
  return `msg_${name.replaceAll(/[^A-Za-z0-9]+/g, '_').slice(0, 150)}`;
}
