import { and, asc, desc, eq, gt } from 'drizzle-orm';
import { teamInvitations, teamMembers, users } from '@/db/schema';
import type { Role } from '../auth/permissions';
import { findMembership } from '../auth/teams';
import type { TeamsContext } from './context';
import { findInvitation } from './invitations';

export interface MemberView {
  userId: string;
  name: string;
  /** Null for a visitor without an account. */
  email: string | null;
  role: Role;
  joinedAt: Date;
}

/** A team's members, the first to join first. Bounded: a team is people who know each other. */
export async function listMembers({ database }: TeamsContext, teamId: string): Promise<MemberView[]> {
  const rows = await database
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      isAnonymous: users.isAnonymous,
      role: teamMembers.role,
      joinedAt: teamMembers.createdAt,
    })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(eq(teamMembers.teamId, teamId))
    .orderBy(asc(teamMembers.createdAt), asc(teamMembers.id))
    .limit(500);
  return rows.map(({ isAnonymous, email, ...member }) => ({ ...member, email: isAnonymous ? null : email }));
}

export interface OpenInvitation {
  id: string;
  email: string;
  role: Role;
  inviterName: string;
  expiresAt: Date;
}

/** What a team has invited to and nobody has answered, the newest first. */
export async function listOpenInvitations(
  { database, clock }: TeamsContext,
  teamId: string,
): Promise<OpenInvitation[]> {
  const { id, email, role, expiresAt, createdAt, inviterId, status } = teamInvitations;
  return database
    .select({ id, email, role, expiresAt, inviterName: users.name })
    .from(teamInvitations)
    .innerJoin(users, eq(users.id, inviterId))
    .where(and(eq(teamInvitations.teamId, teamId), eq(status, 'pending'), gt(expiresAt, clock.now())))
    .orderBy(desc(createdAt))
    .limit(200);
}

/** An invitation as whoever has its link sees it: not for whom it is. */
export interface InvitationView {
  id: string;
  teamId: string;
  teamName: string;
  inviterName: string;
  role: Role;
  expiresAt: Date;
  state: 'open' | 'accepted' | 'declined' | 'withdrawn' | 'expired';
  /** Whether it was sent to the account that asks. */
  isForReader: boolean;
  /** Whether the account that asks is in the team. */
  isMember: boolean;
}

const states = { accepted: 'accepted', rejected: 'declined', canceled: 'withdrawn' } as const;

/** Null where there is none, or its team is deleted. `reader` is null for somebody who is not signed in. */
export async function getInvitation(
  { database, clock }: TeamsContext,
  invitationId: string,
  reader: { userId: string } | null,
): Promise<InvitationView | null> {
  const found = await findInvitation(database, invitationId);
  if (!found || found.teamDeletedAt !== null) return null;
  const { id, teamId, teamName, inviterName, role, expiresAt, status, email } = found;
  const [user] = reader ? await database.select().from(users).where(eq(users.id, reader.userId)) : [];
  const membership = reader && (await findMembership(database, { teamId, userId: reader.userId }));
  return {
    ...{ id, teamId, teamName, inviterName, role, expiresAt },
    state: status === 'pending' ? (expiresAt > clock.now() ? 'open' : 'expired') : states[status],
    isForReader: user !== undefined && !user.isAnonymous && user.email === email,
    isMember: membership !== null,
  };
}
