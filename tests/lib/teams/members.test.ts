import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { teamMembers, teams } from '@/db/schema';
import { claimDemoTeam, createDemoTeam, findMembership, listTeams } from '@/lib/auth/teams';
import { changeRole } from '@/lib/teams/change-role';
import { create } from '@/lib/teams/create';
import { invite } from '@/lib/teams/invite';
import { leave } from '@/lib/teams/leave';
import { listMembers, listOpenInvitations } from '@/lib/teams/queries';
import { removeMember } from '@/lib/teams/remove-member';
import { rename } from '@/lib/teams/rename';
import { listSolelyOwned } from '@/lib/teams/solely-owned';
import { transfer } from '@/lib/teams/transfer';
import { createTestDatabase, openConnection, type TestDatabase } from '../../support/database';
import { countWaiting, until } from '../../support/locks';
import { addMember, createStaffedTeam, createUser, testTeams } from '../../support/people';

let database: TestDatabase;
let teamsOn: ReturnType<typeof testTeams>;
beforeAll(async () => {
  database = await createTestDatabase();
  teamsOn = testTeams(database.db);
});
afterAll(() => database.drop());

const roleOf = async (member: { teamId: string; userId: string }) =>
  (await findMembership(database.db, member))?.role ?? null;

const code = (expected: string) => expect.objectContaining({ code: expected });

describe('a team', () => {
  it('is made by somebody with an account, who then owns it beside the others', async () => {
    const user = await createUser(database.db);
    const first = await create(teamsOn.context, { userId: user.id, name: '  Blue   Team ' });
    const second = await create(teamsOn.context, { userId: user.id, name: 'Red Team' });
    expect(await listTeams(database.db, user.id)).toMatchObject([
      { teamId: first, teamName: 'Blue Team', role: 'owner' },
      { teamId: second, teamName: 'Red Team', role: 'owner' },
    ]);
    const visitor = await createDemoTeam(database.db, new Date());
    await expect(create(teamsOn.context, { userId: visitor.userId, name: 'Third' })).rejects.toEqual(
      code('account_required'),
    );
  });

  it('is renamed by an owner to something that is a name', async () => {
    const { owner, billing } = await createStaffedTeam(database.db, ['billing']);
    await rename(teamsOn.context, owner, ' Zoë & Søn ');
    expect(await findMembership(database.db, owner)).toMatchObject({ teamName: 'Zoë & Søn' });
    await expect(rename(teamsOn.context, billing, 'Mine')).rejects.toEqual(code('not_allowed'));
    for (const name of ['', '   ', 'x'.repeat(81), 'a\u0000b'])
      await expect(rename(teamsOn.context, owner, name)).rejects.toEqual(code('invalid_name'));
  });
});

describe('members', () => {
  it('get another role from an owner, and from nobody else', async () => {
    const { owner, billing, member } = await createStaffedTeam(database.db, ['billing', 'member']);
    await changeRole(teamsOn.context, owner, { userId: member.userId, role: 'billing' });
    expect(await roleOf(member)).toBe('billing');
    for (const actor of [billing, member])
      await expect(changeRole(teamsOn.context, actor, { userId: actor.userId, role: 'owner' })).rejects.toEqual(
        code('not_allowed'),
      );
    expect(await roleOf(billing)).toBe('billing');
  });

  it('are removed by an owner, and from nobody else’s team', async () => {
    const [ours, theirs] = [
      await createStaffedTeam(database.db, ['member']),
      await createStaffedTeam(database.db, ['member']),
    ];
    await expect(removeMember(teamsOn.context, theirs.owner, ours.member.userId)).rejects.toEqual(
      code('member_not_found'),
    );
    await expect(
      removeMember(teamsOn.context, { ...theirs.owner, teamId: ours.teamId }, ours.member.userId),
    ).rejects.toEqual(code('team_not_found'));
    await expect(removeMember(teamsOn.context, ours.member, ours.owner.userId)).rejects.toEqual(code('not_allowed'));
    expect(await roleOf(ours.member)).toBe('member');
    await removeMember(teamsOn.context, ours.owner, ours.member.userId);
    expect(await roleOf(ours.member)).toBeNull();
  });

  it('are listed in the order in which they joined', async () => {
    const { teamId, owner, member } = await createStaffedTeam(database.db, ['member']);
    expect(await listMembers(teamsOn.context, teamId)).toMatchObject([
      { userId: owner.userId, role: 'owner' },
      { userId: member.userId, role: 'member' },
    ]);
  });

  it('who are taken the right to invite lose what they had invited to', async () => {
    const { teamId, owner } = await createStaffedTeam(database.db);
    for (const take of ['remove', 'demote', 'transfer', 'leave'] as const) {
      const second = await addMember(database.db, teamId, 'owner');
      await invite(teamsOn.context, second, { email: `${take}@example.com`, role: 'owner' });
      if (take === 'remove') await removeMember(teamsOn.context, owner, second.userId);
      if (take === 'demote') await changeRole(teamsOn.context, owner, { userId: second.userId, role: 'billing' });
      if (take === 'transfer') await transfer(teamsOn.context, second, owner.userId);
      if (take === 'leave') await leave(teamsOn.context, second);
      expect(await listOpenInvitations(teamsOn.context, teamId)).toEqual([]);
    }
  });
});

