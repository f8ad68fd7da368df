import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDemoTeam, findMembership, listTeams } from '@/lib/auth/teams';
import { BillingError } from '@/lib/billing/errors';
import { deliverMessages } from '@/lib/billing/outbox/deliver';
import { listLiveSubscriptions } from '@/lib/billing/subscriptions/live';
import { deleteTeam } from '@/lib/teams/delete';
import { invite } from '@/lib/teams/invite';
import { getInvitation } from '@/lib/teams/queries';
import { rename } from '@/lib/teams/rename';
import { createIntent, send } from '../../support/billing';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { messagesOf, newLife, openCasesOf, periodsOf, subscriptionOf } from '../../support/life';
import { type MailReceiver, openMailReceiver } from '../../support/mail-receiver';
import { createStaffedTeam, testTeams } from '../../support/people';
import { stripePurchase } from '../../support/purchases';
import { balanceOf, expectInvariants, rows } from '../../support/state';

let database: TestDatabase;
let receiver: MailReceiver;
beforeAll(async () => {
  [database, receiver] = [await createTestDatabase(), await openMailReceiver()];
});
afterAll(() => Promise.all([database.drop(), receiver.close()]));
afterEach(() => expectInvariants(database.db));

const code = (expected: string) => expect.objectContaining({ code: expected });

/** A team that pays for a subscription through Stripe. */
async function subscribed() {
  const { teamId, owner, billing } = await createStaffedTeam(database.db, ['billing']);
  const life = await newLife(database.db, 'stripe', { teamId });
  for (const name of ['checkout.session.completed.subscription', 'customer.subscription.created'])
    expect(await life.tell(name)).toBe('applied');
  expect(await life.tell('invoice.paid.subscription_create')).toBe('applied');
  const isDeleted = async () => (await findMembership(database.db, owner)) === null;
  return { teamId, owner, billing, life, isDeleted };
}

const hasEnded = {
  'data.object.ended_at': Date.parse('2026-09-20T12:00:00Z') / 1000,
  created: Date.parse('2026-09-20T12:00:00Z') / 1000,
};

describe('deleting a team', () => {
  it('cancels its subscription at the provider first, and what the provider tells afterwards is taken in', async () => {
    const { teamId, owner, life } = await subscribed();
    const { context, canceled } = testTeams(database.db);
    const subscription = await subscriptionOf(database.db, teamId);
    await deleteTeam(context, owner);
    expect(canceled).toEqual([subscription?.id]);
    expect(await life.tell('customer.subscription.deleted', hasEnded)).toBe('applied');
    expect(await life.tell('customer.subscription.updated.incomplete_to_active', { id: `evt_${randomUUID()}` })).toBe(
      'stale',
    );
    expect(await subscriptionOf(database.db, teamId)).toMatchObject({ status: 'canceled' });
    expect(await openCasesOf(database.db, teamId)).toEqual([]);
  });

  it('is refused with the reason where the provider cannot cancel, and the team is as it was', async () => {
    const { owner, isDeleted, teamId } = await subscribed();
    const reason = BillingError.subscriptionNotFound('sub_1');
    const { context } = testTeams(database.db, { refusal: reason });
    await expect(deleteTeam(context, owner)).rejects.toBe(reason);
    expect(await isDeleted()).toBe(false);
    await rename(context, owner, 'Still here');
    expect(await listLiveSubscriptions(database.db, teamId)).toHaveLength(1);
  });

  it('is refused where a subscription begins while the others are canceled', async () => {
    const { owner, isDeleted, teamId } = await subscribed();
    const { context } = testTeams(database.db);
    const canceled = await listLiveSubscriptions(database.db, teamId);
    const cancelSubscription = async () => {
      await database.db.execute(sql`
        insert into subscriptions (id, team_id, provider, provider_subscription_id, status, is_current, created_at, updated_at)
        values (${randomUUID()}, ${teamId}, 'sandbox', ${randomUUID()}, 'active', false, now(), now())`);
      return { canceled };
    };
    const racing = { ...context, billing: { ...context.billing, cancelSubscription } };
    await expect(deleteTeam(racing, owner)).rejects.toEqual(code('live_subscription'));
    expect(await isDeleted()).toBe(false);
  });

  it('is for its owners, and not for a visitor of the demo', async () => {
    const { owner, billing, teamId } = await createStaffedTeam(database.db, ['billing']);
    const other = await createStaffedTeam(database.db);
    const { context, canceled } = testTeams(database.db);
    await expect(deleteTeam(context, billing)).rejects.toEqual(code('not_allowed'));
    await expect(deleteTeam(context, { ...other.owner, teamId })).rejects.toEqual(code('team_not_found'));
    const visitor = await createDemoTeam(database.db, new Date());
    await expect(deleteTeam(context, visitor)).rejects.toEqual(code('account_required'));
    expect(canceled).toEqual([]);
    expect(await findMembership(database.db, owner)).not.toBeNull();
  });

  it('takes members and invitations with it, and keeps what was paid and spent', async () => {
    const { teamId, owner, billing, life } = await subscribed();
    const { context } = testTeams(database.db);
    const checkoutId = await createIntent(database.db, { teamId, provider: 'stripe' });
    const story = stripePurchase({ checkoutId });
    await send(life.context, { provider: 'stripe', body: story.paid() });
    const invitationId = await invite(context, owner, { email: 'guest@example.com', role: 'member' });
    const kept = () => rows(database.db, sql`select sum(delta) from credit_ledger_entries where team_id = ${teamId}`);
    const before = await kept();
    await deleteTeam(context, owner);
    for (const { userId } of [owner, billing]) expect(await listTeams(database.db, userId)).toEqual([]);
    expect(await getInvitation(context, invitationId, null)).toBeNull();
    expect(await rows(database.db, sql`select 1 from team_members where team_id = ${teamId}`)).toEqual([]);
    expect(await rows(database.db, sql`select 1 from team_invitations where team_id = ${teamId}`)).toEqual([]);
    expect(await kept()).toEqual(before);
    expect(await balanceOf(database.db, teamId)).toBe(2000);
    expect(await periodsOf(database.db, teamId)).toHaveLength(1);
    await expect(deleteTeam(context, owner)).rejects.toEqual(code('team_not_found'));
  });
});

