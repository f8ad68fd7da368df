import { describe, expect, test } from 'vitest';
import { arrange, type DeliveryOrder } from '@/lib/billing/lab/delivery-order';
import type { BurstMessage } from '@/lib/billing/lab/sandbox-subscription';

const message = (eventId: string, isPayment = false): BurstMessage => ({
  eventId,
  label: eventId,
  isPayment,
  rawBody: new Uint8Array(),
});
const burst = [message('a'), message('b', true), message('c'), message('d')];

function arranged(order: DeliveryOrder, { seed = 1, messages = burst } = {}) {
  const { sent, dropped, delayed } = arrange(messages, order, seed);
  const ids = (of: typeof burst) => of.map(({ eventId }) => eventId).join('');
  return { sent: ids(sent), dropped: ids(dropped), delayed: ids(delayed) };
}

describe('a burst is delivered', () => {
  test.each([
    ['in_order', 'abcd', '', ''],
    ['one_dropped', 'acd', 'b', ''],
    ['one_delayed', 'acd', '', 'b'],
    ['each_twice', 'aabbccdd', '', ''],
  ] as const)('%s', (order, sent, dropped, delayed) => {
    expect(arranged(order)).toEqual({ sent, dropped, delayed });
  });

  test('without a payment in it, it is the last message that is lost', () => {
    expect(arranged('one_dropped', { messages: [message('a'), message('c')] })).toMatchObject({
      sent: 'a',
      dropped: 'c',
    });
    expect(arranged('one_dropped', { messages: [] })).toEqual({ sent: '', dropped: '', delayed: '' });
  });

  test('shuffled into each order by a seed of its own, and loses nothing', () => {
    const orders = Array.from({ length: 24 }, (_, seed) => arranged('shuffled', { seed }).sent);
    expect(new Set(orders).size).toBe(24);
    for (const order of orders) expect([...order].sort().join('')).toBe('abcd');
    expect(arranged('shuffled', { seed: 24 + 7 })).toEqual(arranged('shuffled', { seed: 7 }));
  });
});
