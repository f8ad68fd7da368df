import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verify } from '@/lib/billing/providers/lemonsqueezy/verify';
import { readFixture } from '@/tests/support/fixtures';

const body = readFixture('lemonsqueezy', 'order_created.purchase');
const signature = createHmac('sha256', 'secret').update(body).digest('hex');
const options = { secrets: ['secret'], now: new Date('2026-09-20T14:02:15Z') };
const check = (header: string) => verify({ rawBody: body, headers: { 'x-signature': header } }, options);

describe('a Lemon Squeezy signature', () => {
  test('is the hex of the bytes, in either case', async () => {
    expect(await check(signature)).toEqual({ ok: true, eventId: null });
    expect(await check(signature.toUpperCase())).toEqual({ ok: true, eventId: null });
    expect(await check(` ${signature} `)).toEqual({ ok: true, eventId: null });
  });

  test('has no time, so a delivery from years ago still verifies', async () => {
    const later = { ...options, now: new Date('2036-01-01T00:00:00Z') };
    expect(await verify({ rawBody: body, headers: { 'x-signature': signature } }, later)).toMatchObject({ ok: true });
  });

  test('of an empty secret is none', async () => {
    const headers = { 'x-signature': createHmac('sha256', '').update(body).digest('hex') };
    const verifyBy = (secrets: string[]) => verify({ rawBody: body, headers }, { ...options, secrets });
    expect(await verifyBy([''])).toEqual({ ok: false, reason: 'no_secret' });
    expect(await verifyBy(['', 'secret'])).toEqual({ ok: false, reason: 'wrong_signature' });
  });

  test.each([
    ['', 'missing_signature'],
    ['  ', 'missing_signature'],
    [signature.slice(0, -1), 'malformed_signature'],
    [`${signature}0`, 'malformed_signature'],
    [`sha256=${signature}`, 'malformed_signature'],
    [`${signature},${signature}`, 'malformed_signature'],
    [signature.replace(/.$/, 'g'), 'malformed_signature'],
    [Buffer.from(signature, 'hex').toString('base64'), 'malformed_signature'],
    ['é'.repeat(32), 'malformed_signature'],
    [`${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`, 'wrong_signature'],
    ['0'.repeat(64), 'wrong_signature'],
  ])('%j is refused as %s', async (header, reason) => {
    expect(await check(header)).toEqual({ ok: false, reason });
  });
});
