import type { Transaction } from '@/db/client';
import type { BillingContext } from '../context';
import type { ProviderName } from '../events';
import type { ProviderCharge } from '../providers/charger';
import { openCase } from '../reconciliation/cases';
import type { CaseFinding } from '../webhooks/outcome';
import type { AnswerClass } from './decline';
import type { ChargeOperation } from './operations';
import type { OwnChange } from './transition';

/** What came of an attempt. */
export type Result =
  | { kind: 'answer'; answerClass: AnswerClass; charge: ProviderCharge | null; code: string | null }
  | { kind: 'listed'; charges: readonly ProviderCharge[]; isAbsenceSure: boolean }
  /** The charge that we know of is not there any more. */
  | { kind: 'gone' }
  /** The charge that waited for the buyer can be paid no more. */
  | { kind: 'withdrawn' }
  /** The provider could not be asked. */
  | { kind: 'not_asked'; code: string | null };

/** An operation whose outcome is being written, behind the lock of its clock and its own. */
export interface Settling {
  context: BillingContext;
  operation: ChargeOperation;
  provider: ProviderName;
  keyHorizonHours: number;
  own: OwnChange;
  now: Date;
}

/** What a person should see about a charge. */
export function findingOf(
  kind: Extract<CaseFinding['kind'], `charge${string}`>,
  { id, subscriptionId, cycleNo, state, tryNo, tryAttempts, payload }: ChargeOperation,
  remote: Record<string, unknown>,
): CaseFinding {
  const { amountMinor = null, currency = null } = payload ?? {};
  const local = { subscriptionId, cycleNo, state, tryNo, tryAttempts, amountMinor, currency };
  return { kind, subject: id, local, remote };
}

/** Opens a case about a charge. */
export function raise(tx: Transaction, { operation, now }: Settling, finding: CaseFinding): Promise<void> {
  return openCase(tx, finding, { provider: null, eventId: null, teamId: operation.teamId, at: now });
}
