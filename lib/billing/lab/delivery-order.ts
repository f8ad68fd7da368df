import type { BurstMessage } from './sandbox-subscription';

/** How a burst reaches us: networks and providers promise none of it. */
export const deliveryOrders = ['in_order', 'shuffled', 'one_dropped', 'one_delayed', 'each_twice'] as const;
export type DeliveryOrder = (typeof deliveryOrders)[number];

export interface Arranged {
  /** In the order in which they are sent. */
  sent: BurstMessage[];
  /** Lost for good. */
  dropped: BurstMessage[];
  /** Held back until somebody asks for them. */
  delayed: BurstMessage[];
}

/**
 * Puts a burst into an order. Dropped or delayed is the payment, which matters most, or else the last message. The
 * same seed, a whole number, shuffles the same way. Pure.
 */
export function arrange(messages: readonly BurstMessage[], order: DeliveryOrder, seed: number): Arranged {
  const chosen = messages.find(({ isPayment }) => isPayment) ?? messages.at(-1);
  const others = messages.filter((message) => message !== chosen);
  switch (order) {
    case 'in_order':
      return { sent: [...messages], dropped: [], delayed: [] };
    case 'shuffled':
      return { sent: shuffle(messages, seed), dropped: [], delayed: [] };
    case 'one_dropped':
      return { sent: others, dropped: chosen ? [chosen] : [], delayed: [] };
    case 'one_delayed':
      return { sent: others, dropped: [], delayed: chosen ? [chosen] : [] };
    case 'each_twice':
      return { sent: messages.flatMap((message) => [message, message]), dropped: [], delayed: [] };
    default:
      return order satisfies never;
  }
}

/** The orders of n messages are numbered from 0, the natural one, to n! - 1: the seed is that number, counted round. */
function shuffle(messages: readonly BurstMessage[], seed: number): BurstMessage[] {
  const left = [...messages];
  const shuffled: BurstMessage[] = [];
  for (let number = seed; left.length > 0; ) {
    const index = number % left.length;
    number = Math.floor(number / left.length);
    shuffled.push(...left.splice(index, 1));
  }
  return shuffled;
}
