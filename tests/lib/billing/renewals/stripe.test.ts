import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { chargeDue } from '@/lib/billing/renewals/charge';
import { startSetup } from '@/lib/billing/renewals/setup';
import { tickDue } from '@/lib/billing/renewals/tick';
import { lookUp } from '@/lib/billing/webhooks/lookups';
import { fixedClock } from '@/lib/clock';
import { createTeam, send, testContext, testSecrets, testSettings } from '@/tests/support/billing';
import { createTestDatabase, type TestDatabase } from '@/tests/support/database';
import { changeFixture } from '@/tests/support/fixtures';
import { type PaymentServer, startPaymentServer } from '@/tests/support/payments-api';
import type { LedgerCharge } from '@/tests/support/payments-api/ledger';
import { balanceOf, expectInvariants, one } from '@/tests/support/state';

const clock = fixedClock('2027-01-31T14:02:10.000Z');
const purpose = { kind: 'subscribe', item: 'pro_monthly', quantity: 1 } as const;
const pass = { isTimeLeft: () => true, limit: 100 };

let database: TestDatabase;
let server: PaymentServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startPaymentServer(() => clock.now());
});
afterEach(() => expectInvariants(database.db));
afterAll(async () => {
  await server.close();
  await database.drop();
});

it('a card that is saved on Stripe’s page begins a subscription, which is charged off-session cycle by cycle', async () => {
  const context = stripeContext();
  const teamId = await createTeam(database.db);
  const { setupId, url } = await startSetup(context, { teamId, userId: 'user_1', purpose });
  expect(url).toBe('https://pay.example/setup');

  const saved = savedBy(setupId, 'cus_renewed');
  // The session does not say which card, so Stripe is asked.
  expect(await send(context, { provider: 'stripe', body: saved })).toMatchObject({ status: 'waiting' });
  expect(await lookUp(context, pass)).toBe(1);
  expect(await standingOf(teamId)).toMatchObject({ status: 'incomplete', method: 'pm_of_seti_1SAcme0000000000000001' });

  expect(await chargeDue(context, pass)).toBe(1);
  expect(await standingOf(teamId)).toMatchObject({ status: 'active', provider: 'stripe', periods: 1 });

  clock.set('2027-02-28T14:02:10.000Z');
  await tickDue(context, pass);
  server.next('drop_after');
  await chargeDue(context, pass);
  clock.advance(60_000);
  await chargeDue(context, pass);
  expect(server.ledger.commits()).toHaveLength(2);
  expect(await standingOf(teamId)).toMatchObject({ status: 'active', periods: 2 });
  for (const charge of server.ledger.commits())
    expect(await send(context, { provider: 'stripe', body: webhookOf(charge) })).toMatchObject({ status: 'duplicate' });
  expect(await standingOf(teamId)).toMatchObject({ periods: 2 });
  expect(await balanceOf(database.db, teamId)).toBe(1000);
});

it('a card is saved anew though Stripe has deleted the customer that the team had', async () => {
  const context = stripeContext();
  const teamId = await createTeam(database.db);
  const { setupId } = await startSetup(context, { teamId, userId: 'user_1', purpose });
  await send(context, { provider: 'stripe', body: savedBy(setupId, 'cus_gone') });
  await lookUp(context, pass);
  const replace = { teamId, userId: 'user_1', purpose: { kind: 'replace' } } as const;
  await startSetup(context, replace);
  expect(server.ledger.setups.at(-1)).toContain('customer=cus_gone');
  server.ledger.gone.add('cus_gone');
  expect(await startSetup(context, replace)).toMatchObject({ url: 'https://pay.example/setup' });
  expect(server.ledger.setups.at(-1)).toContain('customer_creation=always');
});

function stripeContext() {
  const stripe = { webhookSecrets: [testSecrets.stripe], apiKey: 'sk_test_key', account: null, apiUrl: server.origin };
  const settings = testSettings({ sellingProvider: 'stripe', providers: { stripe } });
  return testContext(database.db, { clock, settings });
}

function savedBy(setupId: string, customerId: string): Uint8Array {
  return changeFixture('stripe', 'checkout.session.completed.setup.own', {
    ...{ id: `evt_${setupId}`, created: seconds(), 'data.object.id': `cs_${setupId}` },
    ...{ 'data.object.metadata': { setup_id: setupId }, 'data.object.customer': customerId },
  });
}

function webhookOf(charge: LedgerCharge): Uint8Array {
  return changeFixture('stripe', 'payment_intent.succeeded.own_charge', {
    ...{ id: `evt_${charge.paymentId}`, created: seconds(), 'data.object.id': charge.paymentId },
    ...{ 'data.object.customer': charge.customerId, 'data.object.metadata': charge.metadata },
  });
}

function seconds(): number {
  return Math.floor(clock.now().getTime() / 1000);
}

const standingOf = (teamId: string) =>
  one(
    database.db,
    sql`select s.status, s.provider,
        (select provider_payment_method_id from saved_payment_methods m where m.team_id = s.team_id and is_default) as method,
        (select count(*)::int from subscription_billing_periods p where p.subscription_id = s.id) as periods
      from subscriptions s where s.team_id = ${teamId}`,
  );
