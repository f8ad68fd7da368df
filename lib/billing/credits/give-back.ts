import { sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { prepared } from '@/db/prepared';
import { creditGrants, creditPurchases, subscriptionBillingPeriods } from '@/db/schema';
import { afterDebt, planGiveBack, type Room } from './balance';
import { type Cause, lockCredits, moveCredits } from './ledger';
import type { ReversiblePayment } from './reversible';

/**
 * A dispute that was won or a refund that failed: back into the payment's own lots, debt first. Where those are over,
 * into others that run, as far as the room there is not what reversals of their own payments took.
 */
export async function giveBack(
  tx: Transaction,
  payment: ReversiblePayment,
  { credits, cause }: { credits: number; cause: Cause },
): Promise<void> {
  const locked = await lockCredits(tx, payment.teamId, '');
  const lots = await selectRoom(tx, { teamId: payment.teamId, at: cause.at.toISOString() });
  const parts = planGiveBack(
    lots.map((lot) => readRoom(payment, lot)),
    afterDebt(locked.balance, credits),
  );
  await moveCredits(
    tx,
    { delta: credits, held: 0, lots: parts.map((part) => ({ lotId: part.lotId, remaining: part.credits, held: 0 })) },
    cause,
  );
}

interface RoomRow {
  id: string;
  source_type: string;
  source_key: string;
  amount: string;
  remaining: string;
  owed: string;
  is_over: boolean;
}

function readRoom({ of, lotKeys }: ReversiblePayment, row: RoomRow): Room {
  return {
    id: row.id,
    amount: Number(row.amount),
    remaining: Number(row.remaining),
    owed: Number(row.owed),
    isOwn: row.source_type === of && lotKeys.includes(row.source_key),
    isOver: row.is_over,
  };
}

const value = sql.placeholder;

// What expires first comes first. A period's lots are named after it, one for each month of a year.
const selectRoom = prepared<RoomRow>(sql`
    select lot.id, lot.source_type, lot.source_key, lot.amount, lot.remaining,
      coalesce(lot.expires_at <= ${value('at')}::timestamptz, false) as is_over,
      coalesce(purchase.refunded_credits, period.refunded_credits, 0) as owed
    from ${creditGrants} as lot
    left join ${creditPurchases} as purchase on lot.source_type = 'purchase' and purchase.id = lot.source_key
    left join ${subscriptionBillingPeriods} as period
      on lot.source_type = 'period' and period.id = split_part(lot.source_key, ':', 1)
    where lot.team_id = ${value('teamId')} and lot.amount > lot.remaining
    order by lot.expires_at nulls last, lot.created_at, lot.id`);
