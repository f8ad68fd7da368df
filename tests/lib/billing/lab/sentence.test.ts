import { expect, test } from 'vitest';
import { describeRun } from '@/lib/billing/lab/sentence';

const answers = (count: number, httpStatus: number, status: string) =>
  Array.from({ length: count }, () => ({ label: '', eventId: 'sbx_evt_1', httpStatus, status, durationMs: 1 }));

test.each([
  ['send_again', answers(1, 200, 'duplicate'), 0, 'Delivered again, paid once.'],
  ['send_ten_in_parallel', answers(10, 200, 'duplicate'), 0, 'Delivered 10 times, paid once.'],
  ['second_event_id', answers(1, 200, 'duplicate'), 0, 'Told under two event ids, paid once.'],
  ['late_retry', answers(1, 200, 'duplicate'), 0, 'Retried late, paid once.'],
  ['tampered', answers(1, 400, 'wrong_signature'), 0, 'One byte was changed: refused, nothing moved.'],
  ['captured_hour_ago', answers(1, 400, 'too_old'), 0, 'The signature was an hour old: refused, nothing moved.'],
  ['other_environment', answers(1, 200, 'parked'), 0, 'It came from the other environment: parked, nothing moved.'],
  ['refund_half', answers(1, 200, 'applied'), -500, 'The refund took 500 credits back.'],
  ['refund_rest', answers(1, 200, 'applied'), 0, 'It was recorded, and no credits were left to move.'],
  ['refund_rest', answers(1, 200, 'duplicate'), 0, 'It was known already: nothing moved.'],
  ['dispute', answers(1, 200, 'applied'), -1000, 'The dispute took 1,000 credits back.'],
  ['dispute_won', answers(1, 200, 'applied'), 1000, 'The dispute was won: 1,000 credits came back.'],
] as const)('%s answered as it should reads plainly', (action, deliveries, moved, sentence) => {
  expect(describeRun({ action, deliveries, moved })).toBe(sentence);
});

test.each([
  ['send_again', answers(1, 200, 'applied'), 1000, 'The balance grew by 1,000 credits.'],
  ['send_again', answers(1, 0, 'no_answer'), 0, 'Delivered once (1 no answer): nothing moved.'],
  ['tampered', answers(1, 200, 'duplicate'), 0, 'It was known already: nothing moved.'],
  [
    'send_ten_in_parallel',
    [...answers(9, 200, 'duplicate'), ...answers(1, 200, 'applied')],
    1000,
    'Delivered 10 times (9 duplicate, 1 applied): the balance moved by +1,000.',
  ],
] as const)('%s answered otherwise says what was, not what should be', (action, deliveries, moved, sentence) => {
  expect(describeRun({ action, deliveries, moved })).toBe(sentence);
});
