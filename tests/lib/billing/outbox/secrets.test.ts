import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outgoingWebhookDeliveries, subscriptionOutbox } from '@/db/schema';
import { listMessages } from '@/lib/billing/operator/outbox-queries';
import { resendMessage } from '@/lib/billing/operator/resend';
import { deliverMessages, deliverSecrets } from '@/lib/billing/outbox/deliver';
import { addEndpoint } from '@/lib/billing/outbox/endpoints';
import type { Message } from '@/lib/billing/outbox/messages';
import { enqueue } from '@/lib/billing/outbox/outbox';
import { listMessagePreviews } from '@/lib/billing/outbox/preview';
import { seal, unseal } from '@/lib/billing/outbox/seal';
import { sendSecret } from '@/lib/billing/outbox/secrets';
import { fixedClock } from '@/lib/clock';
import type { Mailer } from '@/lib/email';
import { developmentMailer } from '@/lib/email/development';
import { testContext, testSettings } from '../../../support/billing';
import { createReachableTeam } from '../../../support/contacts';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { type MailReceiver, openMailReceiver } from '../../../support/mail-receiver';

let database: TestDatabase;
let receiver: MailReceiver;
beforeAll(async () => {
  [database, receiver] = [await createTestDatabase(), await openMailReceiver()];
});
beforeEach(async () => {
  receiver.requests.length = 0;
  receiver.outage = null;
  await database.db.delete(subscriptionOutbox);
});
afterAll(() => Promise.all([database.drop(), receiver.close()]));

const to = 'ada@example.com';
const link = 'https://shop.example/magic-link?token=a-secret-token';

const endingOf = (teamId: string): Message => ({
  ...{ eventType: 'subscription_ending', teamId, subscriptionId: null, billingPeriodId: null },
  ...{ dedupKey: `subscription_ending:${teamId}`, payload: { plan: null, endsAt: null } },
});

/** A sign-in link that works for a quarter of an hour, and a billing on a clock of its own. */
async function written(mailer: Mailer | undefined = receiver.mailer) {
  const clock = fixedClock('2026-10-01T12:00:00Z');
  const context = testContext(database.db, { clock, mailer });
  const expiresAt = new Date(clock.now().getTime() + 15 * 60_000);
  await sendSecret(context, { to, content: { type: 'sign_in_link', link, expiresAt } });
  const row = async () => {
    const [found] = await database.db
      .select()
      .from(subscriptionOutbox)
      .where(eq(subscriptionOutbox.eventType, 'sign_in_link'));
    if (!found) throw new Error('There is no message.');
    return found;
  };
  return { clock, context, row };
}

