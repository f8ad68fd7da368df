import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { operatorActions as actions, teams, users } from '@/db/schema';
import type { BillingContext } from '../context';
import { type Page, pageOf, pageSize, readCursor, writeCursor } from './cursor';

/** What an operator did, to what, when and why. */
export interface ActionView {
  id: string;
  at: Date;
  actorId: string;
  actorName: string | null;
  action: string;
  subject: string;
  teamId: string | null;
  teamName: string | null;
  reason: string | null;
  details: Record<string, unknown> | null;
}

export interface ActionsRequest {
  subject?: string | null;
  teamId?: string | null;
  cursor?: string | null;
  limit?: number;
}

/** One page of what operators did, the newest first. Throws `invalid_cursor`. */
export async function listActions({ database }: BillingContext, request: ActionsRequest): Promise<Page<ActionView>> {
  const { subject, teamId, cursor } = request;
  const limit = pageSize(request.limit);
  const rows = await database
    .select({
      id: actions.id,
      at: actions.createdAt,
      actorId: actions.actorId,
      actorName: users.name,
      action: actions.action,
      subject: actions.subject,
      teamId: actions.teamId,
      teamName: teams.name,
      reason: actions.reason,
      details: actions.details,
    })
    .from(actions)
    .leftJoin(users, eq(users.id, actions.actorId))
    .leftJoin(teams, eq(teams.id, actions.teamId))
    .where(
      and(
        subject ? eq(actions.subject, subject) : undefined,
        teamId ? eq(actions.teamId, teamId) : undefined,
        cursor ? isAfter(cursor) : undefined,
      ),
    )
    .orderBy(desc(actions.createdAt), desc(actions.id))
    .limit(limit + 1);
  return pageOf<ActionView, ActionView>(rows, limit, {
    view: (row) => row,
    cursor: ({ at, id }) => writeCursor(at, id),
  });
}

function isAfter(cursor: string): SQL {
  const [createdAt, id] = readCursor(cursor, 1);
  return sql`(${actions.createdAt}, ${actions.id}) < (${createdAt}::timestamptz, ${id})`;
}
