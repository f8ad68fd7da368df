import { afterEach, describe, expect, it, vi } from 'vitest';

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
  it('come from the environment, several for one item', async () => {
    const { catalog } = await settingsWith({ ...off, STRIPE_PRICE_PACK_1000: 'price_new, price_old' });
    expect(catalog.findByPrice('stripe', 'price_old')?.item).toBe('pack_1000');
    expect(catalog.findPriceId('stripe', 'pack_1000')).toBe('price_new');
    expect(catalog.findByPrice('stripe', '')).toBeNull();
  });

  it('that two items share are refused', async () => {
    const shared = { STRIPE_PRICE_PACK_1000: 'price_1', STRIPE_PRICE_PACK_5000: 'price_1' };
    await expect(settingsWith({ ...off, ...shared })).rejects.toThrow(/price_1/);
  });
});
