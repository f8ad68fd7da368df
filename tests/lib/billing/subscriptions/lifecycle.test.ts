import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCatalog, defaultItems } from '@/lib/billing/catalog';
import type { ProviderName } from '@/lib/billing/events';
import { getAccess } from '@/lib/billing/subscriptions/queries';
import { createTeam, testPriceIds, testSettings } from '../../../support/billing';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { type Life, messagesOf, newLife, openCasesOf, periodsOf, subscriptionOf } from '../../../support/life';
import { balanceOf, count, expectInvariants, one, rows } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

const seconds = (time: string) => Date.parse(time) / 1000;
const settled = ['applied', 'duplicate', 'stale', 'ignored', 'waiting'];

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

/** Tells the payloads in every order, each to a life of its own, and hands each over. */
async function inEveryOrder(
  provider: ProviderName,
  names: readonly string[],
  check: (life: Life, order: readonly string[]) => Promise<void>,
): Promise<void> {
  for (const order of permutations(names)) {
    const life = await newLife(database.db, provider);
    for (const name of order) expect(settled).toContain(await life.tell(name));
    await check(life, order);
  }
}

const waiting = (life: Life) =>
  count(
    database.db,
    sql`
      select count(*) from billing_webhook_events
      where state in ('waiting', 'parked', 'retrying') and (convert_from(raw_body, 'UTF8') like ${`%${life.teamId}%`}
        or convert_from(raw_body, 'UTF8') like ${`%Acme${life.scope.padStart(5, '0')}x%`})`,
  );

describe('snapshots', () => {
  it.each<[ProviderName, string[]]>([
    ['stripe', ['customer.subscription.created.incomplete', 'customer.subscription.updated.incomplete_to_active']],
    ['paddle', ['subscription.created', 'subscription.activated']],
    ['polar', ['subscription.created', 'subscription.updated.active', 'subscription.active']],
    ['lemonsqueezy', ['subscription_created', 'subscription_updated.created']],
  ])('of a new subscription of %s end active in every order, and grant nothing', async (provider, names) => {
    await inEveryOrder(provider, names, async (life) => {
      expect(await subscriptionOf(database.db, life.teamId)).toMatchObject({
        status: 'active',
        plan: 'pro_monthly',
        current_period_end: null,
        revision: 0,
      });
      expect(await balanceOf(database.db, life.teamId)).toBe(0);
      expect(await waiting(life)).toBe(0);
    });
  });

  it('that are late bring nothing back, and are kept as stale with both times', async () => {
    const life = await newLife(database.db, 'stripe');
    expect(await life.tell('customer.subscription.deleted')).toBe('applied');
    expect(await life.tell('customer.subscription.updated.renewed')).toBe('stale');
    expect((await subscriptionOf(database.db, life.teamId))?.status).toBe('canceled');
    expect(await getAccess(life.context, life.teamId)).toMatchObject({ level: 'none' });
    expect(await openCasesOf(database.db, life.teamId)).toEqual([]);
    const row = await one(
      database.db,
      sql`select details from billing_webhook_events where state = 'stale' and convert_from(raw_body, 'UTF8') like ${`%${life.teamId}%`}`,
    );
    expect(row.details).toMatchObject({ told: '2026-10-01T10:00:04.000000Z', held: '2026-12-01T10:00:01.000000Z' });
  });

  it('are ordered to the microsecond', async () => {
    const life = await newLife(database.db, 'paddle');
    const at = (occurred_at: string, status: string) =>
      life.tell('subscription.activated', {
        ...{ event_id: `evt_${life.teamId}_${occurred_at}`, occurred_at },
        'data.status': status,
      });
    expect(await at('2026-09-01T10:00:04.534151Z', 'paused')).toBe('applied');
    expect(await at('2026-09-01T10:00:04.534150Z', 'active')).toBe('stale');
    expect((await subscriptionOf(database.db, life.teamId))?.status).toBe('paused');
  });

  it('write one transition for each thing that changed', async () => {
    const life = await newLife(database.db, 'stripe');
    await life.tell('customer.subscription.created');
    await life.tell('customer.subscription.updated.plan_change', { 'data.object.items.data.0.quantity': 8 });
    const audits = await rows(
      database.db,
      sql`
        select event_type, before, after from subscription_transition_audits a join subscriptions s on s.id = a.subscription_id
        where s.team_id = ${life.teamId} and event_type in ('plan_changed', 'quantity_changed') and before->>'plan' is distinct from null
          or s.team_id = ${life.teamId} and event_type = 'quantity_changed' order by event_type`,
    );
    expect(audits).toMatchObject([
      { event_type: 'plan_changed', before: { plan: 'pro_monthly' }, after: { plan: 'business_monthly' } },
      { event_type: 'quantity_changed', before: { quantity: 1 }, after: { quantity: 8 } },
    ]);
    expect(await subscriptionOf(database.db, life.teamId)).toMatchObject({ plan: 'business_monthly', quantity: 8 });
  });

  it('at a price that the catalog does not know leave the plan as it was, in either order, and are a case', async () => {
    const unknown = { 'data.object.items.data.0.price.id': 'price_nobody_knows' };
    for (const isLate of [false, true]) {
      const life = await newLife(database.db, 'stripe');
      const told = () => life.tell('customer.subscription.created');
      if (!isLate) expect(await told()).toBe('applied');
      expect(await life.tell('customer.subscription.updated.renewed', unknown)).toBe('applied');
      if (isLate) expect(await told()).toBe('stale');
      expect((await subscriptionOf(database.db, life.teamId))?.plan).toBe('pro_monthly');
      expect(await openCasesOf(database.db, life.teamId)).toEqual(['unknown_price']);
    }
  });
});

