import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BillingContext } from '@/lib/billing/context';
import { drain } from '@/lib/billing/drain';
import { deliverMessages } from '@/lib/billing/outbox/deliver';
import type { Message } from '@/lib/billing/outbox/messages';
import { claimMessage, enqueue, requeueMessage, settleMessage } from '@/lib/billing/outbox/outbox';
import { setMessagePreferences } from '@/lib/billing/outbox/preferences';
import { fixedClock } from '@/lib/clock';
import type { FindResult, Mailer } from '@/lib/email';
import { smtpMailer } from '@/lib/email/smtp';
import { testContext, testSettings } from '../../../support/billing';
import { addMember, createReachableTeam } from '../../../support/contacts';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { newLife, subscriptionOf } from '../../../support/life';
import { type MailReceiver, openMailReceiver } from '../../../support/mail-receiver';
import { openSmtpReceiver, type SmtpReceiver } from '../../../support/smtp-receiver';
import { count, one, rows } from '../../../support/state';

let database: TestDatabase;
let receiver: MailReceiver;
let smtp: SmtpReceiver;
beforeAll(async () => {
  [database, receiver, smtp] = [await createTestDatabase(), await openMailReceiver(), await openSmtpReceiver()];
});
beforeEach(async () => {
  receiver.requests.length = 0;
  receiver.taken.clear();
  receiver.outage = null;
  smtp.mails.length = 0;
  await database.db.execute(sql`update subscription_outbox set next_attempt_at = null`);
});
afterAll(() => Promise.all([database.drop(), receiver.close(), smtp.close()]));

const hour = 3_600_000;
const pass = { isTimeLeft: () => true, limit: 100 };
const failed = (teamId: string): Message => ({
  ...{ eventType: 'payment_failed', teamId, subscriptionId: null, billingPeriodId: null },
  ...{ dedupKey: `payment_failed:test:${randomUUID()}`, payload: { provider: 'stripe', renewalKey: randomUUID() } },
});

/** As an operator does. */
const resend = ({ database: on, clock }: BillingContext, id: string) => requeueMessage(on, id, clock.now());

/** A message that waits, and a billing on a clock of its own that sends through `mailer`. */
async function waiting(mailer: Mailer = receiver.mailer) {
  const clock = fixedClock('2026-10-01T12:00:00Z');
  const context = testContext(database.db, { clock, mailer });
  const { teamId, email } = await createReachableTeam(database.db);
  const message = failed(teamId);
  await database.db.transaction((tx) => enqueue(tx, message, { at: clock.now() }));
  const row = () => one(database.db, sql`select * from subscription_outbox where dedup_key = ${message.dedupKey}`);
  const { id } = await row();
  return { clock, context, teamId, email, message, row, id: String(id) };
}

