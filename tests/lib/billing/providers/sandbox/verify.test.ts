import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { sign } from '@/lib/billing/providers/sandbox/sign';
import { verify } from '@/lib/billing/providers/sandbox/verify';
import { readFixture } from '@/tests/support/fixtures';

const at = new Date('2026-09-20T14:02:12.000Z');
const secret = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`;
const rawBody = readFixture('sandbox', 'checkout.paid');
const headers = sign({ rawBody, secret, at, eventId: 'sbx_evt_1' });

test('a sandbox delivery is verified and names its event', async () => {
  expect(await verify({ rawBody, headers }, { secrets: [secret], now: at })).toEqual({
    ok: true,
    eventId: 'sbx_evt_1',
  });
});

test('the Standard Webhooks library signs the same', () => {
  expect(headers['webhook-signature']).toBe(new Webhook(secret).sign('sbx_evt_1', at, Buffer.from(rawBody)));
});

test('a secret that a person made up works as text', async () => {
  const own = sign({ rawBody, secret: 'my own secret', at, eventId: 'sbx_evt_1' });
  expect(await verify({ rawBody, headers: own }, { secrets: ['my own secret'], now: at })).toMatchObject({ ok: true });
});

test.each([
  [300, { ok: true, eventId: 'sbx_evt_1' }],
  [301, { ok: false, reason: 'too_old' }],
  [-301, { ok: false, reason: 'from_the_future' }],
])('a sandbox delivery that is %i seconds old', async (age, outcome) => {
  const now = new Date(at.getTime() + age * 1000);
  expect(await verify({ rawBody, headers }, { secrets: [secret], now })).toEqual(outcome);
});

test('one changed byte, another id or another secret is refused', async () => {
  const refused = { ok: false, reason: 'wrong_signature' };
  const changed = Uint8Array.from(rawBody, (byte, index) => (index === 10 ? byte ^ 1 : byte));
  expect(await verify({ rawBody: changed, headers }, { secrets: [secret], now: at })).toEqual(refused);
  const renamed = { ...headers, 'webhook-id': 'sbx_evt_2' };
  expect(await verify({ rawBody, headers: renamed }, { secrets: [secret], now: at })).toEqual(refused);
  expect(await verify({ rawBody, headers }, { secrets: ['whsec_b3RoZXI='], now: at })).toEqual(refused);
});
