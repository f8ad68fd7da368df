import type { Database } from '@/db/client';
import type { BillingContext } from './context';
import { dripAllowances } from './credits/drip';
import { expireLots } from './credits/expire';
import { expireHolds } from './credits/hold';
import { removeDemos } from './demo/remove';
import { deliverMessages } from './outbox/deliver';
import { deliverOutgoing } from './outbox/outgoing';
import { reconcileDue } from './reconciliation/schedule';
import { chargeDue } from './renewals/charge';
import { dunDue } from './renewals/dunning';
import { sweepClocks } from './renewals/sweep';
import { tickDue } from './renewals/tick';
import { forgetAnswers, forgetCounts } from './retention/forget';
import { prune } from './retention/prune';
import { beginTopUps } from './top-ups/begin';
import { chargeTopUps } from './top-ups/charge';
import { attemptDue } from './webhooks/due';
import { sqlState } from './webhooks/failure';
import { lookUp } from './webhooks/lookups';

/** What a step may take of one pass. */
export interface Pass {
  /** Asked before each piece of work; the piece in hand is finished. */
  isTimeLeft(): boolean;
  /** Pieces of work at most. */
  limit: number;
}

/** One kind of work that falls due. Returns how many pieces it did; as many as `limit` says that more may be due. */
export interface DrainStep {
  name: string;
  run(context: BillingContext, pass: Pass): Promise<number>;
}

/** Pieces of work done, by the step's name. */
export type Drained = Readonly<Record<string, number>>;

export interface DrainOptions {
  budgetMs: number;
  /** Once aborted, the piece of work in hand is the last one. */
  stopping?: AbortSignal;
}

const batch = 100;

/** In turn, each with its share of the time, so that none starves the ones after it. */
const steps: readonly DrainStep[] = [
  { name: 'events', run: attemptDue },
  { name: 'lookUps', run: lookUp },
  { name: 'renewals', run: (context, pass) => tickDue(context, pass) },
  { name: 'charges', run: (context, pass) => chargeDue(context, pass) },
  { name: 'dunning', run: (context, pass) => dunDue(context, pass) },
  { name: 'holds', run: (context, { limit }) => expireHolds(context, context.clock.now(), limit) },
  { name: 'allowances', run: (context, { limit }) => dripAllowances(context, context.clock.now(), limit) },
  { name: 'teamsWithExpiredLots', run: (context, { limit }) => expireLots(context, context.clock.now(), limit) },
  { name: 'topUpsBegun', run: (context, pass) => beginTopUps(context, pass) },
  { name: 'topUpsCharged', run: (context, pass) => chargeTopUps(context, pass) },
  { name: 'messages', run: deliverMessages },
  { name: 'outgoingWebhooks', run: (context, pass) => deliverOutgoing(context, pass) },
  { name: 'renewalSweep', run: sweepClocks },
  { name: 'pruned', run: prune },
  { name: 'answersForgotten', run: forgetAnswers },
  { name: 'countsForgotten', run: forgetCounts },
  { name: 'demosRemoved', run: removeDemos },
  { name: 'reconciliations', run: reconcileDue },
];

/**
 * One bounded pass over everything that is due. Safe to run in any number of processes at once; `budgetMs` bounds when
 * the last piece of work begins. A step that has more to do than its share gets another turn when the others had theirs. One
 * whose turn did not come, since a piece of work before it took too long, is the first of the next pass.
 */
export async function drain(context: BillingContext, { budgetMs, stopping }: DrainOptions): Promise<Drained> {
  const endsAt = context.clock.now().getTime() + budgetMs;
  const drained: Record<string, number> = {};
  for (let open = inTurn(context); open.length > 0; ) {
    const unfinished: DrainStep[] = [];
    for (const [index, step] of open.entries()) {
      const left = endsAt - context.clock.now().getTime();
      if (left <= 0 || stopping?.aborted) {
        cutOff.set(context.database, step);
        return drained;
      }
      const share = { milliseconds: left / (open.length - index), stopping };
      const { count, isFinished } = await runStep(context, step, share);
      drained[step.name] = (drained[step.name] ?? 0) + count;
      if (!isFinished) unfinished.push(step);
    }
    open = unfinished;
  }
  return drained;
}

/** Whose turn did not come in the pass before. */
const cutOff = new WeakMap<Database, DrainStep>();

function inTurn({ database }: BillingContext): readonly DrainStep[] {
  const first = cutOff.get(database);
  cutOff.delete(database);
  const from = first ? steps.indexOf(first) : 0;
  return [...steps.slice(from), ...steps.slice(0, from)];
}

async function runStep(
  context: BillingContext,
  step: DrainStep,
  { milliseconds, stopping }: { milliseconds: number; stopping: AbortSignal | undefined },
): Promise<{ count: number; isFinished: boolean }> {
  const endsAt = context.clock.now().getTime() + milliseconds;
  let isCutShort = false;
  const isTimeLeft = () => {
    isCutShort ||= stopping?.aborted === true || context.clock.now().getTime() >= endsAt;
    return !isCutShort;
  };
  try {
    const count = await step.run(context, { isTimeLeft, limit: batch });
    return { count, isFinished: count < batch && !isCutShort };
  } catch (error) {
    // What went wrong in one kind of work must not keep the others from their turn.
    const name = error instanceof Error ? error.name : 'unknown';
    context.log.error({ step: step.name, error: name, code: sqlState(error) }, 'step failed');
    return { count: 0, isFinished: true };
  }
}