describe('a message', () => {
  it('is sent after its cause has committed, and the result is written beside it', async () => {
    const { context, email, message, row, teamId, clock } = await waiting();
    expect(await row()).toMatchObject({ state: 'pending', provider_message_id: null, attempts: 0 });
    expect(await deliverMessages(context, pass)).toBe(1);
    expect(receiver.requests).toHaveLength(1);
    const undone = database.db.transaction(async (tx) => {
      await enqueue(tx, failed(teamId), { at: clock.now() });
      expect(await deliverMessages(context, pass)).toBe(0);
      tx.rollback();
    });
    await expect(undone).rejects.toThrow();
    expect(receiver.requests[0]).toMatchObject({ key: message.dedupKey, mail: { to: [email] } });
    expect(await row()).toMatchObject({
      ...{ state: 'sent', attempts: 1, error_code: null, next_attempt_at: null, leased_until: null },
      provider_message_id: expect.stringMatching(/^re_/),
    });
    expect(await deliverMessages(context, pass)).toBe(0);
    expect(receiver.requests).toHaveLength(1);
    expect(context.lines.join()).not.toContain(email);
  });

  it('that fails twice is sent under one key all three times', async () => {
    const { clock, context, message, row } = await waiting();
    receiver.faults.push(500, 429);
    for (const state of ['pending', 'pending', 'sent']) {
      await deliverMessages(context, pass);
      expect((await row()).state).toBe(state);
      clock.advance(hour);
    }
    expect(receiver.requests.map(({ key }) => key)).toEqual(Array(3).fill(message.dedupKey));
    expect(receiver.taken.size).toBe(1);
    expect(await row()).toMatchObject({ attempts: 3 });
  });

  it('whose key no header can carry goes under the hash of it', async () => {
    const { context, teamId, clock } = await waiting();
    await database.db.execute(sql`update subscription_outbox set next_attempt_at = null`);
    const message = { ...failed(teamId), dedupKey: `payment_failed:test:Straße ${randomUUID()}` };
    await database.db.transaction((tx) => enqueue(tx, message, { at: clock.now() }));
    await deliverMessages(context, pass);
    expect(receiver.requests.map(({ key }) => key)).toEqual([
      createHash('sha256').update(message.dedupKey).digest('hex'),
    ]);
  });

  it('is not tried again before its time', async () => {
    const { clock, context } = await waiting();
    receiver.faults.push(500);
    await deliverMessages(context, pass);
    clock.advance(20_000);
    expect(await deliverMessages(context, pass)).toBe(0);
    clock.advance(20_000);
    expect(await deliverMessages(context, pass)).toBe(1);
  });

  it('that is refused for good has failed, and an operator can send it again', async () => {
    const { context, row, id } = await waiting();
    receiver.faults.push(422);
    await deliverMessages(context, pass);
    expect(await row()).toMatchObject({ state: 'failed', error_code: 'resend_fault_422', next_attempt_at: null });
    expect(await resend(context, id)).toBe(true);
    await deliverMessages(context, pass);
    expect(await row()).toMatchObject({ state: 'sent', error_code: null });
    expect(await resend(context, id)).toBe(false);
    expect(await resend(context, 'no-such-message')).toBe(false);
  });

  it('is given up after a day, where it stays to be seen', async () => {
    const { clock, context, row } = await waiting();
    receiver.outage = 500;
    for (let hours = 0; hours < 26; hours += 1) {
      await deliverMessages(context, pass);
      clock.advance(hour);
    }
    expect(await row()).toMatchObject({ state: 'failed', error_code: 'resend_fault_500', next_attempt_at: null });
  });

  it('waits while there is no way to send it', async () => {
    const { context, row } = await waiting();
    expect(await deliverMessages({ ...context, mailer: undefined }, pass)).toBe(0);
    expect(await row()).toMatchObject({ state: 'pending', attempts: 0 });
  });

  it('that waited for weeks before its first try is left to an operator', async () => {
    const { clock, context, row, id } = await waiting();
    clock.advance(8 * 24 * hour);
    await deliverMessages(context, pass);
    expect(await row()).toMatchObject({ state: 'failed', error_code: 'too_old' });
    await resend(context, id);
    await deliverMessages(context, pass);
    expect(await row()).toMatchObject({ state: 'sent' });
  });
});

