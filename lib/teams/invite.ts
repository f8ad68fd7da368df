import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Transaction } from '@/db/client';
import { teamMembers, users } from '@/db/schema';
import type { Role } from '../auth/permissions';
import { consumeFrom } from '../rate-limit';
import { lockTeamFor, requireAccount } from './authorize';
import type { Actor, TeamsContext } from './context';
import { TeamError } from './errors';
import { countInvitations, insertInvitation, withdrawInvitationsTo } from './invitations';

const invitationDays = 7;
/** What keeps a team from being used to mail strangers, and whoever makes one team after the other. */
export const invitationsADay = 30;

const dayMs = 86_400_000;

/** What is mailed to somebody who is invited. */
export interface InvitationMail {
  invitationId: string;
  to: string;
  teamName: string;
  inviterName: string;
  role: Role;
  expiresAt: Date;
}

/**
 * Invites an address for seven days and mails it the link; an invitation that was open for it is withdrawn. Returns the
 * invitation's id. Throws `invalid_email`, `already_member`, `too_many_invitations`, `account_required`, `not_allowed`.
 */
export async function invite(
  { database, clock, mailInvitation }: TeamsContext,
  actor: Actor,
  { email: typed, role }: { email: string; role: Role },
): Promise<string> {
  const email = parseEmail(typed);
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + invitationDays * dayMs);
  const mail = await database.transaction(async (tx): Promise<InvitationMail> => {
    const inviter = await lockTeamFor(tx, actor, { permission: 'members.manage' });
    requireAccount(inviter);
    if (await isMember(tx, actor.teamId, email)) throw TeamError.alreadyMember();
    const sent = await countInvitations(tx, actor.teamId, new Date(at.getTime() - dayMs));
    const own = { key: `invite:${actor.userId}`, limit: invitationsADay, windowSeconds: dayMs / 1000 };
    if (sent >= invitationsADay || !(await consumeFrom({ database: tx, clock }, own)).allowed)
      throw TeamError.tooManyInvitations(invitationsADay);
    await withdrawInvitationsTo(tx, { teamId: actor.teamId, email });
    const { userId: inviterId, userName: inviterName, teamId, teamName } = inviter;
    const invitationId = await insertInvitation(tx, { teamId, email, role, inviterId, expiresAt, createdAt: at });
    return { invitationId, to: email, teamName, inviterName, role, expiresAt };
  });
  await mailInvitation(mail);
  return mail.invitationId;
}

const address = z.email().max(254);

/** Lower case, as accounts keep theirs. */
function parseEmail(typed: string): string {
  const parsed = address.safeParse(typed.trim().toLowerCase());
  if (!parsed.success) throw TeamError.invalidEmail();
  return parsed.data;
}

async function isMember(tx: Transaction, teamId: string, email: string): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(and(eq(teamMembers.teamId, teamId), eq(users.email, email)));
  return rows.length > 0;
}
