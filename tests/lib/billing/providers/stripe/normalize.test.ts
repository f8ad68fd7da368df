import { describe, expect, test } from 'vitest';
import { read } from './reading';

const purchase = 'checkout.session.completed.payment';

describe('a Stripe event', () => {
  test('of a type that nothing is done with is ignored, whatever else it lacks', () => {
    for (const type of ['customer.created', 'member.created', '__proto__', 'constructor']) {
      const { content } = read(purchase, { '/type': type, '/created': undefined, '/livemode': undefined, '/data': {} });
      expect(content).toEqual({ kind: 'ignored', reason: 'event_type_not_used' });
    }
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no id', { '/id': undefined }, 'id'],
    ['an empty id', { '/id': '' }, 'id'],
    ['an id longer than any', { '/id': `evt_${'x'.repeat(200)}` }, 'id'],
    ['an id that cannot be stored', { '/id': 'evt_\0' }, 'id'],
    ['no type', { '/type': undefined }, 'type'],
    ['no time', { '/created': undefined }, 'created'],
    ['a time that is no date', { '/created': 1e15 }, 'created'],
    ['a time as text', { '/created': '2026-09-20T14:02:11Z' }, 'created'],
    ['no word on live or test', { '/livemode': undefined }, 'livemode'],
    ['live as text', { '/livemode': 'false' }, 'livemode'],
    ['no object', { '/data': { object: null } }, 'data.object'],
    ['no data', { '/data': undefined }, 'data.object'],
  ])('with %s is unreadable', (_, changes, reason) => {
    const message = read(purchase, changes);
    expect(message.content).toEqual({ kind: 'unreadable', reason });
    if (reason === 'id') expect(message.eventId).toBeNull();
  });

  test('says whether it is live, and of which connected account', () => {
    expect(read(purchase)).toMatchObject({ environment: 'test', account: null });
    expect(read(purchase, { '/livemode': true, '/account': 'acct_1SAcme' })).toMatchObject({
      environment: 'live',
      account: 'acct_1SAcme',
    });
  });

  test('names what it is about even where it cannot be read', () => {
    expect(read(purchase, { amount_total: 'free' }).subjectKey).toMatch(/^purchase:cs_test_/);
    expect(read('refund.updated', { status: 'new' }).subjectKey).toBe('payment:pi_3SAcmeCredits000000000001');
    expect(read('invoice.paid.subscription_cycle', { lines: null }).subjectKey).toBe(
      'subscription:sub_1SAcme00000000000000001',
    );
  });
});
