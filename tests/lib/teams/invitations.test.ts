import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '@/db/schema';
import { createDemoTeam, findMembership } from '@/lib/auth/teams';
import { accept, decline } from '@/lib/teams/answer-invitation';
import { create } from '@/lib/teams/create';
import { invitationsADay, invite } from '@/lib/teams/invite';
import { getInvitation, listOpenInvitations } from '@/lib/teams/queries';
import { withdrawInvitation } from '@/lib/teams/withdraw-invitation';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { createStaffedTeam, createUser, testTeams } from '../../support/people';

let database: TestDatabase;
let teamsOn: ReturnType<typeof testTeams>;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  teamsOn = testTeams(database.db);
});
afterAll(() => database.drop());

const code = (expected: string) => expect.objectContaining({ code: expected });

/** An invitation that is open, and whom it is for. */
async function invited(role: 'owner' | 'billing' | 'member' = 'billing') {
  const { owner, teamId } = await createStaffedTeam(database.db);
  const guest = await createUser(database.db);
  const invitationId = await invite(teamsOn.context, owner, { email: guest.email.toUpperCase(), role });
  const state = async () => (await getInvitation(teamsOn.context, invitationId, { userId: guest.id }))?.state;
  const roleOfGuest = async () => (await findMembership(database.db, { teamId, userId: guest.id }))?.role ?? null;
  return { owner, teamId, guest, invitationId, state, roleOfGuest, answer: { invitationId, userId: guest.id } };
}