describe('a lost answer', () => {
  it('of a receiver that knows keys is sent again under its key, and arrives once', async () => {
    const { clock, context, message, row } = await waiting();
    receiver.faults.push('lose_answer');
    await deliverMessages(context, pass);
    expect(await row()).toMatchObject({ state: 'ambiguous', error_code: 'no_answer' });
    clock.advance(hour);
    await deliverMessages(context, pass);
    expect(await row()).toMatchObject({ state: 'sent' });
    expect(receiver.requests.map(({ key }) => key)).toEqual([message.dedupKey, message.dedupKey]);
    expect(receiver.requests[1]?.mail).toEqual(receiver.requests[0]?.mail);
    expect(receiver.taken.size).toBe(1);
  });

  it('is ambiguous still when the next try is refused, since the first may have arrived', async () => {
    const { clock, context, row } = await waiting();
    receiver.faults.push('lose_answer', 500, 422);
    for (let n = 0; n < 3; n += 1) {
      await deliverMessages(context, pass);
      expect((await row()).state).toBe('ambiguous');
      clock.advance(hour);
    }
    await deliverMessages(context, pass);
    expect(await row()).toMatchObject({ state: 'sent' });
  });

  it('is left to an operator once the receiver has forgotten the key', async () => {
    const { clock, context, row } = await waiting();
    receiver.faults.push('lose_answer');
    await deliverMessages(context, pass);
    clock.advance(25 * hour);
    await deliverMessages(context, pass);
    expect(await row()).toMatchObject({ state: 'ambiguous', next_attempt_at: null });
    expect(receiver.requests).toHaveLength(1);
  });

  it('of SMTP, which knows no keys, is never sent again by itself, and an operator decides', async () => {
    const mailer = smtpMailer({ url: smtp.url, from: 'Shop <billing@shop.example>' });
    const { clock, context, row, id } = await waiting(mailer);
    smtp.next.push({ text: 'hang_up' });
    await deliverMessages(context, pass);
    expect(await row()).toMatchObject({ state: 'ambiguous', error_code: 'no_answer', next_attempt_at: null });
    for (let n = 0; n < 30; n += 1) {
      clock.advance(hour);
      await drain(context, { budgetMs: 1000 });
    }
    expect(smtp.mails).toHaveLength(1);
    expect(await resend(context, id)).toBe(true);
    await deliverMessages(context, pass);
    expect(await row()).toMatchObject({ state: 'sent' });
    expect(smtp.mails.map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1])[1]).toBe(
      /^Message-ID: (.*)$/im.exec(smtp.mails[0]?.source ?? '')?.[1],
    );
  });

  it.each<[string, FindResult['kind'], string, number]>([
    ['that arrived is sent, without another try', 'sent', 'sent', 1],
    ['that surely did not arrive is sent again', 'absent', 'sent', 2],
    ['of which nobody knows waits for the next look', 'unknown', 'ambiguous', 1],
  ])('of a receiver that can be asked: one %s', async (_, answer, state, sends) => {
    let sent = 0;
    const found: FindResult = answer === 'sent' ? { kind: 'sent', id: 'found_1' } : { kind: answer };
    const mailer: Mailer = {
      ...{ name: 'asked', idempotentForMs: null, find: async () => found },
      send: async () => {
        sent += 1;
        return sent === 1 ? { kind: 'ambiguous', code: 'no_answer' } : { kind: 'sent', id: 'second' };
      },
    };
    const { clock, context, row } = await waiting(mailer);
    await deliverMessages(context, pass);
    clock.advance(hour);
    await deliverMessages(context, pass);
    expect(await row()).toMatchObject({ state });
    expect(sent).toBe(sends);
  });
});

describe('a sender that died', () => {
  const died = async (mailer: Mailer) => {
    const given = await waiting(mailer);
    await claimMessage(database.db, { at: given.clock.now(), leaseMs: 60_000 });
    expect(await deliverMessages(given.context, pass)).toBe(0);
    given.clock.advance(61_000);
    return given;
  };

  it('leaves its message to the next one, which sends it under the same key', async () => {
    const { context, message, row } = await died(receiver.mailer);
    expect(await deliverMessages(context, pass)).toBe(1);
    expect(await row()).toMatchObject({ state: 'sent', lease_attempt: 2 });
    expect(receiver.requests.map(({ key }) => key)).toEqual([message.dedupKey]);
  });

  it('leaves it ambiguous where the receiver knows no keys', async () => {
    const { context, row } = await died(smtpMailer({ url: smtp.url, from: 'billing@shop.example' }));
    await deliverMessages(context, pass);
    expect(await row()).toMatchObject({ state: 'ambiguous', error_code: 'lease_lost', next_attempt_at: null });
    expect(smtp.mails).toHaveLength(0);
  });

  it('and comes back writes nothing over what its successor wrote', async () => {
    const { clock, context, row } = await waiting();
    const late = await claimMessage(database.db, { at: clock.now(), leaseMs: 60_000 });
    clock.advance(61_000);
    await deliverMessages(context, pass);
    const settled = await row();
    if (!late) throw new Error('There was a message to claim.');
    const failed = { state: 'failed', nextAttemptAt: null, errorCode: 'late' } as const;
    expect(await settleMessage(database.db, late.message, failed)).toBe(false);
    expect(await row()).toEqual(settled);
  });
});

