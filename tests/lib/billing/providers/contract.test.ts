import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getProvider } from '@/lib/billing/providers/registry';
import { listFixtures, readExpected, readFetched, readFixture } from '@/tests/support/fixtures';
import { installedNames } from '@/tests/support/installed';
import { findUnsafePart } from '@/tests/support/messages';
import { changeJson, someChanges } from '@/tests/support/mutations';
import { providersUnderTest } from '@/tests/support/providers';
import { signDelivery } from '@/tests/support/sign';

const at = new Date('2026-09-20T14:02:15Z');
const atOffset = (seconds: number) => new Date(at.getTime() + seconds * 1000);
const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
/** Where a provider carries what we gave it. */
const ours = /("(?:metadata|custom_data)"): *\{/;
const byteOrderMark = new Uint8Array([0xef, 0xbb, 0xbf]);

describe.each(installedNames)('%s', (name) => {
  const provider = getProvider(name);
  const { secret, otherSecret, signatureHeader, signsTime } = providersUnderTest[name];
  const fixtures = listFixtures(name);
  const plain = readFixture(name, fixtures[0] ?? '');

  const sign = (body: Uint8Array, signedWith = secret) =>
    signDelivery({ provider: name, body, secret: signedWith, at });
  const verify = (
    rawBody: Uint8Array,
    headers: Record<string, string>,
    { secrets = [secret], now = at }: { secrets?: string[]; now?: Date } = {},
  ) => provider.verify({ rawBody, headers }, { secrets, now });
  const refused = { ok: false, reason: expect.any(String) };

  describe('every payload', () => {
    test.each(fixtures)('%s is accepted and means what is written beside it', async (fixture) => {
      const body = readFixture(name, fixture);
      const expected = readExpected(name, fixture);
      expect(expected, `${fixture}.expected.json is missing`).toBeDefined();
      expect(await verify(body, sign(body))).toMatchObject({ ok: true });
      expect(provider.normalize(body, readFetched(name, fixture))).toEqual(expected);
    });
  });

  describe('a signature', () => {
    test('counts only for the bytes that were signed', async () => {
      const altered = plain.slice();
      const position = Math.floor(altered.length / 2);
      altered[position] = (altered[position] ?? 0) ^ 1;
      expect(await verify(altered, sign(plain))).toEqual({ ok: false, reason: 'wrong_signature' });
      expect(await verify(plain.slice(0, -1), sign(plain))).toEqual({ ok: false, reason: 'wrong_signature' });
      expect(await verify(join(plain, encode('\n')), sign(plain))).toEqual({ ok: false, reason: 'wrong_signature' });
    });

    test('of another secret is refused', async () => {
      expect(await verify(plain, sign(plain, otherSecret))).toEqual({ ok: false, reason: 'wrong_signature' });
    });

    test('of either secret is accepted while the secret is rolled, in both orders', async () => {
      for (const secrets of [
        [secret, otherSecret],
        [otherSecret, secret],
      ]) {
        expect(await verify(plain, sign(plain, secret), { secrets })).toMatchObject({ ok: true });
        expect(await verify(plain, sign(plain, otherSecret), { secrets })).toMatchObject({ ok: true });
      }
    });

    test('is refused when there is no secret, or an empty one', async () => {
      expect(await verify(plain, sign(plain), { secrets: [] })).toEqual({ ok: false, reason: 'no_secret' });
      expect(await verify(plain, sign(plain, 'x'), { secrets: [''] })).toEqual({ ok: false, reason: 'no_secret' });
    });

    test('does not survive writing the same JSON anew', async () => {
      const [, ...rest] = decode(plain).trimStart();
      const odd = encode(
        `{\n  "odd": ["\\/", "\\u00e9", "é", "😀", 1.0, 1e2],\n  "same": 1,\n  "same": 2,${rest.join('')}\n`,
      );
      const rewritten = encode(JSON.stringify(JSON.parse(decode(odd))));
      expect(await verify(odd, sign(odd))).toMatchObject({ ok: true });
      expect(await verify(rewritten, sign(odd))).toEqual({ ok: false, reason: 'wrong_signature' });
      expect(provider.normalize(odd)).toEqual(provider.normalize(plain));
    });

    test('that is missing, cut, garbage or oversized is refused and never throws', async () => {
      const headers = sign(plain);
      const good = headers[signatureHeader] ?? '';
      const bad = [
        '',
        ' ',
        'garbage',
        good.slice(0, -1),
        good.slice(0, 10),
        `${good}0`,
        'v1,',
        't=1,v1=',
        't=,v1=,',
        'ts=1;h1=',
        '===',
        'x'.repeat(100_000),
        `${good},`.repeat(2000),
      ];
      for (const value of bad) {
        expect(await verify(plain, { ...headers, [signatureHeader]: value })).toEqual(refused);
      }
      expect(await verify(plain, {})).toEqual({ ok: false, reason: 'missing_signature' });
    });

    if (signsTime) {
      test('is accepted up to 300 seconds before and after its time, and no longer', async () => {
        const headers = sign(plain);
        expect(await verify(plain, headers, { now: atOffset(300) })).toMatchObject({ ok: true });
        expect(await verify(plain, headers, { now: atOffset(301) })).toEqual({ ok: false, reason: 'too_old' });
        expect(await verify(plain, headers, { now: atOffset(-300) })).toMatchObject({ ok: true });
        expect(await verify(plain, headers, { now: atOffset(-301) })).toEqual({ ok: false, reason: 'from_the_future' });
      });
    } else {
      test('without a signed time is accepted at any age, and its bytes identify the event', async () => {
        expect(await verify(plain, sign(plain), { now: atOffset(3_600_000) })).toEqual({ ok: true, eventId: null });
        expect(provider).toMatchObject({ eventIdSource: 'derived' });
        expect(provider.normalize(plain).eventId).toBeNull();
      });
    }

    test('holds over a byte order mark, which then means nothing', async () => {
      const body = join(byteOrderMark, plain);
      expect(await verify(body, sign(body))).toMatchObject({ ok: true });
      expect(await verify(plain, sign(body))).toEqual({ ok: false, reason: 'wrong_signature' });
      expect(provider.normalize(body)).toEqual(provider.normalize(plain));
    });

    test('holds over bytes that are no text, and tells them apart', async () => {
      const body = join(plain, new Uint8Array([0xff, 0xfe]));
      expect(await verify(body, sign(body))).toMatchObject({ ok: true });
      expect(await verify(join(plain, new Uint8Array([0xff, 0xff])), sign(body))).toEqual({
        ok: false,
        reason: 'wrong_signature',
      });
      const replaced = join(plain, encode('\ufffd'));
      expect(await verify(join(plain, new Uint8Array([0xff])), sign(replaced))).toEqual(refused);
      expect(provider.normalize(body).content).toMatchObject({ kind: 'unreadable' });
    });
  });

  describe('a signed body', () => {
    test.each(['', ' ', 'not json', '{', '[]', 'null', '"text"', '17', '{}', '{"data":null}'])(
      'that says nothing is accepted and unreadable: %j',
      async (text) => {
        const body = encode(text);
        expect(await verify(body, sign(body))).toMatchObject({ ok: true });
        expect(provider.normalize(body)).toMatchObject({ eventId: null, content: { kind: 'unreadable' } });
      },
    );

    test('of any depth is read or refused without a crash', () => {
      const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
      const nested = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`;
      const withMetadata = fixtures
        .map((fixture) => decode(readFixture(name, fixture)))
        .find((text) => ours.test(text));
      for (const value of [deep, nested]) {
        provider.normalize(encode(value));
        provider.normalize(encode((withMetadata ?? '{}').replace(ours, `$1:{"deep":${value},`)));
        const beside = encode(`{"deep":${value},${decode(plain).trim().slice(1)}`);
        expect(provider.normalize(beside)).toEqual(provider.normalize(plain));
      }
    });

    test('with characters that Postgres cannot store gives none of them on', () => {
      for (const fixture of fixtures) {
        const body = decode(readFixture(name, fixture)).replace(/":\s*"([^"]*)"/g, '": "\\u0000$1\\u0000"');
        expect(JSON.stringify(provider.normalize(encode(body)))).not.toContain('\\u0000');
        const halves = decode(readFixture(name, fixture)).replace(/":\s*"([^"]*)"/g, '": "$1\\ud800"');
        provider.normalize(encode(halves));
      }
    });

    test('of any content gives a message that can be stored, and the same one each time', () => {
      const inputs = fc.record({ fixture: fc.constantFrom(...fixtures), changes: someChanges });
      fc.assert(
        fc.property(inputs, ({ fixture, changes }) => {
          const body = encode(changeJson(decode(readFixture(name, fixture)), changes));
          const message = provider.normalize(body, readFetched(name, fixture));
          expect(findUnsafePart(message)).toBeNull();
          expect(provider.normalize(body, readFetched(name, fixture))).toEqual(message);
        }),
        { numRuns: 200 },
      );
    });

    test('with any look-up beside it gives a message that can be stored', () => {
      const inputs = fc.record({ fixture: fc.constantFrom(...fixtures), fetched: fc.anything() });
      fc.assert(
        fc.property(inputs, ({ fixture, fetched }) => {
          expect(findUnsafePart(provider.normalize(readFixture(name, fixture), fetched))).toBeNull();
        }),
      );
    });
  });
});
