import { createHash } from 'node:crypto';
import type { Transaction } from '@/db/client';
import type { BillingContext } from '../context';
import type { BillingEvent } from '../events';
import type { ProviderMessage } from '../providers/provider';
import { closeCases, openCase } from '../reconciliation/cases';
import { findAffectedTeam } from './affected';
import { applyEvents, isUndone, lockEventsExclusively } from './apply';
import { findPaymentsForDeletedTeam } from './deleted-team';
import { type Failure, failureOf, isTimingConflict } from './failure';
import { type EventKey, type InboxState, settleReceipt, wakeWaiting } from './inbox';
import type { Applying, CaseFinding, FaultCode, Outcome } from './outcome';
import { decideSettlement, parkingKinds } from './settlement';

/** An inbox row that this transaction has locked, with what its body says. */
export interface Attempt {
  key: EventKey;
  message: ProviderMessage;
  receivedAt: Date;
  attempts: number;
  /** What the attempt before left. */
  previous: { state: InboxState; errorCode: string | null; assignedTeamId: string | null } | null;
}

export interface Attempted {
  state: InboxState;
  outcome: string;
  code: string | null;
  teamId: string | null;
  /** Events that were waiting for what this one created. */
  woken: EventKey[];
}

/** Works on one event and writes how that ended, all in the caller's transaction. */
export async function attempt(
  tx: Transaction,
  context: BillingContext,
  { key, message, ...row }: Attempt,
): Promise<Attempted> {
  const now = context.clock.now();
  const assignedTeamId = row.previous?.assignedTeamId ?? null;
  const result = await work(tx, context, { key, message, now, assignedTeamId });
  return settleAttempt(tx, context, { key, subjectKey: message.subjectKey, ...row, result, now });
}

interface Ended extends Omit<Attempt, 'message'> {
  subjectKey: string | null;
  result: Outcome | Failure;
  /** The time that what it wrote has: by it they find each other. */
  now: Date;
}

/** Writes how an attempt ended, and does what follows from it. */
export async function settleAttempt(
  tx: Transaction,
  context: BillingContext,
  { key, subjectKey, result, now, ...row }: Ended,
): Promise<Attempted> {
  const subject = subjectKey ?? `event:${key.eventId}`;
  const settlement = decideSettlement(result, { ...row, now, subject, jitter: jitterOf(key, row.attempts) });
  const origin = { ...key, teamId: settlement.teamId, at: now };
  const created = 'created' in result ? (result.created ?? []) : [];
  const [woken, , late] = await Promise.all([
    wakeWaiting(tx, created, now),
    settleReceipt(tx, key, settlement),
    findPaymentsForDeletedTeam(tx, result),
  ]);
  const isParkedAsBefore = settlement.state === 'parked' && settlement.errorCode === row.previous?.errorCode;
  if (row.previous?.state === 'parked' && !isParkedAsBefore)
    await closeCases(tx, { ...key, kinds: parkingKinds(row.previous.errorCode), at: now });
  for (const finding of [...settlement.cases, ...late]) await openCase(tx, finding, origin);
  await context.onStep?.('settled');
  return {
    state: settlement.state,
    outcome: settlement.outcome,
    code: settlement.errorCode,
    teamId: settlement.teamId,
    woken,
  };
}

interface Working {
  key: EventKey;
  message: ProviderMessage;
  now: Date;
  assignedTeamId: string | null;
}

async function work(
  tx: Transaction,
  context: BillingContext,
  { key, message, now, assignedTeamId }: Working,
): Promise<Outcome | Failure> {
  const judged = judge(context, key, message);
  if (judged.kind !== 'events') return judged;
  const applying = {
    provider: key.provider,
    eventId: key.eventId,
    catalog: context.settings.catalog,
    renewals: context.settings.renewals,
    now,
    assignedTeamId,
  };
  const apply = () =>
    inSavepoint(tx, async (inner) => {
      const outcome = await applyEvents(inner, applying, judged.events);
      await context.onStep?.('worked');
      if (isUndone(outcome)) throw new Undone(outcome);
      return outcome;
    });
  const outcome = await apply();
  if (outcome.kind === 'failure') return withTeam(tx, applying, { failure: outcome, events: judged.events });
  if (outcome.kind !== 'waiting') return outcome;
  // The rollback gave the locks back, so what was missing could now be committed without seeing this row, and never
  // wake it. Taken outside they last until the commit, and under them the answer is final.
  const notLocked = await inSavepoint(tx, (inner) => lockEventsExclusively(inner, applying, judged.events));
  return notLocked ?? apply();
}

/** Whom it failed for, so that a team that is busy keeps no other waiting. */
async function withTeam(
  tx: Transaction,
  applying: Applying,
  { failure, events }: { failure: Failure; events: readonly BillingEvent[] },
): Promise<Failure> {
  const teamId = await inSavepoint(tx, (inner) => findAffectedTeam(inner, applying, events));
  return typeof teamId === 'string' ? { ...failure, teamId } : failure;
}

/** From 0 to 1, the same for the same attempt: what fell due together spreads, and a test can foresee it. */
function jitterOf({ provider, eventId }: EventKey, attempts: number): number {
  return createHash('sha256').update(`${provider}:${eventId}:${attempts}`).digest().readUInt32BE() / 2 ** 32;
}

/** What fails inside leaves the receipt alone. */
async function inSavepoint<T>(
  tx: Transaction,
  work: (inner: Transaction) => Promise<T>,
): Promise<T | Outcome | Failure> {
  try {
    return await tx.transaction(work);
  } catch (error) {
    if (error instanceof Undone) return error.outcome;
    if (isTimingConflict(error)) throw error;
    return failureOf(error);
  }
}

/** Rolls back to the savepoint and carries the outcome out. */
class Undone extends Error {
  constructor(readonly outcome: Outcome) {
    super('undone');
  }
}

/** What can be said before any table is read. */
function judge(
  { settings }: BillingContext,
  key: EventKey,
  message: ProviderMessage,
): Outcome | { kind: 'events'; events: readonly BillingEvent[] } {
  const account = settings.providers[key.provider]?.account ?? null;
  if (message.environment !== null && message.environment !== settings.environment) {
    return fault('environment_mismatch', { environment: settings.environment }, { environment: message.environment });
  }
  if (message.account !== null && account !== null && message.account !== account) {
    return fault('account_mismatch', { account }, { account: message.account });
  }
  const { content } = message;
  if (content.kind === 'unreadable') return fault('unreadable_payload', null, { reason: content.reason });
  if (content.kind === 'ignored') return { kind: 'ignored', reason: content.reason };
  return { kind: 'events', events: content.events };

  function fault(kind: FaultCode, local: CaseFinding['local'], remote: CaseFinding['remote']): Outcome {
    const subject = message.subjectKey ?? `event:${key.eventId}`;
    return { kind: 'parked', teamId: null, finding: { kind, subject, local, remote } };
  }
}