describe('a trial', () => {
  it.each<[ProviderName, string[]]>([
    [
      'stripe',
      [
        'customer.subscription.created.trialing',
        'customer.subscription.updated.trial_to_active',
        'invoice.paid.subscription_cycle.after_trial',
      ],
    ],
    [
      'paddle',
      [
        'subscription.created.trialing',
        'subscription.activated.after_trial',
        'transaction.completed.subscription_recurring.after_trial',
      ],
    ],
    [
      'polar',
      [
        'subscription.created.trialing',
        'subscription.cycled.trial_converted',
        'order.paid.subscription_cycle.after_trial',
      ],
    ],
  ])('of %s grants nothing until it is paid for, in every order', async (provider, names) => {
    await inEveryOrder(provider, names, async (life) => {
      expect(await periodsOf(database.db, life.teamId)).toEqual(['trial_conversion 2026-09-19 2026-10-19']);
      expect(await balanceOf(database.db, life.teamId)).toBe(1000);
      expect(await subscriptionOf(database.db, life.teamId)).toMatchObject({ status: 'active', revision: 1 });
      expect(await waiting(life)).toBe(0);
    });
  });

  it('of Lemon Squeezy is converted by the first renewal, whose dates the subscription tells', async () => {
    const life = await newLife(database.db, 'lemonsqueezy');
    expect(await life.tell('subscription_created.trial')).toBe('applied');
    expect(await life.tell('subscription_payment_success.initial.trial')).toBe('ignored');
    expect(await life.tell('subscription_payment_success.renewal.after_trial')).toBe('waiting');
    expect(await balanceOf(database.db, life.teamId)).toBe(0);
    const active = {
      'data.id': 1652002,
      'data.attributes.order_id': 6859002,
      'data.attributes.created_at': '2026-09-05T12:00:03.000000Z',
      'data.attributes.updated_at': '2026-09-19T12:01:03.000000Z',
      'data.attributes.renews_at': '2026-10-19T12:00:00.000000Z',
    };
    expect(await life.tell('subscription_updated.renewed', active)).toBe('applied');
    expect(await periodsOf(database.db, life.teamId)).toEqual(['trial_conversion 2026-09-19 2026-10-19']);
  });
});

