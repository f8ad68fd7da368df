import type { ProviderName } from '@/lib/billing/events';
import { testSecrets } from '../support/billing';
import { installedNames } from '../support/installed';
import { providersUnderTest } from '../support/providers';
import { bytes, type Checkouts, type HostileCase, hostileCase, payment, signed } from './case';

const refused = ['missing_signature', 'malformed_signature', 'wrong_signature', 'too_old', 'from_the_future'].map(
  (reason) => `400 ${reason}`,
);

type Headers = Record<string, string>;

/** Deliveries of a payment that its provider did not sign, or not like this. */
export function badSignatures(checkouts: Checkouts, provider: ProviderName): HostileCase[] {
  const { signatureHeader, signsTime, otherSecret } = providersUnderTest[provider];
  const make = (name: string, answers: readonly string[], headers: (body: Uint8Array, eventId: string) => Headers) => {
    const { checkout, body } = payment(checkouts, provider);
    const eventId = `msg_${checkout.checkoutId}`;
    const parts = { name: `signature: ${name}`, answers, checkout, body };
    return hostileCase(provider, { ...parts, headers: () => headers(body, eventId) });
  };
  /** A good delivery with another value in the header of the signature. */
  const altered = (name: string, change: (good: string) => string, answers = refused) =>
    make(name, answers, (body, eventId) => {
      const good = signed(provider, body, eventId);
      return { ...good, [signatureHeader]: change(good[signatureHeader] ?? '') };
    });
  const cases = [
    make('none at all', ['400 missing_signature'], () => ({})),
    altered('empty', () => ''),
    altered('nonsense', () => 'nonsense'),
    altered('letters that are not ASCII', (good) => `${good}\u00e9\u00ff`),
    altered('cut in half', (good) => good.slice(0, good.length / 2)),
    altered('longer than it should be', (good) => `${good}00`),
    altered('its last characters changed', (good) => `${good.slice(0, -4)}${good.endsWith('0000') ? '1111' : '0000'}`),
    altered('thousands of empty ones', () => 'v1=,h1=,v1, '.repeat(600)),
    make('by another secret', wrong, (body, eventId) => signed(provider, body, eventId, { secret: otherSecret })),
    make('by the empty secret', wrong, (body, eventId) => signed(provider, body, eventId, { secret: '' })),
    make('by another provider', refused, (body, eventId) => signed(otherThan(provider), body, eventId)),
    ...alteredBodies(checkouts, provider),
  ];
  return signsTime ? [...cases, ...badTimes(checkouts, provider)] : cases;
}

const wrong = ['400 wrong_signature'];

function otherThan(provider: ProviderName): ProviderName {
  return provider === 'sandbox' ? (installedNames.find((name) => name !== provider) ?? provider) : 'sandbox';
}

/** A good signature, of other bytes than these. */
function alteredBodies(checkouts: Checkouts, provider: ProviderName): HostileCase[] {
  const make = (name: string, change: (body: Uint8Array) => Uint8Array) => {
    const { checkout, body } = payment(checkouts, provider);
    const headers = () => signed(provider, body, `msg_${checkout.checkoutId}`);
    return hostileCase(provider, { name: `body: ${name}`, answers: wrong, checkout, body: change(body), headers });
  };
  const text = (body: Uint8Array) => new TextDecoder().decode(body);
  return [
    make('nothing of what was signed', () => new Uint8Array()),
    make('cut in half', (body) => body.slice(0, body.length / 2)),
    make('one byte more', (body) => Buffer.concat([body, bytes('\n')])),
    make('written anew', (body) => bytes(JSON.stringify(JSON.parse(text(body)), null, 1))),
    make('another amount', (body) => bytes(text(body).replaceAll('4900', '4901'))),
    make('random bytes', () => new Uint8Array([0xff, 0xfe, 0x00, 0x80])),
  ];
}

function badTimes(checkouts: Checkouts, provider: ProviderName): HostileCase[] {
  const make = (name: string, answers: readonly string[], headers: (body: Uint8Array, eventId: string) => Headers) => {
    const { checkout, body } = payment(checkouts, provider);
    const parts = { name: `signed ${name}`, answers, checkout, body };
    return hostileCase(provider, { ...parts, headers: () => headers(body, `msg_${checkout.checkoutId}`) });
  };
  const at = (name: string, seconds: () => number, answer: string) =>
    make(name, [answer], (body, eventId) =>
      signed(provider, body, eventId, { at: new Date(Date.now() + seconds() * 1000) }),
    );
  return [
    at('an hour ago', () => -3600, '400 too_old'),
    at('five minutes and a half ago', () => -330, '400 too_old'),
    at('in an hour', () => 3600, '400 from_the_future'),
    at('in 1971', () => 40_000_000 - Date.now() / 1000, '400 too_old'),
    make('long ago, with the time of today', refused, (body, eventId) => {
      const then = Math.floor(Date.now() / 1000) - 1_000_000;
      const old = signed(provider, body, eventId, { at: new Date(then * 1000) });
      const renew = (value: string) => value.replace(String(then), String(then + 1_000_000));
      return Object.fromEntries(Object.entries(old).map(([name, value]) => [name, renew(value)]));
    }),
  ];
}

/** What must be in no line of the log: secrets, and each part of one that a library might print. */
export const secretsInAnyForm = Object.values(testSecrets).flatMap((secret) => [secret, secret.replace(/^whsec_/, '')]);
