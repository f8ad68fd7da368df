import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getCredits } from '@/lib/billing/credits/queries';
import { spend } from '@/lib/billing/credits/spend';
import { drain } from '@/lib/billing/drain';
import { getAccess, requirePlan } from '@/lib/billing/subscriptions/queries';
import { fixedClock } from '@/lib/clock';
import { bursts } from '../../../support/bursts';
import { code, request } from '../../../support/credits';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { type Life, newLife } from '../../../support/life';
import { expectInvariants } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

/** Each provider's payloads end the first period then. Polar and Paddle add some hundred milliseconds. */
const periodEnd = Date.parse('2026-10-01T10:00:00Z');
const [second, minute, hour] = [1000, 60_000, 3_600_000];
const providers = ['stripe', 'lemonsqueezy', 'polar', 'paddle'] as const;

async function subscribed(provider: (typeof providers)[number]) {
  const clock = fixedClock('2026-09-01T10:00:30Z');
  const life = await newLife(database.db, provider, { clock });
  for (const name of bursts[provider].first) await life.tell(name);
  await spend(database.db, clock, request(life.teamId, 400));
  /** Goes on to a time after the end of the period, and does what is due by then. */
  const until = async (after: number) => {
    clock.set(new Date(periodEnd + after));
    await drain(life.context, { budgetMs: 60_000 });
  };
  return { life, clock, until };
}

async function standing({ context, teamId }: Life) {
  const { plan, level } = await getAccess(context, teamId);
  const { available } = await getCredits(context, teamId);
  return { plan, level, available };
}

describe.each(providers)('a renewal of %s', (provider) => {
  it('that is paid an hour late leaves no hole in access or credits', async () => {
    const { life, clock, until } = await subscribed(provider);
    const { renewal } = bursts[provider];
    const [snapshot = '', ...payment] = renewal;
    const before = { plan: 'pro_monthly', level: 'full', available: 600 };
    for (const after of [-minute, -1, 0, second, 30 * minute]) {
      await until(after);
      if (after === second) await life.tell(snapshot);
      expect(await standing(life), `${after / 1000} seconds after the end`).toEqual(before);
    }
    await until(hour - second);
    await spend(database.db, clock, request(life.teamId, 100));
    expect(await standing(life)).toEqual({ ...before, available: 500 });
    await until(hour);
    for (const name of payment) await life.tell(name);
    expect(await standing(life)).toEqual({ ...before, available: 1000 });
    await until(hour + second);
    expect(await standing(life)).toEqual({ ...before, available: 1000 });
    await requirePlan(life.context, life.teamId, ['pro_monthly']);
  });

  it('that never comes ends both after 72 hours', async () => {
    const { life, until } = await subscribed(provider);
    await until(72 * hour - second);
    expect(await standing(life)).toEqual({ plan: 'pro_monthly', level: 'full', available: 600 });
    await until(72 * hour + second);
    expect(await standing(life)).toEqual({ plan: 'pro_monthly', level: 'restricted', available: 0 });
    await expect(requirePlan(life.context, life.teamId, ['pro_monthly'])).rejects.toEqual(code('plan_required'));
  });
});