describe('a message for a deleted team', () => {
  it('is sent to nobody, and is nothing that an operator has to look at', async () => {
    const { teamId, owner, life } = await subscribed();
    await deleteTeam(testTeams(database.db).context, owner);
    await life.tell('customer.subscription.deleted', hasEnded);
    await deliverMessages({ ...life.context, mailer: receiver.mailer }, { isTimeLeft: () => true, limit: 100 });
    const messages = await messagesOf(database.db, teamId);
    expect(messages).toContain('subscription_ended superseded');
    expect(messages.filter((message) => !message.endsWith(' superseded'))).toEqual([]);
  });
});

describe('a payment for a deleted team', () => {
  it('is recorded, and is a case for a person: of a pack, and of a period', async () => {
    const { teamId, owner, life } = await subscribed();
    const { context } = testTeams(database.db);
    const checkoutId = await createIntent(database.db, { teamId, provider: 'stripe' });
    await deleteTeam(context, owner);
    const story = stripePurchase({ checkoutId });
    expect((await send(life.context, { provider: 'stripe', body: story.paid() })).status).toBe('applied');
    expect(await openCasesOf(database.db, teamId)).toEqual(['payment_for_deleted_team']);
    expect((await send(life.context, { provider: 'stripe', body: story.paid() })).status).toBe('duplicate');
    expect(await life.tell('invoice.paid.subscription_cycle')).toBe('applied');
    const cases = await rows(
      database.db,
      sql`select subject, remote, occurrences from reconciliation_cases where team_id = ${teamId} order by opened_at`,
    );
    expect(cases).toEqual([
      { subject: story.purchaseKey, occurrences: 1, remote: expect.objectContaining({ amountMinor: 4900 }) },
      {
        subject: expect.stringMatching(/^period:in_/),
        occurrences: 1,
        remote: expect.objectContaining({ amountMinor: 2900 }),
      },
    ]);
  });

  it('is taken back by its refund without another case', async () => {
    const { teamId, owner } = await createStaffedTeam(database.db);
    const { context } = testTeams(database.db);
    const life = await newLife(database.db, 'stripe', { teamId });
    const story = stripePurchase({ checkoutId: await createIntent(database.db, { teamId, provider: 'stripe' }) });
    await send(life.context, { provider: 'stripe', body: story.paid() });
    await deleteTeam(context, owner);
    expect((await send(life.context, { provider: 'stripe', body: story.refundedInAll(4900) })).status).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(0);
    expect(await openCasesOf(database.db, teamId)).toEqual([]);
  });
});
