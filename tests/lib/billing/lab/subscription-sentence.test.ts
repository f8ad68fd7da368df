import { expect, test } from 'vitest';
import { describeBurst } from '@/lib/billing/lab/subscription-sentence';

const delivery = (number: number, status = 'applied', httpStatus = 200) => ({
  ...{ label: 'period.paid', eventId: `sbx_evt_1_${number}`, httpStatus, status, durationMs: 1 },
});

test.each([
  [[delivery(1), delivery(2)], [1000], '2 messages (2 applied): 1,000 credits came in.'],
  [
    [delivery(2), delivery(1, 'stale')],
    [-400, 1000],
    '2 messages, out of order (1 applied, 1 stale): 1,000 credits came in, 400 credits went.',
  ],
  [[delivery(1), delivery(1, 'duplicate')], [], '1 message, each twice (1 applied, 1 duplicate): no credits moved.'],
  [[delivery(1), delivery(2, 'dropped', 0)], [], '1 message (1 applied), 1 dropped: no credits moved.'],
  [[delivery(1, 'delayed', 0)], [], 'Nothing was sent, 1 delayed: no credits moved.'],
  [[delivery(1, 'no_answer', 0)], [], '1 message (1 no answer): no credits moved.'],
  [[delivery(1)], [-1000], '1 message (1 applied): 1,000 credits went.'],
  [[], [], 'Nothing had to be sent: the sandbox remembers it for the next payment.'],
])('what a burst showed reads plainly: %#', (deliveries, deltas, sentence) => {
  expect(describeBurst({ deliveries, deltas })).toBe(sentence);
});
