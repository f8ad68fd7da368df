import type { Access, AccessLevel, AccessReason } from '@/lib/billing';
import type { Tone } from './ui/badge';

export const accessLevels: Record<AccessLevel, { word: string; tone: Tone }> = {
  full: { word: 'Full access', tone: 'success' },
  grace: { word: 'Grace', tone: 'warning' },
  restricted: { word: 'Restricted', tone: 'danger' },
  none: { word: 'No access', tone: 'neutral' },
};

const reasons: Record<AccessReason, string> = {
  paid: 'The period is paid for.',
  trial: 'The trial is running.',
  renewal_on_its_way: 'The period is over and the renewal is on its way.',
  renewal_overdue: 'The period is over and no renewal was paid.',
  payment_failed: 'A payment failed; everything keeps working for seven days.',
  payment_failed_for_long: 'A payment failed more than seven days ago.',
  unpaid: 'The provider gave up collecting the payment.',
  paused: 'The subscription is paused.',
  canceled: 'The subscription was canceled.',
  ended: 'The subscription has ended.',
  never_paid: 'Nothing was paid yet.',
  no_subscription: 'There was no subscription.',
};

/** Why access is as it is, in one sentence. */
export function accessReason({ reason }: Pick<Access, 'reason'>): string {
  return reasons[reason];
}
