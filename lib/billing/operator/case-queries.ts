import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { reconciliationCases as cases, teams, users } from '@/db/schema';
import type { BillingContext } from '../context';
import type { Case } from '../reconciliation/cases';
import { type Page, pageOf, pageSize, readCursor, writeCursor } from './cursor';
import { maskValue } from './mask';

export type CaseState = Case['state'];

/** What needs a person, with what both sides say. Personal data in them is masked. */
export interface CaseView extends Omit<Case, 'local' | 'remote'> {
  teamName: string | null;
  resolvedByName: string | null;
  values: CaseValue[];
}

/** One thing of which both sides may say something. */
export interface CaseValue {
  name: string;
  local: string | null;
  remote: string | null;
  /** Both say something, and not the same. */
  isDifferent: boolean;
}

export interface CasesRequest {
  state?: CaseState | null;
  kind?: string | null;
  teamId?: string | null;
  cursor?: string | null;
  limit?: number;
}

/** One page of the cases, those opened last first. Throws `invalid_cursor`. */
export async function listCases({ database }: BillingContext, request: CasesRequest): Promise<Page<CaseView>> {
  const { state, kind, teamId, cursor } = request;
  const limit = pageSize(request.limit);
  const rows = await selectCases(
    { database },
    and(
      state ? eq(cases.state, state) : undefined,
      kind ? eq(cases.kind, kind) : undefined,
      teamId ? eq(cases.teamId, teamId) : undefined,
      cursor ? isAfter(cursor) : undefined,
    ),
  )
    .orderBy(desc(cases.openedAt), desc(cases.id))
    .limit(limit + 1);
  return pageOf(rows, limit, { view: caseView, cursor: (row) => writeCursor(row.case.openedAt, row.case.id) });
}

/** Null where there is none. */
export async function getCase({ database }: BillingContext, caseId: string): Promise<CaseView | null> {
  const [row] = await selectCases({ database }, eq(cases.id, caseId));
  return row ? caseView(row) : null;
}

/** Every case that an event brought up, the oldest first. */
export async function listCasesOfEvent(
  { database }: BillingContext,
  { provider, eventId }: { provider: string; eventId: string },
): Promise<CaseView[]> {
  const rows = await selectCases({ database }, and(eq(cases.provider, provider), eq(cases.eventId, eventId))).orderBy(
    asc(cases.openedAt),
  );
  return rows.map(caseView);
}

function selectCases({ database }: Pick<BillingContext, 'database'>, isWanted: SQL | undefined) {
  return database
    .select({ case: cases, teamName: teams.name, resolvedByName: users.name })
    .from(cases)
    .leftJoin(teams, eq(teams.id, cases.teamId))
    .leftJoin(users, eq(users.id, cases.resolvedBy))
    .where(isWanted)
    .$dynamic();
}

function caseView({
  case: { local, remote, ...row },
  ...names
}: {
  case: Case;
  teamName: string | null;
  resolvedByName: string | null;
}): CaseView {
  return { ...row, ...names, values: compareValues(local, remote) };
}

/** What one side calls by another name, and what it is compared with: a paid period starts where the one before ends. */
const sameThing = [['currentPeriodEnd', 'start']] as const;

/** What both sides say, side by side: what differs first, then what both say, then what only one does. Pure. */
export function compareValues(
  local: Record<string, unknown> | null,
  remote: Record<string, unknown> | null,
): CaseValue[] {
  const paired = sameThing.filter(
    ([ours, theirs]) =>
      textOf(local, ours) !== null && textOf(local, theirs) === null && textOf(remote, theirs) !== null,
  );
  const names = new Set([...Object.keys(local ?? {}), ...Object.keys(remote ?? {})]);
  for (const name of paired.flat()) names.delete(name);
  const values = [
    ...paired.map(([ours, theirs]) => compared(`${ours}, ${theirs}`, textOf(local, ours), textOf(remote, theirs))),
    ...[...names].map((name) => compared(name, textOf(local, name), textOf(remote, name))),
  ].filter((value) => value.local !== null || value.remote !== null);
  const rank = (value: CaseValue) => (value.isDifferent ? 0 : value.local !== null && value.remote !== null ? 1 : 2);
  return values.sort((a, b) => rank(a) - rank(b));
}

function compared(name: string, local: string | null, remote: string | null): CaseValue {
  return { name, local, remote, isDifferent: local !== null && remote !== null && local !== remote };
}

function textOf(side: Record<string, unknown> | null, name: string): string | null {
  const value = side?.[name];
  if (value === undefined || value === null) return null;
  const shown = maskValue({ [name]: value });
  const text = typeof shown === 'object' && shown !== null ? Object.values(shown)[0] : shown;
  return typeof text === 'string' ? text : JSON.stringify(text);
}

function isAfter(cursor: string): SQL {
  const [openedAt, id] = readCursor(cursor, 1);
  return sql`(${cases.openedAt}, ${cases.id}) < (${openedAt}::timestamptz, ${id})`;
}
