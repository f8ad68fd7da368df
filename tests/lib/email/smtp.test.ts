import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { smtpMailer } from '@/lib/email/smtp';
import { openSmtpReceiver, type SmtpReceiver } from '../../support/smtp-receiver';

let receiver: SmtpReceiver;
beforeAll(async () => {
  receiver = await openSmtpReceiver();
});
beforeEach(() => {
  receiver.mails.length = 0;
});
afterAll(() => receiver.close());

const mail = {
  to: ['owner@team.example', 'billing@team.example'],
  subject: 'Your receipt',
  html: '<p>Paid</p>',
  text: 'Paid',
  idempotencyKey: 'purchase_paid:stripe:cs_1',
};
const from = 'Shop <billing@shop.example>';
const send = (changes: Partial<typeof mail> = {}) =>
  smtpMailer({ url: receiver.url, from }).send({ ...mail, ...changes });
const headerOf = (index: number, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(receiver.mails[index]?.source ?? '')?.[1]?.trim();

it('goes to everybody at once, with its text, its HTML and an id that its key decides', async () => {
  const sent = await send();
  await send();
  await send({ idempotencyKey: 'purchase_paid:stripe:cs_2' });
  expect(receiver.mails[0]).toMatchObject({ to: mail.to });
  expect(receiver.mails[0]?.source).toMatch(/text\/plain[\s\S]*Paid[\s\S]*text\/html[\s\S]*<p>Paid<\/p>/);
  expect(sent).toEqual({ kind: 'sent', id: headerOf(0, 'Message-ID') });
  expect(headerOf(0, 'Message-ID')).toMatch(/^<[0-9a-f]{32}@shop\.example>$/);
  expect(headerOf(1, 'Message-ID')).toBe(headerOf(0, 'Message-ID'));
  expect(headerOf(1, 'X-Entity-Ref-ID')).toBe(headerOf(0, 'X-Entity-Ref-ID'));
  expect(headerOf(2, 'Message-ID')).not.toBe(headerOf(0, 'Message-ID'));
});

it.each([
  ['an unknown address', { recipient: '550 no such user' }, { kind: 'refused', code: 'smtp_550', permanent: true }],
  ['a server that is busy', { recipient: '451 later' }, { kind: 'refused', code: 'smtp_451', permanent: false }],
  ['a text that is not taken', { text: '554 spam' }, { kind: 'refused', code: 'smtp_554', permanent: true }],
  ['a text that is taken later', { text: '452 full' }, { kind: 'refused', code: 'smtp_452', permanent: false }],
  [
    'a connection lost before the text',
    { recipient: 'hang_up' },
    { kind: 'refused', code: 'unreachable', permanent: false },
  ],
  ['a connection lost after the text', { text: 'hang_up' }, { kind: 'ambiguous', code: 'no_answer' }],
])('%s is told apart', async (_, fault, expected) => {
  receiver.next.push(fault);
  expect(await send()).toEqual(expected);
  expect(receiver.mails).toHaveLength(expected.kind === 'ambiguous' ? 1 : 0);
});

it('a server that is not there is unreachable, and nothing can have arrived', async () => {
  const gone = await openSmtpReceiver();
  await gone.close();
  expect(await smtpMailer({ url: gone.url, from }).send(mail)).toEqual({
    kind: 'refused',
    code: 'unreachable',
    permanent: false,
  });
});

it('a line break in a subject begins no other header', async () => {
  await send({ subject: 'Hello\r\nBcc: everybody@example.com' });
  expect(receiver.mails[0]?.to).toEqual(mail.to);
  expect(headerOf(0, 'Bcc')).toBeUndefined();
});
