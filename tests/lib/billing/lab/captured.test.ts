import { describe, expect, test } from 'vitest';
import { type CapturedAction, capturedActions, changeOneByte, planCaptured } from '@/lib/billing/lab/captured';
import { verify } from '@/lib/billing/providers/sandbox/verify';
import { readFixture } from '@/tests/support/fixtures';

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`;
const now = new Date('2026-09-20T15:00:00.000Z');
const captured = { eventId: 'sbx_evt_1', rawBody: readFixture('sandbox', 'checkout.paid') };
const plan = (action: CapturedAction) => planCaptured(action, captured, { secret, now, newEventId: 'sbx_evt_2' });

async function verdicts(action: CapturedAction) {
  const verified = plan(action).map(({ rawBody, headers }) => verify({ rawBody, headers }, { secrets: [secret], now }));
  return Promise.all(verified);
}

describe('what the lab sends of a captured delivery', () => {
  test.each([
    ['send_again', 1, 'sbx_evt_1'],
    ['late_retry', 1, 'sbx_evt_1'],
    ['send_ten_in_parallel', 10, 'sbx_evt_1'],
    ['second_event_id', 1, 'sbx_evt_2'],
  ] as const)('%s is the same bytes %i times as %s, signed now', async (action, times, eventId) => {
    const planned = plan(action);
    expect(planned).toHaveLength(times);
    for (const delivery of planned) expect(delivery).toMatchObject({ eventId, rawBody: captured.rawBody });
    expect(await verdicts(action)).toEqual(Array(times).fill({ ok: true, eventId }));
  });

  test('with one byte changed the signature does not fit any more', async () => {
    const [delivery] = plan('tampered');
    const differing = captured.rawBody.filter((byte, index) => byte !== delivery?.rawBody[index]);
    expect(differing).toHaveLength(1);
    expect(await verdicts('tampered')).toEqual([{ ok: false, reason: 'wrong_signature' }]);
  });

  test('captured an hour ago the signature is good and too old', async () => {
    expect(await verdicts('captured_hour_ago')).toEqual([{ ok: false, reason: 'too_old' }]);
    const [delivery] = plan('captured_hour_ago');
    const then = new Date(now.getTime() - 3_600_000);
    expect(delivery && (await verify(delivery, { secrets: [secret], now: then }))).toMatchObject({ ok: true });
  });

  test('from the other environment only the environment differs', async () => {
    const [delivery] = plan('other_environment');
    const sent = JSON.parse(new TextDecoder().decode(delivery?.rawBody));
    const original = JSON.parse(new TextDecoder().decode(captured.rawBody));
    expect(sent).toEqual({ ...original, environment: 'live' });
    expect(await verdicts('other_environment')).toEqual([{ ok: true, eventId: 'sbx_evt_2' }]);
  });

  test('every action sends something', () => {
    for (const action of capturedActions) expect(plan(action).length).toBeGreaterThan(0);
  });
});

test.each([['{"quantity":1}'], ['{}'], ['no digits']])('one byte of %s changes', (text) => {
  const before = Buffer.from(text);
  const after = changeOneByte(before);
  expect(before.filter((byte, index) => byte !== after[index])).toHaveLength(1);
});
