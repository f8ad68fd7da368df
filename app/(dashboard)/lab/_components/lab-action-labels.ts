import type { LabAction } from '@/lib/billing/lab';

type LabGroup = 'send' | 'tamper' | 'money';

export const groupLabels: Record<LabGroup, string> = {
  send: 'Send again',
  tamper: 'Tamper',
  money: 'Money back',
};

/** What each action does, in the order in which the lab offers them. */
export const actionLabels: Record<LabAction, { group: LabGroup; label: string; hint: string }> = {
  send_again: { group: 'send', label: 'Send it again', hint: 'The same bytes under the same event id' },
  send_ten_in_parallel: { group: 'send', label: 'Ten times in parallel', hint: 'Ten deliveries at the same moment' },
  second_event_id: { group: 'send', label: 'Under a second event id', hint: 'Another message, the same payment' },
  late_retry: { group: 'send', label: 'As a late retry', hint: 'Signed afresh, as after an outage' },
  tampered: { group: 'tamper', label: 'With one byte changed', hint: 'The signature no longer fits' },
  captured_hour_ago: { group: 'tamper', label: 'Captured an hour ago', hint: 'Real bytes, an old signature' },
  other_environment: { group: 'tamper', label: 'From the other environment', hint: 'A live message to a test server' },
  refund_half: { group: 'money', label: 'Refund half', hint: 'Half the money, half the credits' },
  refund_rest: { group: 'money', label: 'Refund the rest', hint: 'Whatever was not refunded yet' },
  dispute: { group: 'money', label: 'Open a dispute', hint: 'The money goes back, a case opens' },
  dispute_won: { group: 'money', label: 'Win the dispute', hint: 'The money returns, the case closes' },
};
