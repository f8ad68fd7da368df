import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { sign } from '@/lib/billing/providers/stripe/sign';
import { verify } from '@/lib/billing/providers/stripe/verify';
import { readFixture } from '@/tests/support/fixtures';

const secret = 'whsec_a_secret_of_this_endpoint';
const now = new Date('2026-09-20T14:02:15.900Z');
const seconds = Math.floor(now.getTime() / 1000);
const rawBody = readFixture('stripe', 'checkout.session.completed.payment');

const signed = (at = now) => sign({ rawBody, secret, at })['stripe-signature'] ?? '';
const check = (header: string, secrets = [secret]) =>
  verify({ rawBody, headers: { 'stripe-signature': header } }, { secrets, now });

describe('a Stripe signature', () => {
  test('is what the SDK would have made', () => {
    const payload = new TextDecoder().decode(rawBody);
    expect(signed()).toBe(Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds }));
  });

  test('is found among several, as while a secret is rolled', async () => {
    const [time, good] = signed().split(',');
    const other = 'f'.repeat(64);
    expect(await check(`${time},v1=${other},${good}`)).toEqual({ ok: true, eventId: null });
    expect(await check(`${time},${good},v1=${other},v0=${other}`)).toEqual({ ok: true, eventId: null });
    expect(await check(`${time},v1=${other},v1=${other}`)).toEqual({ ok: false, reason: 'wrong_signature' });
  });

  test('cannot be given a younger time than the one it was made with', async () => {
    const hourAgo = signed(new Date(now.getTime() - 3_600_000));
    const malformed = { ok: false, reason: 'malformed_signature' };
    expect(await check(hourAgo)).toEqual({ ok: false, reason: 'too_old' });
    expect(await check(`t=${seconds},${hourAgo}`)).toEqual(malformed);
    expect(await check(`${hourAgo},t=${seconds}`)).toEqual(malformed);
    expect(await check(hourAgo.replace(/^t=\d+/, `t=${seconds}`))).toEqual({ ok: false, reason: 'wrong_signature' });
  });

  test.each([
    ['t=1789912935', 'no signature'],
    ['v1=abc', 'no time'],
    ['t=,v1=abc', 'an empty time'],
    ['t=-1,v1=abc', 'a time below zero'],
    ['t=1e9,v1=abc', 'a time that is no whole number'],
    ['t=99999999999999999999,v1=abc', 'a time beyond any'],
    ['t=1789912935,v1=', 'an empty signature'],
    ['t=1789912935,v0=abc', 'another scheme only'],
    ['t=1789912935 v1=abc', 'no comma'],
    [`t=1789912935,v1=${'a'.repeat(5000)}`, 'more than any header holds'],
  ])('%s is malformed: %s', async (header) => {
    expect(await check(header)).toEqual({ ok: false, reason: 'malformed_signature' });
  });

  test('that came as a list is refused without a crash', async () => {
    const headers: Record<string, string> = {};
    Reflect.set(headers, 'stripe-signature', [signed(), signed()]);
    const result = await verify({ rawBody, headers }, { secrets: [secret], now });
    expect(result).toEqual({ ok: false, reason: 'malformed_signature' });
  });

  test('is not checked against a blank secret, and is against the one beside it', async () => {
    const blank = sign({ rawBody, secret: ' ', at: now })['stripe-signature'] ?? '';
    expect(await check(blank, [' '])).toEqual({ ok: false, reason: 'no_secret' });
    expect(await check(blank, ['', ' ', secret])).toEqual({ ok: false, reason: 'wrong_signature' });
    expect(await check(signed(), ['', secret])).toEqual({ ok: true, eventId: null });
  });
});
