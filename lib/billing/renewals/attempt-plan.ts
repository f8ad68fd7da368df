import type { ChargeOperation } from './operations';

/** What is done about an operation that is due. */
export type AttemptPlan =
  /** Sent under the key of this try, or of a new one behind a definite decline. */
  | { kind: 'send'; isNewTry: boolean }
  /** How the charge stands that we know of. */
  | { kind: 'look_up'; providerPaymentId: string }
  /** A charge that waits for the buyer is called off, so that it cannot be paid beside the next one. */
  | { kind: 'withdraw'; providerPaymentId: string }
  /** Whether there is a charge of this operation. Unsent, or past its key's horizon, what is not listed is absent. */
  | { kind: 'list'; isAbsenceSure: boolean }
  /** Nothing can be known before then. */
  | { kind: 'rest'; until: Date };

type Due = Pick<
  ChargeOperation,
  'state' | 'cancelMode' | 'providerPaymentId' | 'tryAttempts' | 'maxAttempts' | 'tryStartedAt'
>;

/**
 * What a due operation needs. Pure. A key is sent again only while its provider certainly remembers it: from an hour
 * before the horizon on the charge is looked for instead, and from an hour behind it on its absence is believed.
 */
export function planAttempt(
  operation: Due,
  { now, keyHorizonHours }: { now: Date; keyHorizonHours: number },
): AttemptPlan {
  const { state, cancelMode, providerPaymentId, tryAttempts, maxAttempts, tryStartedAt } = operation;
  if (state === 'declined') return { kind: 'send', isNewTry: true };
  if (providerPaymentId !== null) {
    const isWithdrawn = state === 'pending' || (state === 'action_required' && cancelMode !== null);
    return { kind: isWithdrawn ? 'withdraw' : 'look_up', providerPaymentId };
  }
  if (tryAttempts === 0 || tryStartedAt === null)
    return cancelMode === null ? { kind: 'send', isNewTry: false } : { kind: 'list', isAbsenceSure: true };
  const surelyAbsentFrom = hoursAfter(tryStartedAt, keyHorizonHours + marginHours);
  const isAbsenceSure = now >= surelyAbsentFrom;
  if (isAbsenceSure || cancelMode !== null) return { kind: 'list', isAbsenceSure };
  const isKeySafe = now < hoursAfter(tryStartedAt, keyHorizonHours - marginHours);
  return isKeySafe && tryAttempts < maxAttempts
    ? { kind: 'send', isNewTry: false }
    : { kind: 'rest', until: surelyAbsentFrom };
}

/** Minutes from one attempt of a try to the next: eight of them within 19 h 21 min, each later than the last. */
const pauseMinutes = [1, 5, 15, 60, 180, 360, 540] as const;
const marginHours = 1;

/** When a try whose outcome is not known is attempted again. Null: all its attempts are made. Pure. */
export function nextAttemptAt(
  { tryAttempts, maxAttempts }: Pick<Due, 'tryAttempts' | 'maxAttempts'>,
  now: Date,
): Date | null {
  const pause = pauseMinutes[tryAttempts - 1];
  return tryAttempts >= maxAttempts || pause === undefined ? null : new Date(now.getTime() + pause * 60_000);
}

/** When the charge of a key that was sent in vain is looked for. Pure. */
export function exhaustedUntil(tryStartedAt: Date, keyHorizonHours: number): Date {
  return hoursAfter(tryStartedAt, keyHorizonHours + marginHours);
}

/** When a charge that is not final is looked up again: after half of the time that it took so far. Pure. */
export function nextLookUpAt(startedAt: Date | null, now: Date): Date {
  const half = startedAt === null ? 0 : (now.getTime() - startedAt.getTime()) / 2;
  return new Date(now.getTime() + Math.min(Math.max(half, minute), 6 * 60 * minute));
}

const minute = 60_000;

function hoursAfter(at: Date, hours: number): Date {
  return new Date(at.getTime() + hours * 60 * minute);
}