describe('the last owner', () => {
  it('cannot leave, be removed or be given another role', async () => {
    const { owner } = await createStaffedTeam(database.db, ['billing', 'member']);
    const { userId } = owner;
    await expect(leave(teamsOn.context, owner)).rejects.toEqual(code('last_owner'));
    await expect(removeMember(teamsOn.context, owner, userId)).rejects.toEqual(code('last_owner'));
    await expect(changeRole(teamsOn.context, owner, { userId, role: 'member' })).rejects.toEqual(code('last_owner'));
    await changeRole(teamsOn.context, owner, { userId, role: 'owner' });
    expect(await roleOf(owner)).toBe('owner');
  });

  it('hands the team over in one step, and is a member then', async () => {
    const { owner, member } = await createStaffedTeam(database.db, ['member']);
    await expect(transfer(teamsOn.context, owner, owner.userId)).rejects.toEqual(code('member_not_found'));
    await expect(transfer(teamsOn.context, member, owner.userId)).rejects.toEqual(code('not_allowed'));
    await transfer(teamsOn.context, owner, member.userId);
    expect([await roleOf(owner), await roleOf(member)]).toEqual(['member', 'owner']);
    await leave(teamsOn.context, owner);
    expect(await roleOf(owner)).toBeNull();
  });

  it('stays when two owners leave, or take the role from each other, at the same moment', async () => {
    const other = testTeams(openConnection(database.url)).context;
    const watcher = openConnection(database.url);
    for (const how of ['leave', 'demote'] as const) {
      const { teamId, owner } = await createStaffedTeam(database.db);
      const second = await addMember(database.db, teamId, 'owner');
      const step = (context: typeof other, actor: typeof owner, target: typeof owner) =>
        how === 'leave' ? leave(context, actor) : changeRole(context, actor, { userId: target.userId, role: 'member' });
      // Held until both stand still: without a lock on the team, both have seen another owner by then.
      const both = await watcher.transaction(async (tx) => {
        await tx.select().from(teamMembers).where(eq(teamMembers.teamId, teamId)).for('update');
        const ended = Promise.allSettled([step(teamsOn.context, owner, second), step(other, second, owner)]);
        await until(async () => (await countWaiting(database.db)) === 2);
        return { ended };
      });
      expect((await both.ended).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await ownersOf(teamId)).toHaveLength(1);
    }
  });

  it('of a team is told which teams an account cannot leave behind', async () => {
    const { teamId, owner, member } = await createStaffedTeam(database.db, ['member']);
    const shared = await createStaffedTeam(database.db);
    await database.db
      .insert(teamMembers)
      .values({ id: `m_${owner.userId}`, teamId: shared.teamId, userId: owner.userId, role: 'owner' });
    expect(await listSolelyOwned(teamsOn.context, owner.userId)).toEqual([
      { teamId, teamName: 'Example Team', otherMembers: 1 },
    ]);
    expect(await listSolelyOwned(teamsOn.context, member.userId)).toEqual([]);
  });
});

describe('a demo team', () => {
  it('is claimed by the account that its visitor makes, once and for keeps', async () => {
    const visitor = await createDemoTeam(database.db, new Date());
    await database.db.update(teams).set({ demoUntil: new Date() }).where(eq(teams.id, visitor.teamId));
    const user = await createUser(database.db);
    const claim = { from: visitor.userId, to: user.id, name: 'Ada’s team' };
    expect(await claimDemoTeam(database.db, claim)).toBe(visitor.teamId);
    expect(await claimDemoTeam(database.db, claim)).toBeNull();
    expect(await roleOf({ teamId: visitor.teamId, userId: user.id })).toBe('owner');
    expect(await roleOf(visitor)).toBeNull();
    const [team] = await database.db.select().from(teams).where(eq(teams.id, visitor.teamId));
    expect(team).toMatchObject({ name: 'Ada’s team', demoUntil: null });
  });

  it('is not pushed on an account that has a team', async () => {
    const visitor = await createDemoTeam(database.db, new Date());
    const { owner } = await createStaffedTeam(database.db);
    expect(await claimDemoTeam(database.db, { from: visitor.userId, to: owner.userId, name: 'x' })).toBeNull();
    expect(await roleOf(visitor)).toBe('owner');
  });

  it('sends no invitations, and cannot be left', async () => {
    const visitor = await createDemoTeam(database.db, new Date());
    await expect(invite(teamsOn.context, visitor, { email: 'a@example.com', role: 'member' })).rejects.toEqual(
      code('account_required'),
    );
    await expect(leave(teamsOn.context, visitor)).rejects.toEqual(code('account_required'));
    expect(teamsOn.mails.filter(({ to }) => to === 'a@example.com')).toEqual([]);
  });
});

async function ownersOf(teamId: string) {
  return database.db
    .select()
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.role, 'owner')));
}