describe('a mail with a link', () => {
  it('goes to its one reader, with the link, and is emptied once it is sent', async () => {
    const { context, row } = await written();
    expect((await row()).sealed).not.toBeNull();
    expect(await deliverSecrets(context)).toBe(1);
    expect(receiver.requests.map(({ mail }) => mail.to)).toEqual([[to]]);
    expect(receiver.requests[0]?.mail.text).toContain(link);
    expect(await row()).toMatchObject({ state: 'sent', sealed: null });
  });

  it('can be read nowhere: not in its row, by an operator, in a log line, or in a key that is sent along', async () => {
    const { context, row } = await written();
    const before = JSON.stringify(await row());
    await deliverMessages(context, { limit: 10, isTimeLeft: () => true });
    const { id } = await row();
    const shown = await listMessages(context, {});
    const [kept, seen, logged] = [JSON.stringify(await row()), JSON.stringify(shown), context.lines.join()];
    expect(shown.entries.map((each) => each.id)).toEqual([id]);
    for (const text of [before, kept, seen, logged, receiver.requests[0]?.key ?? to]) {
      expect(text).not.toContain('ada');
      expect(text).not.toContain('a-secret-token');
    }
  });

  it('is told to no webhook, not even to one that hears of everything', async () => {
    const { context, row } = await written();
    await addEndpoint(context, { url: 'https://hooks.example/in', eventTypes: [] });
    const { clock } = context;
    await sendSecret(context, {
      to,
      content: { type: 'verify_email', link, expiresAt: new Date(clock.now().getTime() + 1000) },
    });
    const told = await database.db.select().from(outgoingWebhookDeliveries);
    expect(told).toEqual([]);
    expect((await row()).teamId).toBeNull();
  });

  it('passes by what is due before it, because somebody waits for it', async () => {
    const { context, clock } = await written();
    const { teamId } = await createReachableTeam(database.db);
    await database.db.transaction((tx) =>
      enqueue(tx, endingOf(teamId), { at: new Date(clock.now().getTime() - 60_000) }),
    );
    expect(await deliverSecrets(context)).toBe(1);
    expect(receiver.requests.map(({ mail }) => mail.to)).toEqual([[to]]);
  });

  it('is not sent once its link has expired, and is emptied', async () => {
    const { context, clock, row } = await written();
    clock.advance(15 * 60_000);
    await deliverSecrets(context);
    expect(receiver.requests).toEqual([]);
    expect(await row()).toMatchObject({ state: 'superseded', errorCode: 'link_expired', sealed: null });
  });

  it('is tried again while its link works, and then emptied, though it never arrived', async () => {
    const { context, clock, row } = await written();
    receiver.outage = 503;
    await deliverSecrets(context);
    expect(await row()).toMatchObject({ state: 'pending' });
    expect((await row()).sealed).not.toBeNull();
    clock.advance(16 * 60_000);
    await deliverSecrets(context);
    expect(await row()).toMatchObject({ state: 'superseded', sealed: null, nextAttemptAt: null });
  });

  it('that is refused for good is emptied, and no operator can send it again', async () => {
    const { context, row } = await written();
    receiver.outage = 422;
    await deliverSecrets(context);
    expect(await row()).toMatchObject({ state: 'failed', sealed: null });
    const { entries } = await listMessages(context, { state: 'failed' });
    expect(entries.map(({ isStuck }) => isStuck)).toEqual([false]);
    const again = resendMessage(context, { messageId: (await row()).id, by: { actorId: 'usr_1', reason: 'try' } });
    await expect(again).rejects.toMatchObject({ code: 'message_not_stuck' });
  });

  it('waits while no mails leave', async () => {
    const { context, row } = await written(undefined);
    expect(await deliverSecrets({ ...context, mailer: undefined })).toBe(0);
    expect(await row()).toMatchObject({ state: 'pending', attempts: 0 });
  });

  it('is read in the outbox of a developer’s own machine, where nothing leaves', async () => {
    const { context } = await written();
    const mailer = developmentMailer(context.log);
    await deliverSecrets({ ...context, mailer });
    const [preview] = await listMessagePreviews({ ...context, mailer }, 10);
    expect(preview).toMatchObject({ state: 'sent', to: [to] });
    expect(preview?.mail?.text).toContain(link);
  });

  it('is not written where there is no secret to seal it with', async () => {
    const context = testContext(database.db, { settings: testSettings({ sealingSecret: null }) });
    const expiresAt = new Date('2026-10-01T12:15:00Z');
    await expect(sendSecret(context, { to, content: { type: 'reset_password', link, expiresAt } })).rejects.toThrow(
      'AUTH_SECRET',
    );
    expect(await database.db.execute(sql`select 1 from subscription_outbox`)).toHaveLength(0);
  });
});

describe('what is sealed', () => {
  const secret = 's'.repeat(32);

  it('opens with the same secret for the same row, and differs each time', () => {
    const [one, two] = [seal(link, { secret, id: 'a' }), seal(link, { secret, id: 'a' })];
    expect(unseal(one, { secret, id: 'a' })).toBe(link);
    expect(one).not.toBe(two);
  });

  it('opens with no other secret, for no other row, and not once it was altered or cut', () => {
    const sealed = seal(link, { secret, id: 'a' });
    const altered = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(() => unseal(sealed, { secret: 't'.repeat(32), id: 'a' })).toThrow();
    expect(() => unseal(sealed, { secret, id: 'b' })).toThrow();
    for (const text of [altered, sealed.slice(0, -4), sealed.slice(4), ''])
      expect(() => unseal(text, { secret, id: 'a' })).toThrow();
  });
});
