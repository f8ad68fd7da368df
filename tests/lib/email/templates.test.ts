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
  top_up_failed: { type: 'top_up_failed', teamName, itemName: '1,000 credits', reason: 'insufficient_funds' },
  case_opened: {
    type: 'case_opened',
    caseId: 'case-1',
    kind: 'unknown_team',
    subject: 'event:evt_1',
    provider: 'stripe',
  },
  verify_email: { type: 'verify_email', link: 'https://shop.example/verify-email?token=x', expiresAt: at },
  reset_password: { type: 'reset_password', link: 'https://shop.example/reset-password?token=x', expiresAt: at },
  sign_in_link: { type: 'sign_in_link', link: 'https://shop.example/magic-link?token=x', expiresAt: at },
  account_exists: { type: 'account_exists', link: 'https://shop.example/sign-in', expiresAt: at },
  change_email: {
    ...{ type: 'change_email', newEmail: 'new@shop.example' },
    ...{ link: 'https://shop.example/verify-email?token=x', expiresAt: at },
  },
  team_invitation: {
    ...{ type: 'team_invitation', teamName, inviterName: 'Ada', role: 'billing' },
    ...{ link: 'https://shop.example/invitations/x', expiresAt: at },
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
  top_up_failed: 'Shop: Automatic top-up has stopped',
  case_opened: 'Shop: New case: unknown team',
  verify_email: 'Shop: Confirm your e-mail address',
  reset_password: 'Shop: Choose a new password',
  sign_in_link: 'Shop: Your sign-in link',
  account_exists: 'Shop: You already have an account',
  change_email: 'Shop: Confirm your new e-mail address',
  team_invitation: 'Shop: Ada invites you to Ink & <b>Paper</b>',
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

it('the mail of a case says that nothing is lost meanwhile, but for a dispute, for which evidence is due', async () => {
  const opened = { type: 'case_opened', caseId: 'case-1', subject: 'event:evt_1', provider: 'stripe' } as const;
  const textOf = async (kind: string) => (await renderMail({ ...opened, kind }, brand)).text.replace(/\s+/g, ' ');
  expect(await textOf('unknown_team')).toContain('Nothing is lost meanwhile.');
  expect(await textOf('dispute_opened')).not.toContain('Nothing is lost meanwhile.');
  expect(await textOf('dispute_opened')).toContain('Evidence is due at the provider');
});

it('what can be switched off says where; a receipt does not', async () => {
  expect((await renderMail(contents.credits_low, brand)).text).toContain('https://shop.example/settings');
  expect((await renderMail(contents.purchase_paid, brand)).text).not.toContain('/settings');
});
