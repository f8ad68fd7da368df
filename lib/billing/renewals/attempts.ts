import { and, asc, eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { chargeAttempts } from '@/db/schema';
import type { AnswerClass } from './decline';

export type ChargeAttempt = typeof chargeAttempts.$inferSelect;

/** An attempt, by the operation and its number in it. */
export interface AttemptKey {
  operationId: string;
  attemptNo: number;
}

/** Writes an attempt before it is made: one without an answer may have reached the provider. */
export async function insertAttempt(
  tx: Transaction,
  attempt: Omit<ChargeAttempt, 'answeredAt' | 'answerClass' | 'code' | 'providerPaymentId' | 'isLate'>,
): Promise<void> {
  await tx.insert(chargeAttempts).values(attempt);
}

export interface AttemptAnswer {
  answerClass: AnswerClass | 'absent' | 'no_answer';
  code: string | null;
  providerPaymentId: string | null;
  /** A newer attempt was under way when it came. */
  isLate: boolean;
  answeredAt: Date;
}

/** Writes what came of an attempt. */
export async function answerAttempt(
  tx: Transaction,
  { operationId, attemptNo }: AttemptKey,
  answer: AttemptAnswer,
): Promise<void> {
  await tx
    .update(chargeAttempts)
    .set(answer)
    .where(and(eq(chargeAttempts.operationId, operationId), eq(chargeAttempts.attemptNo, attemptNo)));
}

/** Every attempt of an operation, in order. */
export async function listAttempts(on: Queryable, operationId: string): Promise<ChargeAttempt[]> {
  return on
    .select()
    .from(chargeAttempts)
    .where(eq(chargeAttempts.operationId, operationId))
    .orderBy(asc(chargeAttempts.attemptNo));
}
