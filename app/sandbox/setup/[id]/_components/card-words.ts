import type { CardBehaviour } from '@/lib/billing/lab';

export const cardWords: Record<CardBehaviour, { title: string; detail: string }> = {
  accepts: { title: 'Pays', detail: 'Every charge succeeds at once.' },
  declines_softly: { title: 'Has no funds', detail: 'Declined for now: the shop tries again on other days.' },
  declines_for_good: { title: 'Was stolen', detail: 'Declined for good: the shop asks for another card.' },
  loses_the_answer: { title: 'Pays, but the answer is lost', detail: 'The money moves; the shop hears a time-out.' },
  asks_for_action: { title: 'Asks the buyer', detail: 'The bank wants a confirmation before it pays.' },
  takes_its_time: { title: 'Takes its time', detail: 'Processing at first; it succeeds some time later.' },
};
