import { uuidv7 } from 'uuidv7';
import type { Transaction } from '@/db/client';
import type { Plan } from '../catalog';
import { rememberCustomer } from '../customers/store';
import type { ProviderName } from '../events';
import type { BillingSettings } from '../settings';
import { insertOwnAudits, type OwnChange } from '../subscriptions/audits';
import { insertSubscription, type Subscription } from '../subscriptions/store';
import { insertClock, type RenewalClock } from './clocks';
import { atDate, wholeSecond } from './instants';
import { registerOperation } from './operations';
import type { PaymentMethod } from './payment-methods';
import { intervalOf, payloadOf } from './price';
import { cycleRange, startOf } from './schedule';

export interface Beginning {
  teamId: string;
  provider: ProviderName;
  plan: Plan;
  quantity: number;
  method: PaymentMethod;
}

/**
 * Begins a subscription that we renew: its row, its clock, which is due one interval from now, and the charge of its
 * first cycle. It counts for access once that is paid.
 */
export async function beginSubscription(
  tx: Transaction,
  own: OwnChange & { settings: Pick<BillingSettings, 'renewals'> },
  beginning: Beginning,
): Promise<Subscription> {
  const { teamId, provider, plan, quantity, method } = beginning;
  const { providerCustomerId } = method;
  const startedAt = wholeSecond(own.now);
  const anchor = {
    ...{ anchor: startedAt, anchorCycleNo: 0, interval: intervalOf(plan) },
    timeZone: own.settings.renewals.timeZone,
  };
  const range = cycleRange(anchor, 0);
  await rememberCustomer(tx, { provider, providerCustomerId, teamId });
  const { subscription } = await insertSubscription(
    tx,
    {
      ...{ teamId, provider, clockOwner: 'us', providerSubscriptionId: `own_${uuidv7()}`, providerCustomerId },
      ...{ status: 'incomplete', plan: plan.item, quantity, startedAt },
      ...{ providerPeriodStart: range.start, providerPeriodEnd: range.end },
    },
    own.now,
  );
  const { id: subscriptionId } = subscription;
  const nextDueAt = startOf(anchor, 1);
  const clock = await insertClock(
    tx,
    {
      ...{ subscriptionId, teamId, state: 'running', anchor: startedAt, timeZone: anchor.timeZone },
      ...{ intervalUnit: anchor.interval.unit, intervalCount: anchor.interval.count, item: plan.item, quantity },
      ...{ nextCycleNo: 1, nextDueAt, nextRunAt: atDate(nextDueAt) },
    },
    own.now,
  );
  await registerFirst(tx, own, { clock, plan, provider, range });
  return subscription;
}

async function registerFirst(
  tx: Transaction,
  own: OwnChange & { settings: Pick<BillingSettings, 'renewals'> },
  { clock, plan, provider, range }: FirstCycle,
): Promise<void> {
  const { subscriptionId, quantity, anchor: occurredAt, teamId } = clock;
  const payload = payloadOf(plan, { provider, quantity, range });
  const { maxAttempts } = own.settings.renewals;
  const { operation } = await registerOperation(tx, {
    ...{ clock, cycleNo: 0, payload, state: 'pending', maxAttempts, at: own.now },
  });
  const { item, amountMinor, currency } = payload;
  await insertOwnAudits(tx, own, [
    { subscriptionId, eventType: 'subscription_created', occurredAt, details: { teamId, item, quantity } },
    { subscriptionId, eventType: 'clock_started', occurredAt, details: { nextDueAt: clock.nextDueAt } },
    {
      ...{ subscriptionId, eventType: 'charge_registered', occurredAt },
      details: { operationId: operation.id, cycleNo: 0, amountMinor, currency, ...range },
    },
  ]);
}

interface FirstCycle {
  clock: RenewalClock;
  plan: Plan;
  provider: ProviderName;
  range: { start: string; end: string };
}