describe('who gets a message', () => {
  it('are the owners and billing contacts with an address, in one mail', async () => {
    const { context, teamId, email } = await waiting();
    const billing = await addMember(database.db, teamId, { role: 'billing' });
    await addMember(database.db, teamId, { role: 'member' });
    await addMember(database.db, teamId, { email: null });
    await deliverMessages(context, pass);
    expect(receiver.requests.map(({ mail }) => mail.to.toSorted())).toEqual([[email, billing].toSorted()]);
  });

  it('nobody: it has failed for that reason, and can be sent once there is an address', async () => {
    const { context, teamId, row, id } = await waiting();
    await database.db.execute(
      sql`update users set email = null where id in (select user_id from team_members where team_id = ${teamId})`,
    );
    await deliverMessages(context, pass);
    expect(await row()).toMatchObject({ state: 'failed', error_code: 'no_recipient' });
    const email = await addMember(database.db, teamId, { role: 'billing' });
    await resend(context, id);
    await deliverMessages(context, pass);
    expect(await row()).toMatchObject({ state: 'sent' });
    expect(receiver.requests[0]?.mail.to).toEqual([email]);
  });

  it('nobody, when the team is of a visitor without an account: there is nothing to be mended', async () => {
    const { context, teamId, row } = await waiting();
    await database.db.execute(
      sql`update users set is_anonymous = true where id in (select user_id from team_members where team_id = ${teamId})`,
    );
    await deliverMessages(context, pass);
    expect(await row()).toMatchObject({ state: 'superseded', error_code: 'demo_team' });
    expect(receiver.requests).toEqual([]);
  });

  it('are the operators, when it is a case', async () => {
    const given = await waiting();
    await deliverCase(given, null);
    expect(receiver.requests.map(({ mail }) => mail.to)).toEqual([['operators@shop.example']]);
    expect(receiver.requests[0]?.mail.subject).toBe('Paidonce: New case: unknown team');
  });

  it('are not the operators, when the case is of a visitor of the public demo', async () => {
    const given = await waiting();
    await database.db.execute(sql`update teams set demo_until = now() where id = ${given.teamId}`);
    const caseId = await deliverCase(given, given.teamId);
    expect(receiver.requests).toEqual([]);
    const told = sql`select state, error_code from subscription_outbox where dedup_key = ${`case_opened:${caseId}`}`;
    expect(await one(database.db, told)).toEqual({ state: 'superseded', error_code: 'demo_team' });
  });

  async function deliverCase(
    given: Pick<Awaited<ReturnType<typeof waiting>>, 'clock' | 'context'>,
    teamId: string | null,
  ): Promise<string> {
    await database.db.execute(sql`update subscription_outbox set next_attempt_at = null`);
    const caseId = randomUUID();
    await database.db.execute(sql`
      insert into reconciliation_cases (id, kind, subject, team_id, opened_at, last_seen_at)
      values (${caseId}, 'unknown_team', ${caseId}, ${teamId}, now(), now())`);
    const payload = { caseId, kind: 'unknown_team', subject: 'event:evt_1', provider: 'stripe' };
    const nobody = { teamId: null, subscriptionId: null, billingPeriodId: null };
    const message: Message = { eventType: 'case_opened', ...nobody, dedupKey: `case_opened:${caseId}`, payload };
    await database.db.transaction((tx) => enqueue(tx, message, { at: given.clock.now() }));
    const settings = testSettings({ operatorEmail: 'operators@shop.example' });
    await deliverMessages({ ...given.context, settings }, pass);
    return caseId;
  }
});

describe('what a team does not want', () => {
  it('is not sent, and what is about a payment is sent all the same', async () => {
    const { clock, context, teamId, row } = await waiting();
    await setMessagePreferences(
      database.db,
      { teamId, preferences: [{ type: 'credits_low', isWanted: false }] },
      clock.now(),
    );
    const about = { teamId, subscriptionId: null, billingPeriodId: null };
    const unwanted: Message = {
      ...about,
      eventType: 'credits_low',
      dedupKey: randomUUID(),
      payload: { balance: 1, lowAt: 5 },
    };
    await database.db.transaction((tx) => enqueue(tx, unwanted, { at: clock.now() }));
    await deliverMessages(context, pass);
    expect(await row()).toMatchObject({ state: 'sent' });
    expect(
      await one(
        database.db,
        sql`select state, error_code from subscription_outbox where dedup_key = ${unwanted.dedupKey}`,
      ),
    ).toEqual({ state: 'superseded', error_code: 'not_wanted' });
    expect(receiver.requests).toHaveLength(1);
  });
});

const renewal = 'invoice.paid.subscription_cycle';
const seconds = (time: string) => Date.parse(time) / 1000;

