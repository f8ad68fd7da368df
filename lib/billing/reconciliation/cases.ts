import { and, eq, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Transaction } from '@/db/client';
import { reconciliationCases } from '@/db/schema';
import type { CaseFinding } from '../webhooks/outcome';

export interface CaseOrigin {
  provider: string;
  eventId: string;
  teamId: string | null;
  at: Date;
}

/** Opens a case, or counts it once more while one of its kind is open for the subject. */
export async function openCase(tx: Transaction, finding: CaseFinding, origin: CaseOrigin): Promise<void> {
  const { at, ...from } = origin;
  await tx
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
    });
}

/** Closes what an event had parked for, once the event is settled. */
export async function closeCases(
  tx: Transaction,
  origin: { provider: string; eventId: string; kind: string; at: Date },
): Promise<void> {
  const { provider, eventId, kind, at } = origin;
  await tx
    .update(reconciliationCases)
    .set({ state: 'closed', endedAt: at, note: 'The event was applied after all.' })
    .where(
      and(
        eq(reconciliationCases.provider, provider),
        eq(reconciliationCases.eventId, eventId),
        eq(reconciliationCases.kind, kind),
        eq(reconciliationCases.state, 'open'),
      ),
    );
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
