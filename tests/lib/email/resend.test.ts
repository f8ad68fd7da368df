import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { resendMailer } from '@/lib/email/resend';
import { type MailReceiver, openMailReceiver } from '../../support/mail-receiver';

let receiver: MailReceiver;
beforeAll(async () => {
  receiver = await openMailReceiver();
});
beforeEach(() => {
  receiver.requests.length = 0;
});
afterAll(() => receiver.close());

const mail = { to: ['owner@team.example'], subject: 'Hello', html: '<p>x</p>', text: 'x', idempotencyKey: 'key:1' };

it('carries the key with every try', async () => {
  expect(await receiver.mailer.send(mail)).toMatchObject({ kind: 'sent' });
  expect(receiver.requests[0]).toMatchObject({ key: 'key:1', mail: { to: mail.to, subject: 'Hello', text: 'x' } });
});

it.each([
  [422, { kind: 'refused', permanent: true }],
  [400, { kind: 'refused', permanent: true }],
  [401, { kind: 'refused', permanent: false }],
  [429, { kind: 'refused', permanent: false }],
  [500, { kind: 'refused', permanent: false }],
  [502, { kind: 'ambiguous' }],
  [504, { kind: 'ambiguous' }],
  ['lose_answer', { kind: 'ambiguous', code: 'no_answer' }],
] as const)('an answer of %s is told apart', async (fault, expected) => {
  receiver.faults.push(fault);
  expect(await receiver.mailer.send(mail)).toMatchObject(expected);
});

it('no server at all leaves open what became of the mail', async () => {
  const gone = await openMailReceiver();
  await gone.close();
  const mailer = resendMailer({ apiKey: 're_test', from: 'a@b.example', baseUrl: gone.url });
  expect(await mailer.send(mail)).toEqual({ kind: 'ambiguous', code: 'no_answer' });
});
