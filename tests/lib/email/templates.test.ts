import { describe, expect, it } from 'vitest';
import { type MailContent, renderMail } from '@/lib/email';

const brand = { productName: 'Shop', appUrl: 'https://shop.example' };
const teamName = 'Ink & <b>Paper</b>';
const money = { amountMinor: 4900, currency: 'USD' };
const at = new Date('2026-10-01T10:00:00Z');

const contents: Record<MailContent['type'], MailContent> = {
  purchase_paid: {
    ...{ type: 'purchase_paid', teamName, lines: [{ name: '1,000 credits', quantity: 2 }], credits: 2000 },
    ...{ paid: money, tax: { amountMinor: 782, currency: 'USD' }, paidAt: at, reference: 'a1b2-c3d4e5f60718' },
  },
  subscription_renewed: {
    ...{ type: 'subscription_renewed', teamName, isFirst: false, planName: 'Pro', quantity: 1, reference: 'bp-1' },
    ...{ period: { start: at, end: new Date('2026-11-01T10:00:00Z') }, paid: money },
  },
  payment_failed: { type: 'payment_failed', teamName, payUrl: 'https://pay.example/in_1', nextAttemptAt: at },
  action_needed: { type: 'action_needed', teamName, payUrl: null },
  payment_retry_failed: { type: 'payment_retry_failed', teamName, payUrl: null, nextAttemptAt: null },
  card_needed: { type: 'card_needed', teamName },
  access_restricted: { type: 'access_restricted', teamName, endsAt: at },
  subscription_ending: { type: 'subscription_ending', teamName, planName: 'Pro', endsAt: at },
  subscription_ended: { type: 'subscription_ended', teamName, planName: null, endsAt: null },
  credits_low: { type: 'credits_low', teamName, balance: 1, lowAt: 100 },
  case_opened: {
    type: 'case_opened',
    caseId: 'case-1',
    kind: 'unknown_team',
    subject: 'event:evt_1',
    provider: 'stripe',
  },
};

const subjects: Record<MailContent['type'], string> = {
  purchase_paid: 'Your Shop receipt: $49.00',
  subscription_renewed: 'Shop: Pro was renewed',
  payment_failed: 'Shop: Your payment did not go through',
  action_needed: 'Shop: Please confirm your payment',
  payment_retry_failed: 'Shop: Your payment failed again',
  card_needed: 'Shop: Please choose another card',
  access_restricted: 'Shop: Your access is restricted',
  subscription_ending: 'Shop: Pro ends on 1 October 2026',
  subscription_ended: 'Shop: Your subscription has ended',
  credits_low: 'Shop: 1 credit left',
  case_opened: 'Shop: New case: unknown team',
};

describe.each(Object.values(contents))('the mail of $type', (content) => {
  it('has a subject, a page for both themes and the same as text, and is the same each time', async () => {
    const mail = await renderMail(content, brand);
    expect(mail.subject).toBe(subjects[content.type]);
    expect(mail.html).toContain('content="light dark"');
    expect(mail.html).toContain('prefers-color-scheme: dark');
    expect(mail.text).toContain('https://');
    expect(mail.text).not.toMatch(/<(html|table|p|a)\b/);
    expect(await renderMail(content, brand)).toEqual(mail);
  });

  it('shows what others named as text', async () => {
    const { html } = await renderMail(content, brand);
    expect(html).not.toContain('<b>Paper</b>');
    if ('teamName' in content) expect(html).toContain('Ink &amp; &lt;b&gt;Paper&lt;/b&gt;');
  });
});

it('what can be switched off says where; a receipt does not', async () => {
  expect((await renderMail(contents.credits_low, brand)).text).toContain('https://shop.example/settings');
  expect((await renderMail(contents.purchase_paid, brand)).text).not.toContain('/settings');
});
