import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { providerNames } from '@/lib/billing/events';
import { maskBody, masked, maskValue } from '@/lib/billing/operator/mask';
import { readFixture } from '../../../support/fixtures';

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

/** What the fixtures say of people. */
const personal =
  /@|Example (Team|Person|Street)|Beispielstra|94105|10115|Berlin|San Francisco|"4242"|203\.0\.113|_secret_|signature=|https?:/;

describe('what is masked', () => {
  it.each([
    ['an e-mail address', 'email', 'ada@example.com'],
    ['an e-mail address under any key', 'description', 'ada@example.com'],
    ['an e-mail address inside a sentence', 'reason', 'Sent to ada@example.com today'],
    ['a name', 'name', 'ada'],
    ['a name in parts', 'first_name', 'ada'],
    ['a name, written together', 'customerName', 'ada'],
    ['the holder of a card', 'cardholder_name', 'Ada Lovelace'],
    ['a street', 'line1', '1 Example Street'],
    ['a postal code', 'postal_code', '94105'],
    ['a city', 'city', 'Berlin'],
    ['a telephone number', 'phone', '+49 30 123456'],
    ['a telephone number as a number', 'phone', 4930123456],
    ['a telephone number under any key', 'contact', '+4930123456'],
    ['the digits of a card', 'last4', '4242'],
    ['the last digits of a card', 'card_last_four', '4242'],
    ['a card number under any key', 'value', '4242424242424242'],
    ['a card number as a number', 'value', 4242424242424242],
    ['a fingerprint', 'fingerprint', 'AcmeFingerprint0'],
    ['an internet address', 'customer_ip_address', '203.0.113.10'],
    ['a client secret', 'client_secret', 'pi_3SAcmeCredits_secret_test'],
    ['a secret under any key', 'value', 'pi_3SAcmeCredits_secret_test'],
    ['an access token', 'access_token', 'abc'],
    ['an API key', 'key', 'sk_live_51Abcdefgh'],
    ['a webhook secret', 'value', 'whsec_abcdefgh'],
    ['a web token', 'value', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'],
    [
      'an address of a page that opens for whoever has it',
      'customer_portal',
      'https://shop.example.com/billing?signature=1',
    ],
    ['a tax number', 'tax_ids', 'DE123456789'],
    ['a long random text', 'value', 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4'],
    ['a sentence', 'cancellation_comment', 'too expensive'],
    ['a field that nobody knows', 'something_new', 'Ada Lovelace'],
  ])('%s', (_, key, value) => {
    expect(maskValue({ data: [{ [key]: value }] })).toEqual({ data: [{ [key]: masked }] });
  });

  it('everything under an address, whatever its parts are called', () => {
    expect(maskValue({ address: { a: 'berlin', b: { c: 10115 } }, shipping: { state: 'CA' } })).toEqual({
      ...{ address: { a: masked, b: { c: masked } }, shipping: { state: masked } },
    });
  });

  it('a word that the seller or the buyer filled in themselves, but not an id there', () => {
    const told = { metadata: { first: 'ada', checkout_id: 'chk_01JB3K8Q5W', team_id: 'team_01JB3K8Q5W' } };
    expect(maskValue(told)).toEqual({ metadata: { ...told.metadata, first: masked } });
  });

  it('a key that is somebody’s address', () => {
    expect(maskValue({ 'ada@example.com': 1 })).toEqual({ [masked]: 1 });
  });

  it('what is nested too deeply to be read', () => {
    const deep = JSON.parse(`${'['.repeat(5000)}"ada"${']'.repeat(5000)}`);
    expect(JSON.stringify(maskValue(deep))).not.toContain('ada');
  });
});

describe('what is shown', () => {
  it.each([
    ['id', 'evt_1SAcme00000000000000001'],
    ['subscription', 'sub_1SAcme00000000000000001'],
    ['customer', 'cus_TqAcme000000001'],
    ['transaction_id', 'txn_01k4acme0040paddle00000000'],
    ['order_id', '0de40000-0000-4000-8000-000000000002'],
    ['address_id', 'add_01k4acme0001paddle00000000'],
    ['created_at', '2026-09-20T14:02:10.600000Z'],
    ['created', 1789912930],
    ['amount', '20000000'],
    ['subject', 'subscription:sub_1SAcme00001x'],
    ['waitingFor', 'payment:stripe:pi_3SAcme'],
    ['amount_total', 4900],
    ['amount_shipping', 500],
    ['api_version', '2026-10-28.endive'],
    ['currency', 'USD'],
    ['status', 'past_due'],
    ['type', 'checkout.session.completed'],
    ['billing_reason', 'subscription_cycle'],
    ['product_name', 'Pro, yearly'],
    ['event_name', 'order_created'],
    ['livemode', false],
    ['discount', null],
  ])('%s: %s', (key, value) => {
    expect(maskValue({ [key]: value })).toEqual({ [key]: value });
  });
});

describe('a body', () => {
  it('is printed so that a person can read it', () => {
    const body = maskBody(bytes({ id: 'evt_0001', data: { email: 'a@example.com' } }));
    expect(body).toMatchObject({ kind: 'json', isCut: false });
    expect(body.kind === 'json' && body.text).toBe(
      `{\n  "id": "evt_0001",\n  "data": {\n    "email": "${masked}"\n  }\n}`,
    );
  });

  it('that is no JSON shows nothing, and one that retention emptied says so', () => {
    expect(maskBody(new TextEncoder().encode('ada@example.com'))).toEqual({ kind: 'unreadable', bytes: 15 });
    expect(maskBody(new Uint8Array([0x7b, 0xff]))).toEqual({ kind: 'unreadable', bytes: 2 });
    expect(maskBody(null)).toEqual({ kind: 'gone' });
  });

  it('of any size stays readable', () => {
    const body = maskBody(bytes({ data: Array.from({ length: 20_000 }, (_, n) => `evt_${n}000`) }));
    expect(body).toMatchObject({ kind: 'json', isCut: true });
  });

  it.each(providerNames)('of %s never shows who paid', (provider) => {
    const folder = fileURLToPath(new URL(`../../../fixtures/${provider}`, import.meta.url));
    const names = readdirSync(folder).filter((name) => /^(?!.*\.expected)[^.].*\.json$/.test(name));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const body = maskBody(readFixture(provider, name.replace(/\.json$/, '')));
      const text = body.kind === 'json' ? body.text : '';
      expect(text, name).toContain('"');
      expect({ name, found: text.match(personal) }).toEqual({ name, found: null });
    }
  });
});
