import { eq } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { users } from '@/db/schema';
import { findMembership, insertMember, lockTeam } from '../auth/teams';
import type { TeamsContext } from './context';
import { TeamError } from './errors';
import { findInvitation, type Invitation, lockInvitation, markInvitation } from './invitations';

export interface Answer {
  invitationId: string;
  userId: string;
}

/**
 * Joins the team that invited the user's own, verified address. Doing it twice changes nothing; who is in the team
 * already keeps the role. Returns the team's id. Throws `invitation_not_found`, also for somebody else's,
 * `invitation_not_open`, `invitation_expired`, `address_not_verified`.
 */
export function accept({ database, clock }: TeamsContext, answer: Answer): Promise<string> {
  const at = clock.now();
  return database.transaction(async (tx) => {
    const invitation = await lockOwnInvitation(tx, answer);
    const { teamId, role, status } = invitation;
    const { userId } = answer;
    if (status === 'accepted' && (await findMembership(tx, { teamId, userId }))) return teamId;
    requireOpen(invitation);
    if (invitation.expiresAt <= at) throw TeamError.invitationExpired();
    await insertMember(tx, { teamId, userId, role, at });
    await markInvitation(tx, invitation.id, 'accepted');
    return teamId;
  });
}

/** Says no to it. Doing it twice changes nothing. Throws as `accept` does. */
export async function decline({ database }: TeamsContext, answer: Answer): Promise<void> {
  await database.transaction(async (tx) => {
    const invitation = await lockOwnInvitation(tx, answer);
    if (invitation.status === 'rejected') return;
    requireOpen(invitation);
    await markInvitation(tx, invitation.id, 'rejected');
  });
}

/** The team first, as everywhere; to anybody but whom it was sent to, there is no such invitation. */
async function lockOwnInvitation(tx: Transaction, { invitationId, userId }: Answer): Promise<Invitation> {
  const found = await findInvitation(tx, invitationId);
  const team = found && (await lockTeam(tx, found.teamId, 'no key update'));
  const invitation = team && (await lockInvitation(tx, invitationId));
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (!invitation || !user || user.isAnonymous || user.email !== invitation.email) throw TeamError.invitationNotFound();
  if (!user.emailVerified) throw TeamError.addressNotVerified();
  return invitation;
}

const past = { accepted: 'accepted', rejected: 'declined', canceled: 'withdrawn' } as const;

function requireOpen({ status }: Invitation): void {
  if (status !== 'pending') throw TeamError.invitationNotOpen(past[status]);
}