describe('an invitation', () => {
  it('is mailed to the address, and makes its owner a member with the role when they accept', async () => {
    const { teamId, answer, roleOfGuest, state, guest, invitationId } = await invited();
    expect(teamsOn.mails).toEqual([
      {
        ...{ invitationId, to: guest.email, teamName: 'Example Team', inviterName: 'Ada', role: 'billing' },
        expiresAt: new Date('2026-09-27T12:00:00Z'),
      },
    ]);
    expect([await roleOfGuest(), await state()]).toEqual([null, 'open']);
    expect(await accept(teamsOn.context, answer)).toBe(teamId);
    expect(await accept(teamsOn.context, answer)).toBe(teamId);
    expect([await roleOfGuest(), await state()]).toEqual(['billing', 'accepted']);
    await expect(decline(teamsOn.context, answer)).rejects.toEqual(code('invitation_not_open'));
  });

  it('can be declined, and not accepted afterwards', async () => {
    const { answer, roleOfGuest, state } = await invited();
    await decline(teamsOn.context, answer);
    await decline(teamsOn.context, answer);
    await expect(accept(teamsOn.context, answer)).rejects.toEqual(code('invitation_not_open'));
    expect([await roleOfGuest(), await state()]).toEqual([null, 'declined']);
  });

  it('is for the right, verified address only, whoever has the link', async () => {
    const { teamId, invitationId, guest, answer, roleOfGuest, state } = await invited('owner');
    const stranger = await createUser(database.db);
    const visitor = await createDemoTeam(database.db, new Date());
    await database.db.update(users).set({ emailVerified: true }).where(eq(users.id, visitor.userId));
    for (const userId of [stranger.id, visitor.userId, 'usr_nobody'])
      for (const verb of [accept, decline])
        await expect(verb(teamsOn.context, { invitationId, userId })).rejects.toEqual(code('invitation_not_found'));
    await database.db.update(users).set({ emailVerified: false }).where(eq(users.id, guest.id));
    for (const verb of [accept, decline])
      await expect(verb(teamsOn.context, answer)).rejects.toEqual(code('address_not_verified'));
    expect([await roleOfGuest(), await state()]).toEqual([null, 'open']);
    expect(await findMembership(database.db, { teamId, userId: stranger.id })).toBeNull();
  });

  it('ends after seven days, when it is withdrawn, and when the address is invited again', async () => {
    const expired = await invited();
    teamsOn.clock.advance(7 * 86_400_000);
    await expect(accept(teamsOn.context, expired.answer)).rejects.toEqual(code('invitation_expired'));
    expect(await expired.state()).toBe('expired');

    const withdrawn = await invited();
    await withdrawInvitation(teamsOn.context, withdrawn.owner, withdrawn.invitationId);
    await expect(accept(teamsOn.context, withdrawn.answer)).rejects.toEqual(code('invitation_not_open'));
    expect(await withdrawn.state()).toBe('withdrawn');

    const { owner, teamId, guest, answer } = await invited('owner');
    const second = await invite(teamsOn.context, owner, { email: guest.email, role: 'member' });
    await expect(accept(teamsOn.context, answer)).rejects.toEqual(code('invitation_not_open'));
    await accept(teamsOn.context, { ...answer, invitationId: second });
    expect(await findMembership(database.db, { teamId, userId: guest.id })).toMatchObject({ role: 'member' });
  });

  it('of a team is sent and withdrawn by its owners alone', async () => {
    const { owner, billing, member, teamId } = await createStaffedTeam(database.db, ['billing', 'member']);
    const other = await createStaffedTeam(database.db);
    const id = await invite(teamsOn.context, owner, { email: 'a@example.com', role: 'member' });
    for (const actor of [billing, member]) {
      await expect(invite(teamsOn.context, actor, { email: 'b@example.com', role: 'owner' })).rejects.toEqual(
        code('not_allowed'),
      );
      await expect(withdrawInvitation(teamsOn.context, actor, id)).rejects.toEqual(code('not_allowed'));
    }
    await expect(withdrawInvitation(teamsOn.context, other.owner, id)).rejects.toEqual(code('invitation_not_found'));
    await expect(
      invite(teamsOn.context, { ...other.owner, teamId }, { email: 'b@example.com', role: 'owner' }),
    ).rejects.toEqual(code('team_not_found'));
    expect(await listOpenInvitations(teamsOn.context, teamId)).toMatchObject([{ id, email: 'a@example.com' }]);
  });

  it('does not change the role of who is in the team already', async () => {
    const { owner, teamId, guest, answer, roleOfGuest } = await invited('member');
    await accept(teamsOn.context, answer);
    await expect(invite(teamsOn.context, owner, { email: guest.email, role: 'owner' })).rejects.toEqual(
      code('already_member'),
    );
    const before = await createUser(database.db);
    const invitationId = await invite(teamsOn.context, owner, { email: before.email, role: 'member' });
    const other = await invite(teamsOn.context, owner, { email: 'other@example.com', role: 'owner' });
    await accept(teamsOn.context, { invitationId, userId: before.id });
    await database.db.update(users).set({ email: 'other@example.com' }).where(eq(users.id, before.id));
    await accept(teamsOn.context, { invitationId: other, userId: before.id });
    expect(await findMembership(database.db, { teamId, userId: before.id })).toMatchObject({ role: 'member' });
    expect(await roleOfGuest()).toBe('member');
  });

  it('goes to an address, and a team sends no more than thirty a day', async () => {
    const { owner } = await createStaffedTeam(database.db);
    for (const email of [
      '',
      'ada',
      'ada@',
      'a b@example.com',
      `${'x'.repeat(250)}@example.com`,
      'a@example.com\nBcc: b',
    ])
      await expect(invite(teamsOn.context, owner, { email, role: 'member' })).rejects.toEqual(code('invalid_email'));
    const send = (email: string) => invite(teamsOn.context, owner, { email, role: 'member' });
    for (let sent = 0; sent < invitationsADay; sent += 1) await send('same@example.com');
    await expect(send('more@example.com')).rejects.toEqual(code('too_many_invitations'));
    expect(teamsOn.mails).toHaveLength(invitationsADay);
    teamsOn.clock.advance(86_400_000);
    await send('more@example.com');
  });

  it('is one of no more than thirty a day that a person sends, however many teams they make', async () => {
    const { owner } = await createStaffedTeam(database.db);
    const send = (teamId: string, email: string) =>
      invite(teamsOn.context, { ...owner, teamId }, { email, role: 'member' });
    const another = () => create(teamsOn.context, { userId: owner.userId, name: 'Another' });
    for (let sent = 0; sent < invitationsADay; sent += 1) await send(await another(), 'victim@example.com');
    await expect(send(await another(), 'victim@example.com')).rejects.toEqual(code('too_many_invitations'));
    expect(teamsOn.mails).toHaveLength(invitationsADay);
    teamsOn.clock.advance(86_400_000);
    await send(await another(), 'victim@example.com');
  });

  it('shows whoever has the link who invites to what, and not whom', async () => {
    const { invitationId, guest } = await invited();
    const shown = await getInvitation(teamsOn.context, invitationId, null);
    expect(shown).toMatchObject({ teamName: 'Example Team', inviterName: 'Ada', isForReader: false, state: 'open' });
    expect(JSON.stringify(shown)).not.toContain(guest.email);
    expect(await getInvitation(teamsOn.context, invitationId, { userId: guest.id })).toMatchObject({
      isForReader: true,
    });
    expect(await getInvitation(teamsOn.context, 'inv_none', null)).toBeNull();
  });
});
