import type { cardBehaviours } from '@/db/schema';

export type CardBehaviour = (typeof cardBehaviours)[number];

/** A card of the sandbox's, told by its last four digits. */
export interface TestCard {
  behaviour: CardBehaviour;
  brand: string;
  last4: string;
}

export const testCards: readonly TestCard[] = [
  { behaviour: 'accepts', brand: 'Visa', last4: '4242' },
  { behaviour: 'declines_softly', brand: 'Visa', last4: '9995' },
  { behaviour: 'declines_for_good', brand: 'Visa', last4: '9987' },
  { behaviour: 'loses_the_answer', brand: 'Mastercard', last4: '4444' },
  { behaviour: 'asks_for_action', brand: 'Visa', last4: '3220' },
  { behaviour: 'takes_its_time', brand: 'Mastercard', last4: '8210' },
];

/** How a new charge of the card stands after it came in. */
export type ChargeStanding =
  | { status: 'succeeded' | 'processing' | 'action_required'; code: null }
  | { status: 'failed'; code: 'insufficient_funds' | 'stolen_card' | 'authentication_failed' };

/** What a card does with a charge when it comes in. A lost answer is a success that nobody hears of. */
export function standingOf(behaviour: CardBehaviour): ChargeStanding {
  switch (behaviour) {
    case 'accepts':
    case 'loses_the_answer':
      return { status: 'succeeded', code: null };
    case 'declines_softly':
      return { status: 'failed', code: 'insufficient_funds' };
    case 'declines_for_good':
      return { status: 'failed', code: 'stolen_card' };
    case 'asks_for_action':
      return { status: 'action_required', code: null };
    case 'takes_its_time':
      return { status: 'processing', code: null };
    default:
      return behaviour satisfies never;
  }
}