/** A Stripe subscription whose first period was paid, of a team that can be written to. */
async function subscribed(mailer: Mailer | undefined = receiver.mailer) {
  const { teamId, email } = await createReachableTeam(database.db);
  const clock = fixedClock('2026-10-01T12:00:00Z');
  const life = await newLife(database.db, 'stripe', { teamId, clock, mailer });
  for (const name of ['checkout.session.completed.subscription', 'customer.subscription.created'])
    await life.tell(name);
  expect(await life.tell('invoice.paid.subscription_create')).toBe('applied');
  return { life, teamId, email, clock };
}

describe('a renewal', () => {
  it('told ten times is one message and one mail', async () => {
    const { life, teamId, clock } = await subscribed();
    await drain(life.context, { budgetMs: 5000 });
    receiver.requests.length = 0;
    for (let n = 0; n < 10; n += 1) await life.tell(renewal, n === 0 ? {} : { id: `evt_again_${teamId}_${n}` });
    for (let n = 0; n < 10; n += 1) {
      await drain(life.context, { budgetMs: 5000 });
      clock.advance(60_000);
    }
    const renewals = sql`select count(*) from subscription_outbox where team_id = ${teamId} and payload->>'kind' = 'renewal'`;
    expect(await count(database.db, renewals)).toBe(1);
    expect(receiver.requests.map(({ mail }) => mail.subject)).toEqual(['Paidonce: Pro was renewed']);
  });

  it('is applied though nothing can be sent', async () => {
    for (const mailer of [undefined, failingMailer()]) {
      const { life, teamId } = await subscribed(mailer);
      expect(await life.tell(renewal)).toBe('applied');
      await drain(life.context, { budgetMs: 5000 });
      expect(await subscriptionOf(database.db, teamId)).toMatchObject({ status: 'active', revision: 2 });
    }
  });

  it('that is paid after all supersedes the failure that was not told yet', async () => {
    const { life, teamId } = await subscribed();
    await drain(life.context, { budgetMs: 5000 });
    receiver.requests.length = 0;
    const october = { start: seconds('2026-10-01T10:00:00Z'), end: seconds('2026-11-01T10:00:00Z') };
    const own = { 'data.object.id': `in_recovered_${teamId}`, 'data.object.lines.data.0.period': october };
    expect(await life.tell('invoice.payment_failed.subscription_cycle', own)).toBe('applied');
    expect(await life.tell('invoice.paid.subscription_cycle.recovered', own)).toBe('applied');
    await drain(life.context, { budgetMs: 5000 });
    expect(receiver.requests.map(({ mail }) => mail.subject)).toEqual(['Paidonce: Pro was renewed']);
    const states = await rows(
      database.db,
      sql`select state from subscription_outbox where team_id = ${teamId} and event_type = 'payment_failed'`,
    );
    expect(states).toEqual([{ state: 'superseded' }]);
  });
});

/** A mailer that breaks its promise not to throw. */
function failingMailer(): Mailer {
  const send = async () => {
    throw new Error('broken');
  };
  return { name: 'broken', idempotentForMs: null, send };
}

describe('an hour without mail', () => {
  it('delays every message and loses none: afterwards each has arrived once', async () => {
    const clock = fixedClock('2026-10-01T12:00:00Z');
    const context = testContext(database.db, { clock, mailer: receiver.mailer });
    const keys: string[] = [];
    receiver.outage = 503;
    for (let minute = 0; minute < 60; minute += 1) {
      const { teamId } = await createReachableTeam(database.db);
      const message = failed(teamId);
      keys.push(message.dedupKey);
      await database.db.transaction((tx) => enqueue(tx, message, { at: clock.now() }));
      if (minute === 20) receiver.outage = 'lose_answer';
      if (minute === 40) receiver.outage = 500;
      await drain(context, { budgetMs: 5000 });
      clock.advance(60_000);
    }
    receiver.outage = null;
    for (let minute = 0; minute < 30; minute += 1) {
      await drain(context, { budgetMs: 5000 });
      clock.advance(60_000);
    }
    const unsent = sql`select count(*) from subscription_outbox where dedup_key in ${keys} and state <> 'sent'`;
    expect(await count(database.db, unsent)).toBe(0);
    expect([...receiver.taken.keys()].toSorted()).toEqual(keys.toSorted());
    for (const { key, mail } of receiver.requests) expect(mail).toEqual(receiver.taken.get(key) ?? mail);
  });
});
