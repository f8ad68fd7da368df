import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { savedPaymentMethods } from '@/db/schema';
import { createApiKey } from '@/lib/auth/api-keys';
import { createDemoTeam, markOperator } from '@/lib/auth/teams';
import { startCheckout } from '@/lib/billing/checkout';
import { hold } from '@/lib/billing/credits/hold';
import type { LabContext } from '@/lib/billing/lab/context';
import { actOnHostedCheckout } from '@/lib/billing/lab/hosted';
import { listLabPayments } from '@/lib/billing/lab/queries';
import { listSandboxSubscriptions } from '@/lib/billing/lab/subscription-queries';
import { deliver } from '@/lib/billing/providers/sandbox/deliver';
import { openCase } from '@/lib/billing/reconciliation/cases';
import { beginSubscription } from '@/lib/billing/renewals/begin';
import { startSetup } from '@/lib/billing/renewals/setup';
import { invite } from '@/lib/teams/invite';
import { testContext, testSecrets } from './billing';
import { openEndpoint } from './endpoint';
import { createStaffedTeam, createUser, testTeams } from './people';
import { openSandboxApi } from './sandbox-api';
import { signIn } from './sessions';
import { one } from './state';
import type { Who } from './who';

/**
 * A team that has one of everything that has an id, with its people; the owner of another team, a demo's visitor and an
 * operator; all by their user's ids.
 */
export async function createTenancy(database: Database) {
  const team = await createStaffedTeam(database, ['billing', 'member'] as const);
  const { teamId } = team;
  const [stranger, operator] = [await createStaffedTeam(database), await createStaffedTeam(database)];
  await markOperator(database, operator.owner.userId, true);
  const demo = await createDemoTeam(database, new Date());
  const guest = await createUser(database);
  const bought = await buy(database, teamId);
  const invitationId = await invite(testTeams(database).context, team.owner, { email: guest.email, role: 'owner' });
  await createApiKey(
    database,
    { teamId, userId: team.owner.userId, name: 'Server', scopes: ['credits:spend'], expiresAt: null },
    new Date(),
  );
  await signIn(database, { ...team.owner, secret: 'of no matter' });
  const session = await one(database, sql`select id from sessions where user_id = ${team.owner.userId}`);
  const sessionId = String(session.id);
  const key = await one(database, sql`select id from api_keys where team_id = ${teamId}`);
  const people: Record<Exclude<Who, 'visitor'>, { userId: string; teamId: string }> = {
    ...{ owner: team.owner, billing: team.billing, member: team.member },
    ...{ stranger: stranger.owner, demo, operator: operator.owner },
  };
  return {
    ...{ teamId, people, guest },
    ids: { ...bought, sessionId, teamId, memberId: team.member.userId, invitationId, keyId: String(key.id) },
  };
}

export type Tenancy = Awaited<ReturnType<typeof createTenancy>>;

/** A pack and a plan that were paid for on the sandbox's page, and a checkout that is open. */
async function buy(database: Database, teamId: string) {
  const billing = testContext(database);
  const endpoint = await openEndpoint(billing);
  const context = { ...billing, endpoint: endpoint.url, deliver };
  const open = async (item: string) => {
    const { checkoutId, url } = await startCheckout(context, { teamId, userId: null, item });
    return { checkoutId, providerCheckoutId: url.split('/').at(-1) ?? '' };
  };
  for (const item of ['pack_1000', 'pro_monthly'])
    await actOnHostedCheckout(context, { ...(await open(item)), action: 'pay' });
  const { checkoutId, providerCheckoutId } = await open('pack_5000');
  const renewed = await renew(context, teamId);
  await endpoint.close();
  const [payment] = await listLabPayments(context, teamId);
  const [sold] = await listSandboxSubscriptions(context, teamId);
  const { id: holdId } = await hold(database, billing.clock, {
    teamId,
    credits: 10,
    idempotencyKey: 'job',
    reason: 'A job',
  });
  const event = await one(
    database,
    sql`select event_id from billing_webhook_events where provider = 'sandbox' and team_id = ${teamId} limit 1`,
  );
  const eventId = String(event.event_id);
  const caseId = await openedCase(database, { teamId, eventId });
  const subscription = await one(database, sql`select id from subscriptions where team_id = ${teamId}`);
  return {
    ...{ checkoutId, providerCheckoutId, purchaseId: payment?.purchaseId ?? '' },
    sandboxSubscriptionId: sold?.sandboxSubscriptionId ?? '',
    subscriptionId: String(subscription.id),
    ...{ holdId, eventId, caseId, ...renewed },
  };
}

/** A page for saving a card that is open, and a subscription of ours whose first charge waits for the buyer's word. */
async function renew(context: LabContext, teamId: string) {
  const api = await openSandboxApi(() => context);
  const sandbox = { webhookSecrets: [testSecrets.sandbox], apiKey: null, account: null, apiUrl: api.url };
  const settings = { ...context.settings, providers: { ...context.settings.providers, sandbox } };
  const purpose = { kind: 'replace' } as const;
  const { url } = await startSetup({ ...context, settings }, { teamId, userId: 'user_1', purpose });
  await api.close();
  const setupId = url.split('/').at(-1) ?? '';
  return { setupId, ...(await chargeOnce(context, teamId, setupId)) };
}

async function chargeOnce({ database, settings, clock }: LabContext, teamId: string, setupId: string) {
  const customer = { teamId, provider: 'sandbox' as const, providerCustomerId: `sbx_cus_${teamId}` };
  const [method] = await database
    .insert(savedPaymentMethods)
    .values({ id: `pm_${teamId}`, ...customer, providerPaymentMethodId: 'sbx_pm_1', savedAt: '2026-01-01T00:00:00Z' })
    .returning();
  const plan = settings.catalog.findItem('pro_monthly');
  if (!method || plan?.kind !== 'plan') throw new Error('There is no card or no plan to charge.');
  const own = { actorType: 'user', actorId: 'user_1', cause: 'test', now: clock.now(), settings } as const;
  const beginning = { ...customer, plan, quantity: 1, method };
  const { id } = await database.transaction((tx) => beginSubscription(tx, own, beginning));
  const operationId = `charge:${id}:0`;
  const chargeId = `sbx_pay_${id}`;
  await database.execute(sql`
    insert into sandbox_cards (id, customer_id, setup_id, behaviour, brand, last4, exp_month, exp_year, created_at)
    values (${`sbx_pm_${id}`}, 'sbx_cus_another', ${setupId}, 'asks_for_action', 'Visa', '3220', 12, 2030, now())`);
  await database.execute(sql`
    insert into sandbox_charges (id, idempotency_key, request_hash, operation_id, customer_id, card_id, amount_minor,
      currency, metadata, status, created_at)
    values (${chargeId}, ${operationId}, '', ${operationId}, 'sbx_cus_another', ${`sbx_pm_${id}`}, 2900, 'USD', '{}',
      'action_required', now())`);
  return { ownSubscriptionId: id, operationId, chargeId };
}

async function openedCase(database: Database, { teamId, eventId }: { teamId: string; eventId: string }) {
  const finding = { kind: 'paid_after_end' as const, subject: 'period:in_1', local: {}, remote: {} };
  await database.transaction((tx) => openCase(tx, finding, { provider: 'sandbox', eventId, teamId, at: new Date() }));
  const row = await one(database, sql`select id from reconciliation_cases where team_id = ${teamId}`);
  return String(row.id);
}
