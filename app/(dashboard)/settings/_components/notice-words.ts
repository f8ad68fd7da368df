import type { OptionalType } from '@/lib/billing';

/** What a person reads for a type of notice. */
export const noticeWords: Record<OptionalType, { label: string; description: string }> = {
  subscription_renewed: { label: 'Renewals', description: 'Each time that the subscription was renewed and paid.' },
  subscription_ending: { label: 'Scheduled end', description: 'When it is set that the subscription will end.' },
  subscription_ended: { label: 'End', description: 'When the subscription has ended.' },
  credits_low: { label: 'Credits run low', description: 'When spending takes the balance below the threshold.' },
};
