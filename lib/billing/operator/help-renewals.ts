import type { CaseFinding } from '../webhooks/outcome';
import type { Help } from './help';

type RenewalCase = Extract<CaseFinding['kind'], `renewal_c${string}` | `charge_${string}` | 'charged_twice'>;

/** For subscriptions that we renew. */
export const renewalHelp: Record<RenewalCase, Help> = {
  renewal_cycles_skipped: {
    title: 'Cycles that were not charged',
    means:
      'A subscription that we renew was overdue by more than one cycle. The cycle that contains now is charged, the older ones never will be.',
    whatToDo:
      'Find out why nothing ran then (no worker, a halted clock). Decide whether the team owes for that time, and bill it by hand if it does.',
    mendedWhen: 'What was decided is noted; resolve the case.',
  },
  renewal_clock_halted: {
    title: 'A clock that stands still',
    means: 'The tick of a subscription failed ten times in a row, so it is not tried any more. Nothing is charged.',
    whatToDo: 'Look at the error of the clock and mend its cause, then start the clock again on the clock’s page.',
    mendedWhen: 'The clock runs; the case closes itself.',
  },
  renewal_clock_missing: {
    title: 'A live subscription without a clock',
    means: 'A subscription that we renew is live, and no clock runs for it. The sweeper started one again.',
    whatToDo: 'Look at the timeline for what stopped the clock. It cannot happen by itself.',
    mendedWhen: 'The reason is known; resolve the case.',
  },
  charge_operation_conflict: {
    title: 'One cycle, two prices',
    means:
      'A cycle that was registered for a charge was to be registered again with another amount or period. The first one stands.',
    whatToDo: 'Compare both values of the case, and correct by a refund or by hand if the first one was wrong.',
    mendedWhen: 'What was charged is what the team owes; resolve the case.',
  },
  charge_exhausted: {
    title: 'A charge that nobody answered',
    means:
      'All attempts of a charge were lost or met a provider that was down. The team is not blamed: it is looked up once the provider forgets its key.',
    whatToDo: 'Look at the provider’s status page. Nothing else, as long as the look-up is ahead.',
    mendedWhen: 'The look-up settles the charge; the case closes itself.',
  },
  charge_outcome_unclear: {
    title: 'Charged or not, nobody knows',
    means: 'The answers were lost, and what the provider lists does not say whether the charge was made.',
    whatToDo: 'Look the customer up in the provider’s dashboard, and say on the operation’s page what was found.',
    mendedWhen: 'The operation is settled.',
  },
  charge_rejected: {
    title: 'A charge that the provider does not understand',
    means: 'The request itself was refused, which no retry and no other card can mend.',
    whatToDo: 'Read the code of the last attempt. Mend the configuration or the customer, then try the charge again.',
    mendedWhen: 'The charge is sent and answered.',
  },
  charge_refund_due: {
    title: 'A refund is due',
    means: 'A subscription was canceled at once while its charge was on its way, and the charge succeeded.',
    whatToDo: 'Refund the payment at the provider, and mark the refund on the operation’s page.',
    mendedWhen: 'The refund is marked; the case closes itself.',
  },
  charged_twice: {
    title: 'One cycle, two payments',
    means: 'The provider lists more than one successful payment for one cycle. One of them counts.',
    whatToDo: 'Refund the payment that is not the recorded period’s.',
    mendedWhen: 'The refund is made; resolve the case.',
  },
};
