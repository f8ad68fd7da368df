import { randomBytes } from 'node:crypto';
import { and, count, eq, gt } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { type invitationStatuses, teamInvitations, teams, users } from '@/db/schema';
import type { Role } from '../auth/permissions';
import type { Actor } from './context';

export type Invitation = typeof teamInvitations.$inferSelect;
export type InvitationStatus = (typeof invitationStatuses)[number];

/** Inserts an invitation under an id that nobody can guess: it is the end of the link. */
export async function insertInvitation(
  tx: Transaction,
  values: { teamId: string; email: string; role: Role; inviterId: string; expiresAt: Date; createdAt: Date },
): Promise<string> {
  const id = `inv_${randomBytes(24).toString('base64url')}`;
  await tx.insert(teamInvitations).values({ id, ...values });
  return id;
}

/** Locks an invitation until the transaction ends. */
export async function lockInvitation(tx: Transaction, id: string): Promise<Invitation | null> {
  const [row] = await tx.select().from(teamInvitations).where(eq(teamInvitations.id, id)).for('update');
  return row ?? null;
}

export async function markInvitation(
  tx: Transaction,
  id: string,
  status: Exclude<InvitationStatus, 'pending'>,
): Promise<void> {
  await tx.update(teamInvitations).set({ status }).where(eq(teamInvitations.id, id));
}

/** Takes back what is open for an address. */
export async function withdrawInvitationsTo(
  tx: Transaction,
  { teamId, email }: { teamId: string; email: string },
): Promise<void> {
  await withdraw(tx, and(eq(teamInvitations.teamId, teamId), eq(teamInvitations.email, email)));
}

/** Takes back what somebody invited to who may not invite any more. */
export async function withdrawInvitationsOf(tx: Transaction, { teamId, userId }: Actor): Promise<void> {
  await withdraw(tx, and(eq(teamInvitations.teamId, teamId), eq(teamInvitations.inviterId, userId)));
}

/** Removes all that a team ever invited to. */
export async function deleteInvitations(tx: Transaction, teamId: string): Promise<void> {
  await tx.delete(teamInvitations).where(eq(teamInvitations.teamId, teamId));
}

async function withdraw(tx: Transaction, which: ReturnType<typeof and>): Promise<void> {
  await tx
    .update(teamInvitations)
    .set({ status: 'canceled' })
    .where(and(which, eq(teamInvitations.status, 'pending')));
}

/** How many a team sent since a time, whatever became of them. */
export async function countInvitations(on: Queryable, teamId: string, since: Date): Promise<number> {
  const [row] = await on
    .select({ sent: count() })
    .from(teamInvitations)
    .where(and(eq(teamInvitations.teamId, teamId), gt(teamInvitations.createdAt, since)));
  return row?.sent ?? 0;
}

export interface InvitationWithTeam extends Invitation {
  teamName: string;
  inviterName: string;
  teamDeletedAt: Date | null;
}

export async function findInvitation(on: Queryable, id: string): Promise<InvitationWithTeam | null> {
  const [row] = await on
    .select({
      invitation: teamInvitations,
      teamName: teams.name,
      teamDeletedAt: teams.deletedAt,
      inviterName: users.name,
    })
    .from(teamInvitations)
    .innerJoin(teams, eq(teams.id, teamInvitations.teamId))
    .innerJoin(users, eq(users.id, teamInvitations.inviterId))
    .where(eq(teamInvitations.id, id));
  return row ? { ...row.invitation, ...row } : null;
}
