import type { SubscriptionView, TransitionView } from '@/lib/billing';
import { longDay } from '../../../_components/day';
import { periodKinds } from '../../../_components/period-kinds';
import { planTitle } from '../../../_components/plan-price';
import { subscriptionStatuses } from '../../../_components/subscription-status-badge';

/** Catalog items and what they are called. */
export type PlanNames = ReadonlyMap<string, string>;

/** What happened, in a few words. */
export function transitionText(transition: TransitionView, names: PlanNames): string {
  const { type, before, after, details } = transition;
  switch (type) {
    case 'subscription_created':
      return 'It began';
    case 'subscription_renewed':
      return `A period was paid for: ${kindOf(details)}`;
    case 'status_changed':
      return `${statusOf(before)} became ${statusOf(after)}`;
    case 'plan_changed':
      return changed(before, after, names);
    case 'quantity_changed':
      return `The quantity went from ${quantityOf(before)} to ${quantityOf(after)}`;
    case 'cancellation_changed':
      return cancellation(after);
    case 'period_voided':
      return 'A period was given up and will not be paid';
    case 'payment_failed':
      return details?.actionRequired === true ? 'A payment has to be confirmed' : 'A payment failed';
    case 'plan_change_paid':
      return paidChange(before, after, names);
    case 'paid_after_end':
      return 'A payment came after the end';
    case 'became_current':
      return 'It became the one that counts';
    case 'status_told_late':
      return `${statusOf(after)}, as a late message said`;
    case 'period_told':
      return 'The end of the period was told';
    case 'clock_started':
      return 'Its renewals began';
    case 'clock_stopped':
      return 'Its renewals ended';
    case 'clock_halted':
      return 'Its renewals stand still after errors of ours';
    case 'clock_restarted':
      return 'Its renewals go on';
    case 'charge_registered':
      return 'A cycle fell due';
    case 'charge_voided':
      return 'A charge was called off before it was sent';
    case 'charge_refund_due':
      return 'A charge succeeded after the cancellation and goes back';
    case 'charge_kept':
      return 'A charge was on its way at the cancellation; what it paid for stays';
    case 'plan_change_scheduled':
      return planChange(after, names);
    case 'payment_method_changed':
      return 'Another payment method was saved';
    case 'dunning_step':
      return 'A payment is still outstanding';
    default:
      return type satisfies never;
  }
}

function planChange(after: Told, names: PlanNames): string {
  if (typeof after?.plan !== 'string') return 'The change of the plan was taken back';
  return `The plan becomes ${planOf(after, names)} with the next cycle`;
}

function changed(before: Told, after: Told, names: PlanNames): string {
  if (before && before.plan === after?.plan) return 'The price of the plan changed';
  if (typeof before?.plan !== 'string') return `The plan became ${planOf(after, names)}`;
  return `The plan went from ${planOf(before, names)} to ${planOf(after, names)}`;
}

function paidChange(before: Told, after: Told, names: PlanNames): string {
  // Several changes that came down to nothing led to no plan.
  if (typeof after?.plan !== 'string') return 'A change of the plan was paid in proportion';
  return `The change from ${titleOf(before, names)} to ${titleOf(after, names)} was paid in proportion`;
}

type Told = Record<string, unknown> | null;

function kindOf(details: Told): string {
  const found = Object.entries(periodKinds).find(([kind]) => kind === details?.kind);
  return (found?.[1] ?? 'a cycle').toLowerCase();
}

function statusOf(told: Told): string {
  return isStatus(told?.status) ? subscriptionStatuses[told.status].word : 'An unknown status';
}

function isStatus(status: unknown): status is SubscriptionView['status'] {
  return typeof status === 'string' && status in subscriptionStatuses;
}

function titleOf(told: Told, names: PlanNames): string {
  return planTitle(planOf(told, names), typeof told?.quantity === 'number' ? told.quantity : 1);
}

function planOf(told: Told, names: PlanNames): string {
  return typeof told?.plan === 'string' ? (names.get(told.plan) ?? told.plan) : 'an unknown plan';
}

function quantityOf(told: Told): string {
  return typeof told?.quantity === 'number' ? String(told.quantity) : 'an unknown one';
}

function cancellation(after: Told): string {
  if (typeof after?.endedAt === 'string') return `It ended on ${longDay(after.endedAt)}`;
  if (typeof after?.cancelAt === 'string') return `The end was set to ${longDay(after.cancelAt)}`;
  return after?.cancelAtPeriodEnd === true ? 'It was canceled for the period’s end' : 'The cancellation was taken back';
}
