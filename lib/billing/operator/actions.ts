import { uuidv7 } from 'uuidv7';
import type { Transaction } from '@/db/client';
import { operatorActions } from '@/db/schema';
import type { EventKey } from '../webhooks/inbox';
import { OperatorError } from './errors';

export const operatorActionKinds = [
  'event_replayed',
  'event_dismissed',
  'event_assigned',
  'events_replayed',
  'case_resolved',
  'credits_adjusted',
  'message_resent',
  'charge_decided',
  'refund_noted',
  'clock_restarted',
] as const;
export type OperatorActionKind = (typeof operatorActionKinds)[number];

/** Who does something, and why. Where no reason is required it may be empty. */
export interface Operator {
  /** A user's id. */
  actorId: string;
  reason?: string | null;
}

export interface OperatorAction {
  by: Operator;
  action: OperatorActionKind;
  subject: string;
  teamId: string | null;
  details: Record<string, unknown>;
  at: Date;
}

/** Writes down what an operator did, in the transaction that does it. */
export async function recordAction(
  tx: Transaction,
  { by, action, subject, teamId, details, at }: OperatorAction,
): Promise<void> {
  const { actorId } = by;
  const reason = by.reason?.trim() || null;
  await tx
    .insert(operatorActions)
    .values({ id: uuidv7(), actorId, action, subject, teamId, reason, details, createdAt: at });
}

/** The reason, where one has to be given. Throws `reason_required`. */
export function requireReason({ reason }: Operator): string {
  const given = reason?.trim() ?? '';
  if (given.length < 3 || given.length > 500) throw OperatorError.reasonRequired();
  return given;
}

/** What an action is about. */
export const subjects = {
  event: ({ provider, eventId }: EventKey) => `event:${provider}:${eventId}`,
  case: (caseId: string) => `case:${caseId}`,
  team: (teamId: string) => `team:${teamId}`,
  message: (messageId: string) => `message:${messageId}`,
  charge: (operationId: string) => operationId,
  clock: (subscriptionId: string) => `clock:${subscriptionId}`,
  code: (code: string) => `code:${code}`,
};
