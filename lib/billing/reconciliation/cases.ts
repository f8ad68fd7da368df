import { and, eq, inArray, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Transaction } from '@/db/client';
import { reconciliationCases } from '@/db/schema';
import { enqueue } from '../outbox/outbox';
import type { CaseFinding } from '../webhooks/outcome';

export interface CaseOrigin {
  provider: string;
  eventId: string;
  teamId: string | null;
  at: Date;
}

/** What brought a case up: an event, or a check of ours. */
export type CaseCause = CaseOrigin | (Pick<CaseOrigin, 'teamId' | 'at'> & { provider: null; eventId: null });

/** Opens a case and tells the operators, or counts it once more while one of its kind is open for the subject. */
export async function openCase(tx: Transaction, finding: CaseFinding, origin: CaseCause): Promise<void> {
  const { at, ...from } = origin;
  const [row] = await tx
    .insert(reconciliationCases)
    .values({ id: uuidv7(), ...finding, ...from, openedAt: at, lastSeenAt: at })
    .onConflictDoUpdate({
      target: [reconciliationCases.kind, reconciliationCases.subject],
      targetWhere: sql`state = 'open'`,
      set: {
        occurrences: sql`${reconciliationCases.occurrences} + 1`,
        lastSeenAt: at,
        provider: origin.provider,
        eventId: origin.eventId,
        remote: finding.remote,
      },
    })
    .returning({ id: reconciliationCases.id, occurrences: reconciliationCases.occurrences });
  if (row?.occurrences === 1) await tellOperators(tx, row.id, finding, origin);
}

/** Closes what an event had parked for, once the event is settled. */
export async function closeCases(
  tx: Transaction,
  origin: { provider: string; eventId: string; kinds: readonly string[]; at: Date },
): Promise<void> {
  const { provider, eventId, kinds, at } = origin;
  await tx
    .update(reconciliationCases)
    .set({ state: 'closed', endedAt: at, note: 'The event went on after all.' })
    .where(
      and(
        eq(reconciliationCases.provider, provider),
        eq(reconciliationCases.eventId, eventId),
        inArray(reconciliationCases.kind, [...kinds]),
        eq(reconciliationCases.state, 'open'),
      ),
    );
}

export type Case = typeof reconciliationCases.$inferSelect;

/** The open cases that an event brought up. */
export async function findOpenCases(
  tx: Transaction,
  { provider, eventId }: Pick<CaseOrigin, 'provider' | 'eventId'>,
): Promise<Case[]> {
  return tx
    .select()
    .from(reconciliationCases)
    .where(
      and(
        eq(reconciliationCases.provider, provider),
        eq(reconciliationCases.eventId, eventId),
        eq(reconciliationCases.state, 'open'),
      ),
    );
}

/** Locks a case until the transaction ends. */
export async function lockCase(tx: Transaction, id: string): Promise<Case | null> {
  const [row] = await tx.select().from(reconciliationCases).where(eq(reconciliationCases.id, id)).for('update');
  return row ?? null;
}

/** A person has dealt with them. */
export async function resolveCases(
  tx: Transaction,
  { ids, by, note, at }: { ids: readonly string[]; by: string; note: string; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(reconciliationCases)
    .set({ state: 'resolved', resolvedBy: by, note, endedAt: at })
    .where(and(inArray(reconciliationCases.id, [...ids]), eq(reconciliationCases.state, 'open')));
}

/** Closes the open case of a kind about a subject, where there is one. */
export async function closeCase(
  tx: Transaction,
  { kind, subject, at, note }: Pick<CaseFinding, 'kind' | 'subject'> & { at: Date; note: string },
): Promise<void> {
  const { kind: ofKind, subject: about, state } = reconciliationCases;
  await tx
    .update(reconciliationCases)
    .set({ state: 'closed', endedAt: at, note })
    .where(and(eq(ofKind, kind), eq(about, subject), eq(state, 'open')));
}

/** Once per case, in its transaction. What both sides say stays in the case: it may hold what no mail should. */
async function tellOperators(
  tx: Transaction,
  caseId: string,
  { kind, subject }: CaseFinding,
  { provider, eventId, teamId: about, at }: CaseCause,
): Promise<void> {
  const payload = { caseId, kind, subject, provider, eventId, about };
  const nobody = { teamId: null, subscriptionId: null, billingPeriodId: null };
  await enqueue(tx, { eventType: 'case_opened', ...nobody, dedupKey: `case_opened:${caseId}`, payload }, { at });
}
