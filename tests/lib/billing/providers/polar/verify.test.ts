import { createHmac } from 'node:crypto';
import { webhooks } from '@polar-sh/sdk/2026-10';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { sign } from '@/lib/billing/providers/polar/sign';
import { verify } from '@/lib/billing/providers/polar/verify';
import { readFixture } from '@/tests/support/fixtures';

const now = new Date('2026-09-20T14:02:12.400Z');
const secret = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`;
const legacy = 'polar_whs_0123456789abcdefghij';
const body = readFixture('polar', 'order.paid.purchase');

/** As Polar signs: `key` over id, time and the exact bytes. */
function headersBy(key: Uint8Array | string, rawBody: Uint8Array, at = now) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', key).update(`msg_1.${timestamp}.`).update(rawBody).digest('base64');
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

const decoded = Buffer.from(secret.slice('whsec_'.length), 'base64');

describe('a Polar signature', () => {
  test.each([
    ['a new secret in the Standard Webhooks form', secret, decoded],
    ['a new secret used as text, prefix and all', secret, secret],
    ['a secret from before the change', legacy, legacy],
  ])('by %s is accepted, and the header names the event', async (_, configured, key) => {
    const delivery = { rawBody: body, headers: headersBy(key, body) };
    expect(await verify(delivery, { secrets: [configured], now })).toEqual({ ok: true, eventId: 'msg_1' });
  });

  test('by any of several active secrets is accepted', async () => {
    const delivery = { rawBody: body, headers: headersBy(legacy, body) };
    expect(await verify(delivery, { secrets: [secret, legacy], now })).toMatchObject({ ok: true });
  });

  test('by another key is refused', async () => {
    const delivery = { rawBody: body, headers: headersBy('polar_whs_somebody_else', body) };
    expect(await verify(delivery, { secrets: [secret, legacy], now })).toEqual({
      ok: false,
      reason: 'wrong_signature',
    });
  });

  test('is found among several in the header', async () => {
    const { 'webhook-signature': good, ...rest } = headersBy(decoded, body);
    const headers = { ...rest, 'webhook-signature': `v1,AAAA v1a,BBBB ${good}` };
    expect(await verify({ rawBody: body, headers }, { secrets: [secret], now })).toMatchObject({ ok: true });
  });

  test('counts for nothing without a secret to check it with', async () => {
    const delivery = { rawBody: body, headers: headersBy('', body) };
    expect(await verify(delivery, { secrets: [], now })).toEqual({ ok: false, reason: 'no_secret' });
    expect(await verify(delivery, { secrets: [''], now })).toEqual({ ok: false, reason: 'no_secret' });
  });

  test.each([
    [300, { ok: true, eventId: 'msg_1' }],
    [301, { ok: false, reason: 'too_old' }],
    [-300, { ok: true, eventId: 'msg_1' }],
    [-301, { ok: false, reason: 'from_the_future' }],
  ])('that is %i seconds old', async (age, outcome) => {
    const at = new Date('2026-09-20T14:02:12.000Z');
    const headers = headersBy(decoded, body, new Date(at.getTime() - age * 1000));
    expect(await verify({ rawBody: body, headers }, { secrets: [secret], now: at })).toEqual(outcome);
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('needs the header %s', async (name) => {
    const headers = { ...headersBy(decoded, body), [name]: '' };
    expect(await verify({ rawBody: body, headers }, { secrets: [secret], now })).toEqual({
      ok: false,
      reason: 'missing_signature',
    });
  });

  test.each([
    { 'webhook-timestamp': 'yesterday' },
    { 'webhook-timestamp': '1e9' },
    { 'webhook-timestamp': '-1' },
    { 'webhook-signature': 'v2,AAAA' },
    { 'webhook-signature': 'nonsense' },
  ])('in another form is refused: %o', async (change) => {
    const headers = { ...headersBy(decoded, body), ...change };
    expect(await verify({ rawBody: body, headers }, { secrets: [secret], now })).toEqual({
      ok: false,
      reason: 'malformed_signature',
    });
  });

  test('of a message id that is too long to be one leaves the event to be known by its bytes', async () => {
    const headers = sign({ rawBody: body, secret, at: now, eventId: 'x'.repeat(201) });
    expect(await verify({ rawBody: body, headers }, { secrets: [secret], now })).toEqual({ ok: true, eventId: null });
  });
});

describe('what Polar signed is accepted whatever it says', () => {
  test.each([
    ['a type that the SDK does not know', Buffer.from('{"type":"member.promoted","data":{}}')],
    ['no type', Buffer.from('{}')],
    ['no JSON', Buffer.from('not json')],
    ['nothing', Buffer.from('')],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28])],
    ['a byte order mark before the JSON', Buffer.from('\ufeff{"type":"order.paid"}')],
    ['names from everywhere', Buffer.from('{"type":"order.paid","n":"Ünï € 🙂 \\u05e9\\u05dc"}')],
  ])('%s', async (_, rawBody) => {
    const delivery = { rawBody, headers: headersBy(decoded, rawBody) };
    expect(await verify(delivery, { secrets: [secret], now })).toMatchObject({ ok: true });
  });

  test('one changed byte is refused, also where the text would look the same', async () => {
    const rawBody = Buffer.from([0x7b, 0xff, 0x7d]);
    const headers = headersBy(decoded, rawBody);
    const changed = Buffer.from([0x7b, 0xfe, 0x7d]);
    expect(await verify({ rawBody: changed, headers }, { secrets: [secret], now })).toMatchObject({ ok: false });
  });
});

describe('our signature is the one of others', () => {
  const at = new Date();

  test.each([secret, legacy])("the vendor's own verifier accepts what we sign with %s", async (configured) => {
    const headers = sign({ rawBody: body, secret: configured, at, eventId: 'msg_1' });
    expect(await webhooks.validateEvent(body, headers, configured)).toMatchObject({ type: 'order.paid' });
  });

  test("what only the vendor's own verifier reads is accepted: a signature without its padding", async () => {
    const { 'webhook-signature': padded, ...rest } = headersBy(decoded, body, at);
    const headers = { ...rest, 'webhook-signature': padded.replace(/=+$/, '') };
    expect(await verify({ rawBody: body, headers }, { secrets: [secret], now: at })).toMatchObject({ ok: true });
  });

  test('the Standard Webhooks library accepts what we sign, and we what it signs', async () => {
    const library = new Webhook(secret);
    const text = new TextDecoder().decode(body);
    expect(library.verify(text, sign({ rawBody: body, secret, at, eventId: 'msg_1' }))).toMatchObject({
      type: 'order.paid',
    });
    const headers = {
      'webhook-id': 'msg_2',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': library.sign('msg_2', at, text),
    };
    expect(await verify({ rawBody: body, headers }, { secrets: [secret], now: at })).toEqual({
      ok: true,
      eventId: 'msg_2',
    });
  });
});
