import { sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { prepared } from '@/db/prepared';
import { teams } from '@/db/schema';
import type { BillingEvent } from '../events';
import { periodSubject } from '../subscriptions/judge-period';
import type { Failure } from './failure';
import type { CaseFinding, Outcome, Payment } from './outcome';

/** What an event says was paid; null where no money moved. */
export function paymentOf(event: BillingEvent): Payment | null {
  switch (event.kind) {
    case 'purchase_paid':
      return payment(event.purchaseKey, event);
    case 'period_paid':
      return payment(periodSubject(event), event);
    case 'proration_paid':
      return payment(event.prorationKey, event);
    default:
      return null;
  }
}

function payment(subject: string, { price, paidAt }: Extract<BillingEvent, { price: unknown }>): Payment | null {
  const { amountMinor, currency } = price;
  return amountMinor === 0 ? null : { subject, amountMinor, currency, paidAt };
}

/**
 * What was newly paid for a team that is deleted: it is on record like any other, and a person has to give it back. What
 * the payment wrote refers to the team, so that a deletion at the same moment is either seen here or comes after it.
 */
export async function findPaymentsForDeletedTeam(tx: Transaction, result: Outcome | Failure): Promise<CaseFinding[]> {
  if (result.kind !== 'applied' || !result.payments?.length) return [];
  const { teamId, payments } = result;
  const [deleted] = await selectDeleted(tx, { teamId });
  if (!deleted) return [];
  const local = { teamId, deletedAt: deleted.deleted_at };
  return payments.map(({ subject, ...remote }) => ({ kind: 'payment_for_deleted_team', subject, local, remote }));
}

const selectDeleted = prepared<{ deleted_at: string }>(sql`
    select deleted_at from ${teams} where id = ${sql.placeholder('teamId')} and deleted_at is not null`);
