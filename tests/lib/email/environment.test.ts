import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The mailer of a process that is started with these variables. */
async function mailerWith(variables: Record<string, string>) {
  vi.resetModules();
  for (const name of ['RESEND_API_KEY', 'SMTP_URL', 'EMAIL_FROM']) vi.stubEnv(name, undefined);
  vi.stubEnv('LOG_LEVEL', 'silent');
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const { mailerOfEnvironment } = await import('@/lib/email');
  return mailerOfEnvironment();
}

const EMAIL_FROM = 'Shop <billing@shop.example>';
const RESEND_API_KEY = 're_test';
const SMTP_URL = 'smtp://127.0.0.1:2525';

it.each([
  ['Resend', { RESEND_API_KEY, EMAIL_FROM }, { name: 'resend', idempotentForMs: 86_400_000 }],
  ['SMTP, which knows no keys', { SMTP_URL, EMAIL_FROM }, { name: 'smtp', idempotentForMs: null }],
  ['Resend, where both are set', { RESEND_API_KEY, SMTP_URL, EMAIL_FROM }, { name: 'resend' }],
  ['nowhere in development', { NODE_ENV: 'development' }, { name: 'development' }],
])('mails go through %s', async (_, variables, expected) => {
  expect(await mailerWith(variables)).toMatchObject(expected);
});

it.each([
  ['in production with no way to send', { NODE_ENV: 'production' }],
  ['without a sender, and nothing else stops', { RESEND_API_KEY, NODE_ENV: 'production' }],
])('messages wait %s', async (_, variables) => {
  expect(await mailerWith(variables)).toBeUndefined();
});

it.each([
  ['SMTP_URL', 'http://mail.example.com'],
  ['OPERATOR_EMAIL', 'nobody'],
  ['CREDITS_LOW_AT', 'a few'],
])('%s=%s is refused with its name', async (name, value) => {
  await expect(mailerWith({ EMAIL_FROM, [name]: value })).rejects.toThrow(name);
});
