import type { BillingContext } from '../context';
import { type Adjusted, adjust } from '../credits/adjust';
import { type Operator, recordAction, requireReason, subjects } from './actions';

export interface Adjustment {
  teamId: string;
  /** Whole; above zero they are granted, below zero taken. */
  credits: number;
  /** 1 to 200 characters: the same key moves credits once. */
  idempotencyKey: string;
  /** Taking goes below zero only when told so. */
  mayGoBelowZero?: boolean;
  by: Operator;
}

/**
 * Grants or takes credits by hand. Throws `reason_required`, `unknown_team`, `invalid_credits`,
 * `invalid_idempotency_key`, `idempotency_key_reused`, `insufficient_credits`.
 */
export async function adjustCredits(context: BillingContext, adjustment: Adjustment): Promise<Adjusted> {
  const { by, teamId, credits, idempotencyKey, mayGoBelowZero = false } = adjustment;
  const reason = requireReason(by);
  const at = context.clock.now();
  return context.database.transaction(async (tx) => {
    const request = { teamId, credits, idempotencyKey, mayGoBelowZero, reason, actor: `operator:${by.actorId}` };
    const adjusted = await adjust(tx, at, request);
    if (adjusted.duplicate) return adjusted;
    await recordAction(tx, {
      ...{ by, action: 'credits_adjusted', subject: subjects.team(teamId), teamId, at },
      details: { credits, entryId: adjusted.entryId, balanceAfter: adjusted.balanceAfter },
    });
    return adjusted;
  });
}
