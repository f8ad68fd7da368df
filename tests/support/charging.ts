import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { sandboxCharger } from '@/lib/billing/providers/sandbox/charger';
import { encode } from '@/lib/billing/providers/sandbox/messages';
import { dunDue } from '@/lib/billing/renewals/dunning';
import { send } from './billing';
import { type PaymentServer, startPaymentServer } from './payments-api';
import type { LedgerCharge } from './payments-api/ledger';
import { newRenewing } from './renewing';
import { one, rows } from './state';

const minute = 60_000;

/** A team that we renew, charged over HTTP by a payment service that keeps an effect ledger. */
export async function newCharging(
  database: Database,
  { start, timeoutMs }: { start?: string; timeoutMs?: number } = {},
) {
  const renewing = await newRenewing(database, start);
  const { clock, context, pass, teamId } = renewing;
  const server = await startPaymentServer(() => clock.now());
  opened.push(server);
  const address = { appUrl: 'http://localhost:3000', apiKey: 'secret', apiUrl: `${server.origin}/sandbox/api` };
  const chargerOf = (limit?: number) =>
    sandboxCharger({ ...address, ...(limit ? { timeoutMs: limit } : {}), now: () => clock.now() });
  const charger = chargerOf(timeoutMs);
  Object.assign(context, { chargers: { sandbox: charger } });
  const { ledger } = server;
  const pay = () => renewing.charge();
  return {
    ...renewing,
    ...{ server, ledger, charger },
    /** Subscribes, pays the first cycle, and forgets what the ledger saw of it. */
    subscribed: async () => {
      const methodId = `sbx_pm_${randomUUID()}`;
      await renewing.saveCard({ methodId });
      const subscription = await renewing.subscribe();
      await pay();
      ledger.deliveries.length = 0;
      return { ...subscription, methodId };
    },
    /** Goes on by this long and does what is due for charges and dunning, until nothing is. */
    after: async (milliseconds: number) => {
      clock.advance(milliseconds);
      while ((await pay()) + (await dunDue(context, pass)) > 0);
    },
    /** Charges what is due, of which an answer is held back: only this request has little time. */
    runOutOfTime: async () => {
      Object.assign(context, { chargers: { sandbox: chargerOf(1000) } });
      await pay();
      Object.assign(context, { chargers: { sandbox: charger } });
    },
    afterMinutes: async (minutes: number) => {
      clock.advance(minutes * minute);
      return pay();
    },
    /** To the start of a cycle, and registers it. Nothing is charged. */
    toCycle: async (at = '2027-02-28T14:02:10.000Z') => {
      clock.set(at);
      await renewing.tick();
    },
    dun: () => dunDue(context, pass),
    newest: () =>
      one(
        database,
        sql`select id, state, attempts, try_no, try_attempts, next_attempt_at, last_class, error_code,
            provider_payment_id, first_failed_at, dunning_step, refund_due_at, action_url
          from charge_operations where team_id = ${teamId} order by cycle_no desc limit 1`,
      ),
    standing: () =>
      one(
        database,
        sql`select s.status, s.past_due_since is not null as is_failing, s.ended_at is not null as has_ended,
            s.cancel_at_period_end,
            (select count(*)::int from subscription_billing_periods p where p.subscription_id = s.id) as periods,
            (select max(p.kind) from subscription_billing_periods p where p.subscription_id = s.id
              and p.period_end = s.current_period_end) as newest_kind,
            (select count(*)::int from credit_grants g where g.team_id = s.team_id) as lots
          from subscriptions s where s.team_id = ${teamId} order by s.created_at desc, s.id desc limit 1`,
      ),
    attempts: () =>
      rows(
        database,
        sql`select attempt_no, try_no, kind, idempotency_key, answer_class, is_late from charge_attempts
          where operation_id like 'charge:%' and operation_id in
            (select id from charge_operations where team_id = ${teamId} and cycle_no > 0) order by operation_id, attempt_no`,
      ),
    messages: async () => {
      const found = await rows(
        database,
        sql`select event_type, dedup_key from subscription_outbox where team_id = ${teamId} order by created_at, id`,
      );
      return found.map(({ event_type }) => event_type);
    },
    /** The provider's own webhook of a charge. */
    tellCharge: (charge: LedgerCharge) =>
      send(context, {
        provider: 'sandbox',
        body: encode({
          ...{ type: 'charge.succeeded', environment: 'test' },
          created_at: clock.now().toISOString().replace('Z', '000Z'),
          data: {
            ...{ payment_id: charge.paymentId, amount_minor: charge.amountMinor, currency: charge.currency },
            ...{ customer_id: charge.customerId, metadata: charge.metadata },
          },
        }),
      }),
  };
}

export type Charging = Awaited<ReturnType<typeof newCharging>>;

const opened: PaymentServer[] = [];

/** Nothing of one test is due in the next, and no server is left. */
export async function settleDown(database: Database): Promise<void> {
  for (const server of opened.splice(0)) {
    server.release();
    await server.close();
  }
  await database.execute(sql`update charge_operations set next_attempt_at = null, dunning_at = null`);
  await database.execute(
    sql`update renewal_clocks set state = 'stopped', state_reason = 'test', next_run_at = null where state = 'running'`,
  );
}
