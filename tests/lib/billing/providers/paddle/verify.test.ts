import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verify } from '@/lib/billing/providers/paddle/verify';
import { readFixture } from '@/tests/support/fixtures';

const body = readFixture('paddle', 'transaction.completed.one_off');
const signedAt = 1_790_000_000;
const now = new Date(signedAt * 1000);
const hex = (secret: string, ts: string | number = signedAt) =>
  createHmac('sha256', secret).update(`${ts}:`).update(body).digest('hex');
const check = (header: string, at = now, secrets = ['secret']) =>
  verify({ rawBody: body, headers: { 'paddle-signature': header } }, { secrets, now: at });
const wrong = '0'.repeat(64);

describe('a Paddle signature', () => {
  test('is found among several, wherever it stands', async () => {
    const good = hex('secret');
    for (const header of [
      `ts=${signedAt};h1=${good}`,
      `ts=${signedAt};h1=${good};h1=${wrong}`,
      `ts=${signedAt};h1=${wrong};h1=${good}`,
      `h1=${good};ts=${signedAt}`,
      `ts=${signedAt}; h1=${good}; h2=later;`,
      `ts=${signedAt};h1=short;h1=${good}`,
    ]) {
      expect(await check(header)).toEqual({ ok: true, eventId: null });
    }
  });

  test('of the old or the new secret is accepted while both are active', async () => {
    const both = ['new', 'old'];
    expect(await check(`ts=${signedAt};h1=${hex('new')};h1=${hex('old')}`, now, both)).toMatchObject({ ok: true });
    expect(await check(`ts=${signedAt};h1=${hex('old')}`, now, both)).toMatchObject({ ok: true });
    expect(await check(`ts=${signedAt};h1=${hex('older')}`, now, both)).toMatchObject({ reason: 'wrong_signature' });
  });

  test('of an empty secret is none', async () => {
    expect(await check(`ts=${signedAt};h1=${hex('')}`, now, [''])).toEqual({ ok: false, reason: 'no_secret' });
    expect(await check(`ts=${signedAt};h1=${hex('')}`, now, ['', 'secret'])).toMatchObject({
      reason: 'wrong_signature',
    });
  });

  test('covers its time', async () => {
    expect(await check(`ts=${signedAt + 1};h1=${hex('secret')}`)).toEqual({ ok: false, reason: 'wrong_signature' });
  });

  test('is good for 300 seconds both ways and not for 301', async () => {
    const header = `ts=${signedAt};h1=${hex('secret')}`;
    const later = (seconds: number) => new Date((signedAt + seconds) * 1000);
    expect(await check(header, later(300))).toMatchObject({ ok: true });
    expect(await check(header, later(300.9))).toMatchObject({ ok: true });
    expect(await check(header, later(301))).toEqual({ ok: false, reason: 'too_old' });
    expect(await check(header, later(-300))).toMatchObject({ ok: true });
    expect(await check(header, later(-301))).toEqual({ ok: false, reason: 'from_the_future' });
  });

  test.each([
    ['', 'missing_signature'],
    [' ', 'missing_signature'],
    [';', 'malformed_signature'],
    [`h1=${hex('secret')}`, 'malformed_signature'],
    [`ts=${signedAt}`, 'malformed_signature'],
    [`ts=${signedAt};h1=`, 'malformed_signature'],
    [`ts=;h1=${hex('secret')}`, 'malformed_signature'],
    [`ts=now;h1=${hex('secret', 'now')}`, 'malformed_signature'],
    [`ts=-1;h1=${hex('secret', '-1')}`, 'malformed_signature'],
    [`ts=1e9;h1=${hex('secret', '1e9')}`, 'malformed_signature'],
    [`ts=${'9'.repeat(400)};h1=${hex('secret', '9'.repeat(400))}`, 'malformed_signature'],
    [`ts=${signedAt};ts=${signedAt};h1=${hex('secret')}`, 'malformed_signature'],
    [`ts=${signedAt};h1=${hex('secret').slice(1)}`, 'malformed_signature'],
    [`ts=${signedAt};h1=${wrong}`, 'wrong_signature'],
  ])('%j is refused as %s', async (header, reason) => {
    expect(await check(header)).toEqual({ ok: false, reason });
  });
});
