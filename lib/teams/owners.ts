import { and, eq, ne } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { teamMembers } from '@/db/schema';
import type { Role } from '../auth/permissions';
import type { Actor } from './context';
import { TeamError } from './errors';

/** Throws `last_owner` where the team would be left without one. */
export async function keepAnOwner(tx: Transaction, member: Actor & { role: Role }): Promise<void> {
  if (member.role === 'owner' && !(await hasOtherOwner(tx, member))) throw TeamError.lastOwner();
}

/** Whether somebody but this user owns the team. Certain only under the team's lock. */
async function hasOtherOwner(tx: Transaction, { teamId, userId }: Actor): Promise<boolean> {
  const rows = await tx
    .select({ userId: teamMembers.userId })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.role, 'owner'), ne(teamMembers.userId, userId)))
    .limit(1);
  return rows.length > 0;
}
