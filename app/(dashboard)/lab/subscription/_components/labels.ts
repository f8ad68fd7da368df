import type { DeliveryOrder, SubscriptionAction } from '@/lib/billing/lab';

type Group = 'time' | 'customer' | 'money';

export const groupLabels: Record<Group, string> = {
  time: 'Let time pass',
  customer: 'As the customer',
  money: 'Card and money',
};

/** What each action does, in the order in which the lab offers them. */
export const actionLabels: Record<SubscriptionAction, { group: Group; label: string; hint: string }> = {
  send_delayed: { group: 'time', label: 'Send the delayed', hint: 'What was held back goes out now' },
  advance: { group: 'time', label: 'Advance to the next renewal', hint: 'The sandbox’s clock moves to what falls due' },
  change_plan: { group: 'customer', label: 'Change the plan', hint: 'Dearer at once, cheaper at the period’s end' },
  cancel_at_period_end: { group: 'customer', label: 'Cancel at the period’s end', hint: 'It runs on until then' },
  resume: { group: 'customer', label: 'Resume', hint: 'Takes the cancellation back' },
  pause: { group: 'customer', label: 'Pause', hint: 'Cycles pass, nobody pays' },
  unpause: { group: 'customer', label: 'End the pause', hint: 'It goes on' },
  cancel_now: { group: 'customer', label: 'Cancel now', hint: 'It ends at once' },
  fail_next_card: { group: 'money', label: 'Fail the next card', hint: 'The next payment is declined' },
  fix_card: { group: 'money', label: 'Fix the card', hint: 'And pay what is owed' },
  refund_last_payment: { group: 'money', label: 'Refund the last payment', hint: 'The money and its credits go back' },
};

export const orderLabels: Record<DeliveryOrder, { label: string; hint: string }> = {
  in_order: { label: 'In order', hint: 'As they were made' },
  shuffled: { label: 'Shuffled', hint: 'In any order' },
  one_dropped: { label: 'One dropped', hint: 'The payment is lost' },
  one_delayed: { label: 'One delayed', hint: 'The payment waits' },
  each_twice: { label: 'Each twice', hint: 'Every message again' },
};
