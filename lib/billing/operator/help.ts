import type { CaseFinding } from '../webhooks/outcome';
import { codeHelp } from './help-codes';
import { renewalHelp } from './help-renewals';

/** What somebody who is woken by it has to know. The runbook says the same. */
export interface Help {
  title: string;
  means: string;
  whatToDo: string;
  mendedWhen: string;
}

/** One for each kind of case. */
export const caseHelp: Record<CaseFinding['kind'], Help> = {
  unknown_team: {
    title: 'Nobody knows whose payment this is',
    means:
      'Money came in, and neither a checkout of ours nor a known customer or subscription says for which team. It waited ten minutes for one of them.',
    whatToDo:
      'Look the customer up in the provider’s dashboard, find the team, and assign it on the event’s page. A team that the body names is a hint only: buyers can set it.',
    mendedWhen: 'The event is applied, and its team has the credits or the period. The case closes itself.',
  },
  unknown_payment: {
    title: 'A refund or dispute without its payment',
    means: 'A reversal names a payment that was never recorded here. It waited four days for it.',
    whatToDo:
      'Find the payment’s own event in the inbox: if it is parked, mend that first. If it never came, let the reconciliation fetch it. If the payment was never one of this product, dismiss the reversal.',
    mendedWhen: 'The payment is recorded; the reversal is woken by it and is applied.',
  },
  needs_provider_lookup: {
    title: 'The provider has to be asked',
    means:
      'The body lacks something (line items, further pages, a period) and the worker could not fetch it within an hour.',
    whatToDo:
      'Check the provider’s API key and its status page, and that a worker runs. Then replay the event; the worker asks again.',
    mendedWhen: 'The event is applied.',
  },
  subscription_has_no_current_period: {
    title: 'A renewal of what was never paid for',
    means: 'A cycle was paid, but no earlier period of the subscription is recorded: its first payment is missing.',
    whatToDo:
      'Run the reconciliation for this provider. It feeds the missing first payment, and the renewal follows it.',
    mendedWhen: 'The subscription’s page shows an unbroken chain of periods.',
  },
  renewal_period_is_not_contiguous: {
    title: 'A paid period that does not join the one before',
    means:
      'It starts later or earlier than what is paid for ends, and nothing recorded (a pause, a voided invoice) explains the gap. Dates are never made to fit.',
    whatToDo:
      'Compare both periods with the provider’s invoices. A missing invoice: run the reconciliation. A pause that was never told: replay the provider’s event about it, then replay this one.',
    mendedWhen: 'The period is on the subscription’s page, and the case is closed.',
  },
  event_payload_conflict: {
    title: 'One event id, two stories',
    means: 'An event that was settled came again under the same id and tells something else. The first one stands.',
    whatToDo:
      'Ask the provider which is right. If the second one is, correct by hand (credits on the team’s page) and say why.',
    mendedWhen: 'Balance and provider agree; resolve the case with what was found.',
  },
  purchase_payload_conflict: {
    title: 'One purchase, two stories',
    means: 'The same purchase was told with another team, amount, currency or number of credits. Nothing changed.',
    whatToDo: 'Compare both values with the provider’s dashboard. Correct the credits by hand where ours are wrong.',
    mendedWhen: 'The amounts agree; dismiss the event, or resolve the case with what was found.',
  },
  provider_renewal_key_payload_conflict: {
    title: 'One invoice, two periods',
    means: 'A cycle that is recorded was told again with other dates, another amount or currency. The record stands.',
    whatToDo: 'Look at the invoice at the provider. Refunds and credit notes come as events of their own.',
    mendedWhen: 'It is clear which is right; resolve the case with that.',
  },
  period_range_conflict: {
    title: 'Two invoices for the same time',
    means: 'A second invoice was paid for time that is paid for already, or that lies before what is paid.',
    whatToDo: 'Find out whether the customer was charged twice. If so, refund one at the provider.',
    mendedWhen: 'The refund has been applied, or the case is resolved with why both are right.',
  },
  invalid_provider_billing_period: {
    title: 'A period that ends before it starts',
    means: 'The provider’s invoice names an impossible range.',
    whatToDo: 'Look at the invoice at the provider and report it there. Replay once it tells a possible range.',
    mendedWhen: 'The event is applied, or dismissed with a reason.',
  },
  ambiguous_plan: {
    title: 'Two plans on one invoice',
    means:
      'A subscription or an invoice has two prices that are plans in the catalog. It cannot be said which one counts.',
    whatToDo:
      'Remove one of them at the provider, or take one of the prices out of the catalog if it is an add-on. Replay.',
    mendedWhen: 'The event is applied.',
  },
  team_mismatch: {
    title: 'The payment names another team',
    means: 'What is known (a checkout, a subscription, a customer) and what the payment says name different teams.',
    whatToDo:
      'Find out who paid. A customer who buys for two teams: assign the right one on the event’s page. What a checkout of ours or a subscription says cannot be overruled there.',
    mendedWhen: 'The event is applied for the right team.',
  },
  unknown_price: {
    title: 'A price that the catalog does not know',
    means:
      'Something was paid whose price id no setting names. A purchase waits for it; a period is recorded and has given no credits yet.',
    whatToDo:
      'Add the price id to the setting of its item (for example STRIPE_PRICE_PRO_MONTHLY=old,new), deploy, and replay. Several at once: replay by code in the inbox.',
    mendedWhen: 'The event answers applied, and the team has its credits. The case closes itself.',
  },
  amount_below_price: {
    title: 'Less was paid than the price',
    means: 'The price lets the buyer choose the amount, and it is below what the catalog asks.',
    whatToDo:
      'Refund it at the provider, or grant by hand what it is worth and dismiss the event. Give that price a minimum.',
    mendedWhen: 'The event is dismissed with a reason.',
  },
  environment_mismatch: {
    title: 'An event of the other environment',
    means: 'A test event reached the live endpoint, or the other way round.',
    whatToDo: 'Correct the endpoint at the provider. Then dismiss the event: it must not count here.',
    mendedWhen: 'No further one arrives, and these are dismissed.',
  },
  account_mismatch: {
    title: 'An event of another seller',
    means: 'The body names a store or organization that is not ours.',
    whatToDo:
      'If it is ours, correct LEMONSQUEEZY_STORE_ID or POLAR_ORGANIZATION_ID and replay. If not, change the webhook secret.',
    mendedWhen: 'The event is applied or dismissed.',
  },
  unreadable_payload: {
    title: 'A message that could not be read',
    means:
      'A signed message has a shape that we do not know, holds a value that the database refuses, or is no JSON at all.',
    whatToDo:
      'Look at the body and the reason. A new API version of the provider: set the endpoint back to the documented one, or upgrade. Replay afterwards.',
    mendedWhen: 'The event is applied.',
  },
  constraint_violated: {
    title: 'The database refused it twice',
    means:
      'A constraint said no, and again at the second try. It is a fault in the code or in the data, never in the payment.',
    whatToDo: 'The event’s error names the constraint; search the log for the event’s id. Mend the cause, then replay.',
    mendedWhen: 'The event is applied.',
  },
  retries_exhausted: {
    title: 'A day of tries, and no success',
    means: 'Every attempt within 24 hours failed for a reason of ours: a lock, a timeout, or an error in the code.',
    whatToDo: 'Look at the error code and the database’s health. Mend the cause, then replay by code.',
    mendedWhen: 'The events are applied, and nothing new is retrying under that code.',
  },
  paid_item_differs: {
    title: 'Something else was bought than was chosen',
    means: 'The checkout was for one item, and another one was paid for. What was paid for was granted.',
    whatToDo: 'Check that the payment link sells the right item. Nothing has to be mended for the team.',
    mendedWhen: 'It is clear how it came about; resolve the case with that.',
  },
  checkout_paid_twice: {
    title: 'One checkout, paid twice',
    means: 'Two payments came for one checkout. Both were granted, since both were paid.',
    whatToDo:
      'Ask the customer. If the second was an accident, refund it at the provider: the credits go back by themselves.',
    mendedWhen: 'The refund is applied, or the customer wants both; resolve the case.',
  },
  dispute_opened: {
    title: 'A buyer disputes a payment',
    means:
      'The buyer’s bank has taken a payment back, and its credits were taken with it. Evidence is due at the provider by a day that its dashboard shows; without any the dispute is lost.',
    whatToDo:
      'Answer the dispute in the provider’s dashboard before its evidence is due. What was bought and used stands on the team’s page. A provider that sells in its own name (Paddle, Polar) answers itself, and may ask you for evidence.',
    mendedWhen:
      'The dispute is won, and the credits come back, or lost, and they stay taken: the case closes itself. Once it is answered, or where nothing more is told, resolve it with what was done.',
  },
  paid_after_end: {
    title: 'Paid after the subscription ended',
    means: 'The provider took money for a subscription after its end. The period is recorded and changes nothing.',
    whatToDo: 'Cancel the subscription at the provider for good, and refund the payment.',
    mendedWhen: 'The refund is applied.',
  },
  payment_for_deleted_team: {
    title: 'Paid for a team that is deleted',
    means: 'The provider took money for a team after it was deleted. It is on record, and nobody can use it.',
    whatToDo:
      'End the subscription at the provider, if one is still running there. Refund the payment, or ask its former owner what it was for.',
    mendedWhen: 'The refund is applied and nothing charges the team any more; resolve the case.',
  },
  renewed_while_canceling: {
    title: 'Renewed although it was to end',
    means: 'A subscription that we think is ending was paid for once more. The period counts, the cancellation stays.',
    whatToDo: 'Look at the provider: was the cancellation taken back there, or did it fail? Refund if it failed.',
    mendedWhen: 'A snapshot without the cancellation arrives (the case closes itself), or the refund is applied.',
  },
  second_live_subscription: {
    title: 'Two subscriptions at once',
    means: 'A team has a second live subscription. It is kept, its periods count, but the first one decides on access.',
    whatToDo: 'Ask the team which one it wants, and cancel the other at the provider.',
    mendedWhen: 'One of them has ended.',
  },
  customer_deleted_with_live_subscription: {
    title: 'The customer of a live subscription was deleted',
    means: 'The provider deleted a customer whose subscription is live here. It can charge nobody for it any more.',
    whatToDo:
      'Look at the subscription at the provider, which ends it as a rule. Ask the team to subscribe again; its credits and its history stay.',
    mendedWhen: 'The end of the subscription arrives; the case closes itself.',
  },
  ledger_mismatch: {
    title: 'A balance that does not add up',
    means: 'The sum of a team’s ledger, its lots or its holds differs from its balance. It cannot happen by itself.',
    whatToDo:
      'Stop whatever writes to the database beside this product. Compare the values of the case, and correct with an entry on the team’s page.',
    mendedWhen: 'The next reconciliation finds nothing.',
  },
  stuck_lease: {
    title: 'Work that nobody finishes',
    means: 'Something was taken for work, its lease ran out long ago, and nobody has taken it again.',
    whatToDo: 'Check that a worker runs and that it is not stopped in the middle of each pass; look at its log.',
    mendedWhen: 'The next pass takes it, and the next reconciliation closes the case.',
  },
  ...renewalHelp,
};

/** What to know of a case's kind or an error's code; null for what nobody has described. */
export function findHelp(code: string): Help | null {
  if (isCaseKind(code)) return caseHelp[code];
  return codeHelp[code] ?? (code.startsWith('sql_') ? (codeHelp[code.slice(0, 6)] ?? codeHelp.sql ?? null) : null);
}

function isCaseKind(code: string): code is CaseFinding['kind'] {
  return Object.hasOwn(caseHelp, code);
}