describe('a renewal that fails first', () => {
  const failing = [
    'subscription.past_due',
    'subscription.updated.past_due',
    'transaction.payment_failed.subscription_recurring',
    'transaction.completed.subscription_recurring.recovered',
    'subscription.updated.recovered',
  ];

  it('grants nothing until it is paid, and is past due meanwhile', async () => {
    const life = await newLife(database.db, 'paddle');
    for (const name of [
      'subscription.created',
      'transaction.completed.subscription_create',
      'transaction.completed.subscription_recurring',
    ])
      expect(await life.tell(name)).toBe('applied');
    for (const name of failing.slice(0, 3)) expect(settled).toContain(await life.tell(name));
    expect(await periodsOf(database.db, life.teamId)).toHaveLength(2);
    const row = await subscriptionOf(database.db, life.teamId);
    expect(row).toMatchObject({ status: 'past_due' });
    expect(new Date(String(row?.past_due_since)).toISOString()).toBe('2026-11-01T10:00:06.100Z');
    for (const name of failing.slice(3)) expect(await life.tell(name)).toBe('applied');
    expect((await periodsOf(database.db, life.teamId)).at(-1)).toBe('recovery 2026-11-01 2026-12-01');
    expect(await subscriptionOf(database.db, life.teamId)).toMatchObject({ status: 'active', past_due_since: null });
  });

  it('ends in one state in every order', async () => {
    for (const order of permutations(failing)) {
      const life = await newLife(database.db, 'paddle');
      for (const name of [
        'subscription.created',
        'transaction.completed.subscription_create',
        'transaction.completed.subscription_recurring',
      ])
        await life.tell(name);
      for (const name of order) await life.tell(name);
      expect({ order, row: await subscriptionOf(database.db, life.teamId) }).toMatchObject({
        order,
        row: { status: 'active', past_due_since: null, revision: 3 },
      });
      expect((await periodsOf(database.db, life.teamId)).at(-1)).toBe('recovery 2026-11-01 2026-12-01');
      expect(await messagesOf(database.db, life.teamId)).toEqual([
        'payment_failed superseded',
        ...Array.from({ length: 3 }, () => 'subscription_renewed pending'),
      ]);
    }
  });
});

describe('a change to a yearly plan in the middle of a month', () => {
  const settings = testSettings({
    catalog: createCatalog(defaultItems, {
      ...testPriceIds,
      stripe: { ...testPriceIds.stripe, pro_yearly: ['price_1SProYearly00000000001'] },
    }),
  });
  const november = {
    id: 'evt_november',
    'data.object.id': 'in_november',
    'data.object.lines.data.0.period': { start: seconds('2026-11-01T10:00:00Z'), end: seconds('2026-12-01T10:00:00Z') },
  };

  it('takes over from the month, whichever of the two is told first', async () => {
    for (const isFirst of [true, false]) {
      const life = await newLife(database.db, 'stripe', { settings });
      const month = () =>
        life.tell('invoice.paid.subscription_cycle', {
          ...november,
          id: `evt_nov_${life.teamId}`,
          'data.object.id': `in_nov_${life.teamId}`,
        });
      for (const name of [
        'customer.subscription.created',
        'invoice.paid.subscription_create',
        'invoice.paid.subscription_cycle',
      ])
        await life.tell(name);
      if (isFirst) expect(await month()).toBe('applied');
      const year = await life.tell('invoice.paid.subscription_update.monthly_to_yearly');
      expect(year).toBe(isFirst ? 'applied' : 'waiting');
      if (!isFirst) expect(await month()).toBe('applied');
      expect((await periodsOf(database.db, life.teamId)).slice(-2)).toEqual([
        'renewal 2026-11-01 2026-12-01',
        'replacement 2026-11-20 2027-11-20',
      ]);
      const superseded = await rows(
        database.db,
        sql`select superseded_at from subscription_billing_periods p join subscriptions s on s.id = p.subscription_id where s.team_id = ${life.teamId} and superseded_at is not null`,
      );
      expect(superseded.map(({ superseded_at }) => new Date(String(superseded_at)).toISOString())).toEqual([
        '2026-11-20T12:00:00.000Z',
      ]);
      expect(await balanceOf(database.db, life.teamId)).toBe(1000);
    }
  });
});

describe('two live subscriptions of one team', () => {
  it('both count, one of them for access, and a person is told; when it ends the other takes over', async () => {
    const teamId = await createTeam(database.db);
    const [one, two] = [
      await newLife(database.db, 'paddle', { teamId }),
      await newLife(database.db, 'paddle', { teamId }),
    ];
    for (const life of [one, two]) {
      expect(await life.tell('subscription.activated')).toBe('applied');
      expect(await life.tell('transaction.completed.subscription_create')).toBe('applied');
    }
    expect(await balanceOf(database.db, teamId)).toBe(2000);
    expect(await openCasesOf(database.db, teamId)).toEqual(['second_live_subscription']);
    const current = await subscriptionOf(database.db, teamId);
    expect(current?.checkout_id).toBe(one.checkoutId);
    expect(await one.tell('subscription.canceled')).toBe('applied');
    expect((await subscriptionOf(database.db, teamId))?.checkout_id).toBe(two.checkoutId);
    expect(await openCasesOf(database.db, teamId)).toEqual([]);
  });
});

