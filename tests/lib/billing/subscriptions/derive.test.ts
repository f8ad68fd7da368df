import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { derivePeriod } from '@/lib/billing/subscriptions/derive';
import { createTestDatabase } from '../../../support/database';
import { newLife, periodsOf } from '../../../support/life';
import { rows } from '../../../support/state';

const at = (day: string, time = '10:00:00') => `${day}T${time}.000000Z`;
const told = (end: string, occurredAt: string) => ({ end: at(end), occurredAt: at(occurredAt), months: [1] });
const september = {
  ...{ id: 'sep', start: at('2026-09-01'), end: at('2026-10-01'), supersededAt: null },
  ...{ isReplacement: false, isAfterEnd: false },
};
const basis = {
  ...{ reason: 'cycle' as const, invoicedAt: at('2026-12-01', '10:00:12'), startedAt: at('2026-09-01') },
  ...{ trialEnd: null, periods: [september], isGapExplained: true },
};

describe('the first period behind a pause, where the provider tells none', () => {
  it('begins when the snapshots said that the cycle before it would end', () => {
    const toldEnds = [told('2026-12-01', '2026-11-20'), told('2027-01-01', '2026-12-02')];
    expect(derivePeriod({ ...basis, toldEnds })).toMatchObject({
      ...{ kind: 'derived', start: at('2026-12-01'), end: at('2027-01-01') },
    });
  });

  it('begins with its invoice where no snapshot said so', () => {
    const toldEnds = [told('2027-01-01', '2026-12-02')];
    expect(derivePeriod({ ...basis, toldEnds })).toMatchObject({ kind: 'derived', start: basis.invoicedAt });
  });

  it('begins there also where the cycle after it was told before it', () => {
    const later = { ...september, id: 'jan', start: at('2027-01-01'), end: at('2027-02-01') };
    const toldEnds = [told('2026-12-01', '2026-11-20'), told('2027-01-01', '2026-12-02')];
    expect(derivePeriod({ ...basis, periods: [september, later], toldEnds })).toMatchObject({
      ...{ kind: 'derived', start: at('2026-12-01'), end: at('2027-01-01') },
    });
  });

  it('waits where nothing explains the gap', () => {
    const code = 'renewal_period_is_not_contiguous';
    expect(derivePeriod({ ...basis, toldEnds: [], isGapExplained: false })).toEqual({ kind: 'wait', code });
  });
});

it('a pause that Lemon Squeezy told before the gap explains it', async () => {
  const database = await createTestDatabase();
  const life = await newLife(database.db, 'lemonsqueezy');
  const changed = (updated_at: string, more = {}) =>
    Object.fromEntries(Object.entries({ updated_at, ...more }).map(([key, to]) => [`data.attributes.${key}`, to]));
  for (const name of ['subscription_created', 'subscription_payment_success.initial'])
    expect(await life.tell(name)).toBe('applied');
  expect(await life.tell('subscription_paused', changed(at('2026-09-20')))).toBe('applied');
  const renews = { renews_at: at('2026-12-01') };
  expect(await life.tell('subscription_unpaused', changed(at('2026-11-20'), renews))).toBe('applied');
  const next = { renews_at: at('2027-01-01') };
  expect(await life.tell('subscription_updated.renewed', changed(at('2026-12-01', '10:01:00'), next))).toBe('applied');
  const made = { created_at: at('2026-12-01', '10:00:12') };
  const paid = changed(at('2026-12-01', '10:00:50'), made);
  expect(await life.tell('subscription_payment_success.renewal', paid)).toBe('applied');
  expect(await periodsOf(database.db, life.teamId)).toEqual([
    'first 2026-09-01 2026-10-01',
    'resumption 2026-12-01 2027-01-01',
  ]);
  await database.drop();
});

describe('behind a pause of Lemon Squeezy’s', () => {
  const changed = (updated_at: string, more = {}) =>
    Object.fromEntries(Object.entries({ updated_at, ...more }).map(([key, to]) => [`data.attributes.${key}`, to]));
  const cycle = (start: string, end: string, id = '1') => ({
    told: changed(at(start, '10:01:00'), { renews_at: at(end) }),
    paid: { 'data.id': id, ...changed(at(start, '10:00:50'), { created_at: at(start, '10:00:12') }) },
  });
  const december = cycle('2026-12-01', '2027-01-01', '71');
  const january = cycle('2027-01-01', '2027-02-01', '72');

  it.each([
    { told: 'in their order', cycles: [december, january] },
    { told: 'the later one first', cycles: [january, december] },
  ])('the pause explains the gap of the cycles, $told', async ({ cycles }) => {
    const database = await createTestDatabase();
    const life = await newLife(database.db, 'lemonsqueezy');
    for (const name of ['subscription_created', 'subscription_payment_success.initial'])
      expect(await life.tell(name)).toBe('applied');
    expect(await life.tell('subscription_paused', changed(at('2026-09-20')))).toBe('applied');
    const renews = { renews_at: at('2026-12-01') };
    expect(await life.tell('subscription_unpaused', changed(at('2026-11-20'), renews))).toBe('applied');
    for (const { told, paid } of cycles) {
      await life.tell('subscription_updated.renewed', told);
      expect(await life.tell('subscription_payment_success.renewal', paid)).toBe('applied');
    }
    const found = (await periodsOf(database.db, life.teamId)).map((period) => period.split(' ').slice(1).join(' '));
    expect(found).toEqual(
      ['2026-09-01 2026-10-01', '2026-12-01 2027-01-01', '2027-01-01 2027-02-01'].slice(0, 1 + cycles.length),
    );
    await database.drop();
  });
});

it.each(['before', 'after'])(
  'a renewal of Lemon Squeezy that is told %s a later change was paid for the plan of its time',
  async (order) => {
    const database = await createTestDatabase();
    const life = await newLife(database.db, 'lemonsqueezy');
    for (const name of ['subscription_created', 'subscription_payment_success.initial'])
      expect(await life.tell(name)).toBe('applied');
    const renewal = ['subscription_updated.renewed', 'subscription_payment_success.renewal'];
    const changed = {
      'data.attributes.updated_at': at('2026-10-05'),
      'data.attributes.renews_at': at('2026-11-01'),
    };
    const change = () => life.tell('subscription_updated.plan_change', changed);
    if (order === 'after') expect(await change()).toBe('applied');
    for (const name of order === 'after' ? [...renewal].reverse() : renewal) await life.tell(name);
    if (order === 'before') expect(await change()).toBe('applied');
    expect(await periodsOf(database.db, life.teamId)).toHaveLength(2);
    const plans = sql`select distinct p.plan from subscription_billing_periods p join subscriptions s
      on s.id = p.subscription_id where s.team_id = ${life.teamId}`;
    expect(await rows(database.db, plans)).toEqual([{ plan: 'pro_monthly' }]);
    await database.drop();
  },
);
