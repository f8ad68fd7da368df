import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { createCatalog, type Plan } from '@/lib/billing/catalog';
import { grantPeriodAllowance } from '@/lib/billing/credits/allowance';
import { recordReversal } from '@/lib/billing/credits/reverse';
import type { PaymentRefunded } from '@/lib/billing/events';
import { insertPeriod, markSuperseded, type Period } from '@/lib/billing/subscriptions/periods';
import { insertSubscription, type NewSubscription, type Subscription } from '@/lib/billing/subscriptions/store';
import type { Applying, Outcome } from '@/lib/billing/webhooks/outcome';
import { fixedClock } from '@/lib/clock';
import { createTeam, testContext, testPriceIds, testSettings } from './billing';
import { testItems } from './catalog';
import { rows } from './state';

const keepsCredits: Plan = {
  ...{ kind: 'plan', item: 'keeper_monthly', name: 'Keeper', creditsPerMonth: 300, interval: 'month' },
  ...{ amountMinor: 900, currency: 'USD', rollover: true },
};

/** The shop's items, and a plan whose credits stay. */
export const planCatalog = createCatalog([...testItems, keepsCredits], testPriceIds);

/** A team with a subscription, on a clock of its own, whose periods are paid by hand. */
export async function subscribed(
  database: Database,
  { at, ...values }: { at: string; teamId?: string } & Partial<NewSubscription>,
) {
  const clock = fixedClock(at);
  const context = testContext(database, { clock, settings: testSettings({ catalog: planCatalog }) });
  const teamId = values.teamId ?? (await createTeam(database));
  const { subscription } = await database.transaction((tx) =>
    insertSubscription(
      tx,
      {
        ...{ providerSubscriptionId: `sub_${randomUUID()}`, status: 'active', isCurrent: true },
        ...values,
        ...{ teamId, provider: 'sandbox' },
      },
      clock.now(),
    ),
  );
  const applying = (): Applying => ({
    provider: 'sandbox',
    eventId: `evt_${randomUUID()}`,
    catalog: planCatalog,
    renewals: context.settings.renewals,
    now: clock.now(),
  });
  const inTransaction = <T>(work: (tx: Transaction) => Promise<T>) => database.transaction(work);
  return {
    ...{ clock, context, teamId, subscription, applying, inTransaction },
    pay: (paid: Paid) => inTransaction((tx) => payPeriod(tx, applying(), { ...paid, subscription })),
    refund: (refund: Partial<PaymentRefunded> & { providerPaymentId: string }) =>
      inTransaction((tx) => refundPayment(tx, applying(), refund)),
  };
}

export interface Paid {
  plan: string;
  start: string;
  end: string;
  quantity?: number;
  paidAt?: string;
  amountMinor?: number;
  paymentId?: string;
  orderPaymentId?: string;
  replaces?: Period;
  kind?: Period['kind'];
}

async function payPeriod(
  tx: Transaction,
  applying: Applying,
  { subscription, ...paid }: Paid & { subscription: Subscription },
): Promise<Period> {
  const { plan, start, end, quantity = 1, amountMinor = 2900, replaces } = paid;
  const key = randomUUID();
  if (replaces) await markSuperseded(tx, replaces.id, start);
  const period = await insertPeriod(
    tx,
    {
      ...{ subscriptionId: subscription.id, provider: 'sandbox', providerRenewalKey: `in_${key}` },
      ...{ providerEventId: applying.eventId, providerPaymentId: paid.paymentId ?? `pay_${key}` },
      ...{ providerOrderPaymentId: paid.orderPaymentId ?? null, providerInvoiceId: `in_${key}` },
      ...{ periodStart: start, periodEnd: end, paidAt: paid.paidAt ?? start, plan, quantity },
      ...{ paidAmountMinor: amountMinor, subtotalMinor: amountMinor, discountMinor: 0, taxMinor: 0, currency: 'USD' },
      ...{ kind: paid.kind ?? (replaces ? 'replacement' : 'renewal'), periodSource: 'provider' },
    },
    applying.now,
  );
  if (!period) throw new Error('The key is a new one.');
  const { id: periodId } = period;
  const { teamId } = subscription;
  const span = { periodStart: start, periodEnd: end, supersedes: replaces?.id ?? null };
  await grantPeriodAllowance(tx, applying, { periodId, teamId, plan, quantity, ...span });
  return period;
}

function refundPayment(
  tx: Transaction,
  applying: Applying,
  refund: Partial<PaymentRefunded> & { providerPaymentId: string },
): Promise<Outcome> {
  return recordReversal(tx, applying, {
    ...{
      kind: 'payment_refunded',
      occurredAt: '2026-09-10T00:00:00.000000Z',
      providerReversalId: `re_${randomUUID()}`,
    },
    ...{ amountMinor: 2900, totalMinor: 2900, currency: 'USD', cumulative: false, status: 'succeeded', of: 'period' },
    ...refund,
  });
}

/** A team's movements as `kind delta`, in order. */
export async function movementsOf(database: Database, teamId: string): Promise<string[]> {
  const found = await rows(
    database,
    sql`select kind, delta from credit_ledger_entries where team_id = ${teamId} order by sequence`,
  );
  return found.map(({ kind, delta }) => `${kind} ${delta}`);
}