describe('whose it is', () => {
  it('is what its first event said: an intent of another team is a case and moves nothing', async () => {
    const life = await newLife(database.db, 'stripe');
    const other = await newLife(database.db, 'stripe');
    expect(await life.tell('customer.subscription.created')).toBe('applied');
    const theirs = { 'data.object.parent.subscription_details.metadata': { checkout_id: other.checkoutId } };
    expect(await life.tell('invoice.paid.subscription_create', theirs)).toBe('parked');
    expect(await openCasesOf(database.db, life.teamId)).toEqual(['team_mismatch']);
    expect(await balanceOf(database.db, other.teamId)).toBe(0);
  });

  it('is known without metadata once the subscription is', async () => {
    const life = await newLife(database.db, 'lemonsqueezy');
    expect(await life.tell('subscription_created')).toBe('applied');
    expect(await life.tell('subscription_payment_success.initial', { 'meta.custom_data': undefined })).toBe('applied');
    expect(await balanceOf(database.db, life.teamId)).toBe(1000);
  });

  it('says whose a charge on top of it is, and the price says what was bought', async () => {
    const life = await newLife(database.db, 'paddle');
    expect(await life.tell('subscription.created')).toBe('applied');
    expect(await life.tell('transaction.completed.subscription_charge', { 'data.custom_data': null })).toBe('applied');
    expect(await balanceOf(database.db, life.teamId)).toBe(1000);
    expect(await periodsOf(database.db, life.teamId)).toEqual([]);
  });
});

describe('what was paid for', () => {
  it('goes by the price that was paid and not by the plan that is held', async () => {
    const life = await newLife(database.db, 'stripe');
    for (const name of ['customer.subscription.created', 'invoice.paid.subscription_create']) await life.tell(name);
    const business = { 'data.object.lines.data.0.pricing.price_details.price': 'price_1SBizMonthly0000000001' };
    expect(await life.tell('invoice.paid.subscription_cycle', business)).toBe('applied');
    expect(await balanceOf(database.db, life.teamId)).toBe(5000);
    expect((await subscriptionOf(database.db, life.teamId))?.plan).toBe('pro_monthly');
    expect(await life.tell('customer.subscription.updated.plan_change')).toBe('applied');
    expect((await subscriptionOf(database.db, life.teamId))?.plan).toBe('business_monthly');
    expect(await life.tell('invoice.paid.subscription_cycle', { ...business, id: `evt_${life.teamId}` })).toBe(
      'duplicate',
    );
    const granted = sql`select amount from credit_grants where team_id = ${life.teamId} order by created_at, id`;
    expect(await rows(database.db, granted)).toEqual([{ amount: '1000' }, { amount: '5000' }]);
  });

  it('is the same in the older shape of an invoice', async () => {
    const life = await newLife(database.db, 'stripe');
    for (const name of ['customer.subscription.created', 'invoice.paid.subscription_create']) await life.tell(name);
    expect(await life.tell('customer.subscription.updated.renewed.old_api')).toBe('applied');
    expect(await life.tell('invoice.paid.subscription_cycle.old_api')).toBe('applied');
    expect((await periodsOf(database.db, life.teamId)).at(-1)).toBe('renewal 2026-10-01 2026-11-01');
  });

  it.each(['invoice.paid.manual', 'invoice.paid.subscription_create.trial'])('is no period in %s', async (name) => {
    const life = await newLife(database.db, 'stripe');
    await life.tell('customer.subscription.created');
    expect(await life.tell(name)).toBe('ignored');
    expect(await periodsOf(database.db, life.teamId)).toEqual([]);
  });

  it('is linked to its payment in either order', async () => {
    for (const names of [
      ['invoice.paid.subscription_cycle', 'invoice_payment.paid'],
      ['invoice_payment.paid', 'invoice.paid.subscription_cycle'],
    ]) {
      const life = await newLife(database.db, 'stripe');
      for (const name of ['customer.subscription.created', 'invoice.paid.subscription_create', ...names])
        await life.tell(name);
      const linked = await rows(
        database.db,
        sql`select provider_payment_id from subscription_billing_periods p join subscriptions s on s.id = p.subscription_id where s.team_id = ${life.teamId} and kind = 'renewal'`,
      );
      expect(linked[0]?.provider_payment_id).toMatch(/^pi_/);
    }
  });
});
