import type { BillingContext } from '../context';
import { lockCase, resolveCases } from '../reconciliation/cases';
import { type Operator, recordAction, requireReason, subjects } from './actions';
import { OperatorError } from './errors';

/** Says that a person has dealt with a case. Throws `reason_required`, `case_not_found`, `case_not_open`. */
export async function resolveCase(
  { database, clock }: BillingContext,
  { caseId, by }: { caseId: string; by: Operator },
): Promise<void> {
  const note = requireReason(by);
  const at = clock.now();
  await database.transaction(async (tx) => {
    const found = await lockCase(tx, caseId);
    if (!found) throw OperatorError.caseNotFound(caseId);
    if (found.state !== 'open') throw OperatorError.caseNotOpen(caseId, found.state);
    await resolveCases(tx, { ids: [caseId], by: by.actorId, note, at });
    const { kind, subject, teamId, provider, eventId } = found;
    await recordAction(tx, {
      ...{ by, action: 'case_resolved', subject: subjects.case(caseId), teamId, at },
      details: { kind, subject, provider, eventId },
    });
  });
}
