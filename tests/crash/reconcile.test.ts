import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reconcile } from '@/lib/billing/reconciliation/run';
import { settingsWith, startApiOf } from '../support/apis';
import { createIntent, createTeam, fixedClock, testContext } from '../support/billing';
import { ownFixture } from '../support/bursts';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { periodsOf } from '../support/life';
import { runScript } from '../support/processes';
import { balanceOf, expectInvariants, rows } from '../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const start = '2026-10-02T00:00:00Z';
const hour = 3_600_000;

it('a run whose process is killed in the middle is completed by the next one, and everything counts once', async () => {
  const api = await startApiOf('stripe');
  const teams: string[] = [];
  for (let n = 1; n <= 8; n += 1) {
    const own = { scope: String(n), teamId: await createTeam(database.db), checkoutId: `chk_killed_${n}` };
    await createIntent(database.db, { ...own, provider: 'stripe', id: own.checkoutId, item: 'pro_monthly' });
    teams.push(own.teamId);
    for (const name of [
      'customer.subscription.updated.renewed',
      'invoice.paid.subscription_create',
      'invoice.paid.subscription_cycle',
    ])
      api.show(ownFixture('stripe', name, own));
  }
  const process = runScript('tests/support/reconcile-child.ts', [database.url, api.url, start]);
  // In the middle of the invoices: some are applied, and the page in hand is not.
  api.afterAnswer('/v1/invoices', () => {
    if (api.requests.filter((path) => path.startsWith('/v1/invoices?')).length === 3) process.child.kill('SIGKILL');
  });
  expect(await process.ended).toBe('SIGKILL');
  const [dead] = await rows(database.db, sql`select state, position from reconciliation_runs`);
  expect(dead).toMatchObject({ state: 'running', position: { list: 'invoices' } });

  const clock = fixedClock(start);
  const context = testContext(database.db, { clock, settings: settingsWith({ stripe: api }) });
  expect(await reconcile(context, { provider: 'stripe' })).toEqual({ kind: 'busy' });
  clock.advance(hour);
  const asked = api.requests.length;
  expect(await reconcile(context, { provider: 'stripe' })).toMatchObject({ kind: 'done' });
  expect(api.requests.slice(asked).filter((path) => path.startsWith('/v1/subscriptions?'))).toEqual([]);
  for (const teamId of teams) {
    expect(await periodsOf(database.db, teamId)).toHaveLength(2);
    expect(await balanceOf(database.db, teamId)).toBe(1000);
  }
  await expectInvariants(database.db);
  await api.close();
});
