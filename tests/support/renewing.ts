import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import type { BillingContext } from '@/lib/billing/context';
import type { ChargeAnswer, ChargeRequest, Charger, ProviderCharge } from '@/lib/billing/providers/charger';
import { encode } from '@/lib/billing/providers/sandbox/messages';
import { chargeDue } from '@/lib/billing/renewals/charge';
import { insertSetup } from '@/lib/billing/renewals/setups';
import { subscribe } from '@/lib/billing/renewals/subscribe';
import { tickDue } from '@/lib/billing/renewals/tick';
import { createTeam, fixedClock, send, testContext } from './billing';
import { rows } from './state';

/** A provider in memory: one charge per key, and whatever answer the test asks for. */
export interface Till extends Charger {
  /** Charges that were made, each once. */
  readonly made: ProviderCharge[];
  /** Keys in the order in which they were sent. */
  readonly sent: string[];
  /** The next answers instead of a charge; then it charges again. */
  readonly answers: ChargeAnswer[];
  /** The next so many charges are made, and their answers lost. */
  losing: number;
}

function createTill(now: () => Date): Till {
  const byKey = new Map<string, ProviderCharge>();
  const till: Till = {
    ...{ name: 'sandbox', keyHorizonHours: 24, made: [], sent: [], answers: [], losing: 0 },
    charge: async (request) => {
      till.sent.push(request.idempotencyKey);
      const answer = till.answers.shift();
      if (answer) return answer;
      const held = byKey.get(request.idempotencyKey);
      if (held) return { kind: 'charge', charge: held, isReplayed: true };
      const charge = chargeOf(request, now());
      byKey.set(request.idempotencyKey, charge);
      till.made.push(charge);
      if (till.losing > 0) {
        till.losing -= 1;
        return lost;
      }
      return { kind: 'charge', charge, isReplayed: false };
    },
    listCharges: async ({ operationId }) => till.made.filter((charge) => charge.operationId === operationId),
    lookUp: async (id) => till.made.find(({ providerPaymentId }) => providerPaymentId === id) ?? null,
    cancel: async () => null,
    createSetup: async ({ setupId }) => ({ providerSetupId: `seti_${setupId}`, url: `https://pay.example/${setupId}` }),
  };
  return till;
}

function chargeOf({ operationId, idempotencyKey, amountMinor, currency }: ChargeRequest, at: Date): ProviderCharge {
  const createdAt = at.toISOString().replace('Z', '000Z');
  const nothing = { actionUrl: null, code: null, declineCode: null };
  const what = { operationId, idempotencyKey, amountMinor, currency, createdAt, ...nothing };
  return { providerPaymentId: `pay_${randomUUID()}`, status: 'succeeded', ...what };
}

export const declined: ChargeAnswer = {
  ...{ kind: 'refused', type: 'card', httpStatus: 402 },
  ...{ code: 'card_declined', declineCode: 'insufficient_funds', charge: null },
};
export const lost: ChargeAnswer = { kind: 'lost', reason: 'timeout' };

/** A team whose subscriptions we renew, on a clock that the test moves. */
export async function newRenewing(database: Database, start = '2027-01-31T14:02:10.000Z') {
  const clock = fixedClock(start);
  const till = createTill(() => clock.now());
  const context = { ...testContext(database, { clock }), chargers: { sandbox: till } };
  const teamId = await createTeam(database);
  const pass = { isTimeLeft: () => true, limit: 100 };
  return {
    ...{ clock, till, context, teamId, pass, userId: 'user_1' },
    saveCard: (card: { setupId?: string; methodId?: string } = {}) => saveCard(context, { teamId, ...card }),
    subscribe: (item = 'pro_monthly', quantity = 1) => subscribe(context, { teamId, userId: 'user_1', item, quantity }),
    tick: () => tickDue(context, pass),
    charge: () => chargeDue(context, pass),
    /** Subscribes with a card of its own, and pays the first cycle. */
    begin: async (item = 'pro_monthly', quantity = 1) => {
      await saveCard(context, { teamId });
      const subscription = await subscribe(context, { teamId, userId: 'user_1', item, quantity });
      await chargeDue(context, pass);
      return subscription;
    },
    /** Moves the clock, and does what is due then. */
    comeTo: async (at: string) => {
      clock.set(at);
      await tickDue(context, pass);
      await chargeDue(context, pass);
    },
    operations: () =>
      rows(
        database,
        sql`select id, cycle_no, state, period_start, period_end, payload, cancel_mode, try_no from charge_operations
          where team_id = ${teamId} order by cycle_no`,
      ),
    audits: (type: string) =>
      rows(
        database,
        sql`select a.* from subscription_transition_audits a join subscriptions s on s.id = a.subscription_id
          where s.team_id = ${teamId} and event_type = ${type} order by a.occurred_at`,
      ),
    cases: () =>
      rows(
        database,
        sql`select kind, subject, state, local from reconciliation_cases where team_id = ${teamId} order by opened_at`,
      ),
  };
}

export type Renewing = Awaited<ReturnType<typeof newRenewing>>;

/** The provider's own message that a card was saved, for a setup of the team's. */
async function saveCard(
  context: BillingContext,
  { teamId, setupId, methodId = `sbx_pm_${randomUUID()}` }: { teamId: string; setupId?: string; methodId?: string },
) {
  const at = context.clock.now();
  const id = setupId ?? `set_${randomUUID()}`;
  const setup = { id, teamId, userId: 'user_1', provider: 'sandbox', purpose: 'replace', createdAt: at } as const;
  if (setupId === undefined) await insertSetup(context.database, setup);
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 };
  const data = {
    ...{ setup_id: id, provider_setup_id: `seti_${id}`, customer_id: `sbx_cus_${teamId}` },
    ...{ payment_method_id: methodId, ...card },
  };
  const created_at = at.toISOString().replace('Z', '000Z');
  const body = encode({ type: 'payment_method.saved', created_at, environment: 'test', data });
  return send(context, { provider: 'sandbox', body });
}

/** Ends whatever a test left behind, so that it is not due in the next one. */
export async function endAll(database: Database): Promise<void> {
  await database.execute(sql`update renewal_clocks set state = 'stopped', state_reason = 'over', next_run_at = null`);
  await database.execute(sql`update charge_operations set state = 'voided', settled_at = now(),
    next_attempt_at = null, leased_until = null, dunning_at = null where settled_at is null`);
  await database.execute(sql`update subscriptions set status = 'canceled', ended_at = now() where ended_at is null`);
}
