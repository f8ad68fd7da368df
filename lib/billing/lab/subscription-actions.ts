import type { SandboxSubscription } from './sandbox-subscription';

/** What can be done to a subscription that the sandbox sold. */
export const subscriptionActions = [
  'advance',
  'change_plan',
  'cancel_at_period_end',
  'resume',
  'cancel_now',
  'fail_next_card',
  'fix_card',
  'pause',
  'unpause',
  'refund_last_payment',
  'send_delayed',
] as const;
export type SubscriptionAction = (typeof subscriptionActions)[number];

/**
 * Whether an action means anything for a subscription as it stands: `resume` takes back a cancellation at the
 * period's end, `unpause` ends a pause, `fix_card` also pays what is owed. Pure.
 */
export function isPossible(
  action: SubscriptionAction,
  subscription: SandboxSubscription & { delayed: readonly unknown[] },
): boolean {
  const { status, cancelAtPeriodEnd, nextCard, lastPayment, delayed } = subscription;
  const isLive = status !== 'canceled';
  switch (action) {
    case 'advance':
    case 'cancel_now':
      return isLive;
    case 'change_plan':
      return (status === 'active' || status === 'trialing') && !cancelAtPeriodEnd;
    case 'cancel_at_period_end':
      return isLive && !cancelAtPeriodEnd;
    case 'resume':
      return isLive && cancelAtPeriodEnd;
    case 'fail_next_card':
      return isLive && nextCard === 'accepted';
    case 'fix_card':
      return isLive && nextCard === 'declined';
    case 'pause':
      return status === 'active';
    case 'unpause':
      return status === 'paused';
    case 'refund_last_payment':
      return lastPayment !== null;
    case 'send_delayed':
      return delayed.length > 0;
    default:
      return action satisfies never;
  }
}

export function isSubscriptionAction(action: string): action is SubscriptionAction {
  return subscriptionActions.some((known) => known === action);
}
