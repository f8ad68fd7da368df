import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultItems } from '@/lib/billing/catalog';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The settings of a process that is started with these variables. */
async function settingsWith(variables: Record<string, string>) {
  vi.resetModules();
  for (const name of [
    'DATABASE_URL',
    'SANDBOX_BILLING',
    'SANDBOX_WEBHOOK_SECRET',
    'STRIPE_WEBHOOK_SECRET',
    'AUTH_SECRET',
    'APP_URL',
    'VERCEL_URL',
    'PORT',
    'BILLING_PROVIDER',
    'BILLING_ENVIRONMENT',
  ]) {
    vi.stubEnv(name, undefined);
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const { billingSettings } = await import('@/lib/billing/settings');
  return billingSettings();
}

const authSecret = 'a'.repeat(32);
const off = { SANDBOX_BILLING: 'off' };

describe('a webhook secret', () => {
  it.each([
    ['whsec_x\n', ['whsec_x']],
    [' whsec_x ', ['whsec_x']],
    ['"whsec_x"', ['whsec_x']],
    ["'whsec_x'", ['whsec_x']],
    ['whsec_new, whsec_old', ['whsec_new', 'whsec_old']],
    ['whsec_x,,', ['whsec_x']],
  ])('written as %j is read as %j', async (value, secrets) => {
    expect((await settingsWith({ ...off, STRIPE_WEBHOOK_SECRET: value })).providers.stripe?.webhookSecrets).toEqual(
      secrets,
    );
  });

  it.each(['', '  ', '""', ','])('written as %j leaves the provider out', async (value) => {
    expect((await settingsWith({ ...off, STRIPE_WEBHOOK_SECRET: value })).providers.stripe).toBeUndefined();
  });
});

describe('the sandbox', () => {
  it('is on while there is no database of the owner, and signs with a secret of its own', async () => {
    const settings = await settingsWith({ AUTH_SECRET: authSecret });
    expect(settings.sellingProvider).toBe('sandbox');
    expect(settings.providers.sandbox?.webhookSecrets[0]).toMatch(/^whsec_/);
  });

  it('is off once there is one, unless it is switched on', async () => {
    const DATABASE_URL = 'postgres://localhost/x';
    expect((await settingsWith({ DATABASE_URL })).providers.sandbox).toBeUndefined();
    const on = { DATABASE_URL, SANDBOX_BILLING: 'on', SANDBOX_WEBHOOK_SECRET: 'whsec_c2FuZGJveA==' };
    expect((await settingsWith(on)).providers.sandbox?.webhookSecrets).toEqual(['whsec_c2FuZGJveA==']);
  });

  it.each([
    ['BILLING_ENVIRONMENT', 'live'],
    ['STRIPE_SECRET_KEY', 'sk_live_1'],
    ['STRIPE_SECRET_KEY', 'rk_live_1'],
    ['PADDLE_API_KEY', 'pdl_live_apikey_1'],
  ])('refuses to start beside %s=%s', async (name, value) => {
    await expect(settingsWith({ AUTH_SECRET: authSecret, [name]: value })).rejects.toThrow(/play money/);
  });

  it('needs something to sign with', async () => {
    await expect(settingsWith({})).rejects.toThrow(/AUTH_SECRET/);
  });
});

describe('the address', () => {
  it.each([
    [{ APP_URL: 'https://example.com/' }, 'https://example.com'],
    [{ PORT: '4000' }, 'http://localhost:4000'],
    [{ VERCEL_URL: 'demo.vercel.app' }, 'https://demo.vercel.app'],
  ])('of %j is %s', async (variables, address) => {
    expect((await settingsWith({ ...off, ...variables })).appUrl).toBe(address);
  });

  it('must be an address', async () => {
    await expect(settingsWith({ ...off, APP_URL: 'javascript:alert(1)' })).rejects.toThrow(/APP_URL: Invalid URL/);
  });
});

describe('price ids', () => {
  const [one = '', other = ''] = defaultItems.map(({ item }) => item);
  const setting = (item: string) => `STRIPE_PRICE_${item.toUpperCase()}`;

  it('come from the environment, several for one item', async () => {
    const { catalog } = await settingsWith({ ...off, [setting(one)]: 'price_new, price_old' });
    expect(catalog.findByPrice('stripe', 'price_old')?.item).toBe(one);
    expect(catalog.findPriceId('stripe', one)).toBe('price_new');
    expect(catalog.findByPrice('stripe', '')).toBeNull();
  });

  it('that two items share are refused', async () => {
    const shared = { [setting(one)]: 'price_1', [setting(other)]: 'price_1' };
    await expect(settingsWith({ ...off, ...shared })).rejects.toThrow(/price_1/);
  });
});

describe('the address that buyers come back to', () => {
  const selling = { ...off, NODE_ENV: 'production', BILLING_PROVIDER: 'stripe' };
  const live = { ...selling, BILLING_ENVIRONMENT: 'live' };

  it.each([
    ['https://app.example.com', 'https://app.example.com'],
    [' "https://app.example.com/" ', 'https://app.example.com'],
    ['https://app.example.com///', 'https://app.example.com'],
    ['http://localhost:4000/', 'http://localhost:4000'],
  ])('written as %j is %j', async (APP_URL, appUrl) => {
    expect((await settingsWith({ ...selling, APP_URL })).appUrl).toBe(appUrl);
  });

  it.each(['javascript:alert(1)', '//evil.example', 'app.example.com'])('is not %j', async (APP_URL) => {
    await expect(settingsWith({ ...selling, APP_URL })).rejects.toThrow(/APP_URL/);
  });

  it('has to be set where something is sold for money', async () => {
    await expect(settingsWith(selling)).rejects.toThrow(/Set it: https:/);
    await expect(settingsWith({ ...live, VERCEL_URL: 'shop-git-1.vercel.app' })).rejects.toThrow(/Set it: https:/);
  });

  it('is that of a preview while nothing is live', async () => {
    expect((await settingsWith({ ...selling, VERCEL_URL: 'shop-git-1.vercel.app' })).appUrl).toBe(
      'https://shop-git-1.vercel.app',
    );
  });

  it('begins with https where payments are live', async () => {
    await expect(settingsWith({ ...live, APP_URL: 'http://app.example.com' })).rejects.toThrow(/https/);
    expect((await settingsWith({ ...live, APP_URL: 'https://app.example.com' })).appUrl).toBe(
      'https://app.example.com',
    );
  });

  it('need not be set to try the sandbox', async () => {
    expect((await settingsWith({ AUTH_SECRET: authSecret, NODE_ENV: 'production' })).appUrl).toBe(
      'http://localhost:3000',
    );
  });
});
