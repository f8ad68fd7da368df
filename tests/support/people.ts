import { randomUUID } from 'node:crypto';
import type { Database } from '@/db/client';
import { users } from '@/db/schema';
import type { Role } from '@/lib/auth/permissions';
import { createTeam, insertMember } from '@/lib/auth/teams';
import { listLiveSubscriptions } from '@/lib/billing/subscriptions/live';
import { fixedClock } from '@/lib/clock';
import type { Actor, TeamsContext } from '@/lib/teams/context';
import type { InvitationMail } from '@/lib/teams/invite';

/** Somebody with an account whose address is verified, unless told otherwise. */
export async function createUser(
  database: Database,
  values: { name?: string; email?: string; emailVerified?: boolean } = {},
) {
  const id = `usr_${randomUUID()}`;
  const email = `${id}@example.com`;
  const user = { id, name: 'Ada', email, emailVerified: true, isAnonymous: false, ...values };
  await database.insert(users).values(user);
  return user;
}

/** A team with a member of each of these roles, by role; the first is an owner. */
export async function createStaffedTeam<Other extends Role = never>(database: Database, others: readonly Other[] = []) {
  const owner = await createUser(database);
  const teamId = await createTeam(database, { userId: owner.id, name: 'Example Team', at: new Date() });
  const staffed: Partial<Record<Role, Actor>> = { owner: { teamId, userId: owner.id } };
  for (const role of others) staffed[role] = await addMember(database, teamId, role);
  return { teamId, ...(staffed as Record<Other | 'owner', Actor>) };
}

export async function addMember(database: Database, teamId: string, role: Role): Promise<Actor> {
  const { id: userId } = await createUser(database);
  await database.transaction((tx) => insertMember(tx, { teamId, userId, role, at: new Date() }));
  return { teamId, userId };
}

/** Teams on a clock that stands, with the mails that they sent and the subscriptions that they canceled. */
export function testTeams(database: Database, { refusal = null }: { refusal?: Error | null } = {}) {
  const clock = fixedClock('2026-09-20T12:00:00Z');
  const mails: InvitationMail[] = [];
  const canceled: string[] = [];
  const context: TeamsContext = {
    database,
    clock,
    billing: {
      listLiveSubscriptions,
      cancelSubscription: async (teamId) => {
        if (refusal) throw refusal;
        const live = await listLiveSubscriptions(database, teamId);
        canceled.push(...live);
        return { canceled: live };
      },
    },
    mailInvitation: async (mail) => {
      mails.push(mail);
    },
  };
  return { context, clock, mails, canceled };
}
