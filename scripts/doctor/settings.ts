import type { BillingSettings } from '@/lib/billing/settings';
import { type SellingProvider, sellingProviders } from '@/lib/env';
import { setting } from '../launch/environment';
import { type Finding, look, ok, wrong } from './finding';

/** What the settings alone can tell. */
export function checkSettings(settings: BillingSettings): Finding[] {
  return [
    ...checkAddress(settings),
    checkAuthSecret(),
    ...sellingProviders.flatMap((name) => checkProvider(settings, name)),
    checkSelling(settings),
    checkMail(),
    checkSchedule(),
  ];
}

/** The setting of each provider's interface, and what its keys begin with in live and in test. */
const credentials: Record<SellingProvider, { key: string; live?: RegExp; test?: RegExp }> = {
  stripe: { key: 'STRIPE_SECRET_KEY', live: /^(sk|rk)_live_/, test: /^(sk|rk)_test_/ },
  lemonsqueezy: { key: 'LEMONSQUEEZY_API_KEY' },
  polar: { key: 'POLAR_ACCESS_TOKEN' },
  paddle: { key: 'PADDLE_API_KEY', live: /^pdl_live_/, test: /^pdl_sdbx_/ },
};

function checkAddress({ appUrl, environment }: BillingSettings): Finding[] {
  const isLocal = /^http:\/\/(localhost|127\.0\.0\.1)/.test(appUrl);
  if (environment === 'test') return [ok('address', appUrl)];
  if (isLocal)
    return [wrong('address', `${appUrl} with live payments`, 'Set APP_URL to the address your customers see.')];
  if (!appUrl.startsWith('https:'))
    return [wrong('address', `${appUrl} has no TLS`, 'Set APP_URL to an https address.')];
  return [ok('address', appUrl)];
}

function checkAuthSecret(): Finding {
  return setting('AUTH_SECRET')
    ? ok('auth secret', 'set')
    : wrong('auth secret', 'not set', 'Set AUTH_SECRET to 32 random characters or more.');
}

function checkProvider(settings: BillingSettings, name: SellingProvider): Finding[] {
  const { key: keyName, live, test } = credentials[name];
  const key = setting(keyName);
  const isConfigured = settings.providers[name] !== undefined;
  const secretName = `${name.toUpperCase()}_WEBHOOK_SECRET`;
  if (!isConfigured && !key) return [];
  const findings: Finding[] = [
    isConfigured
      ? ok(name, `webhooks at ${settings.appUrl}/api/webhooks/${name}`)
      : wrong(name, `${keyName} is set, but webhooks are answered 404`, `Set ${secretName}.`),
  ];
  if (isConfigured && !key)
    findings.push(look(name, 'no key: webhooks only, no checkout and no look-ups', `Set ${keyName}.`));
  const other = settings.environment === 'live' ? test : live;
  if (key && other?.test(key))
    findings.push(
      wrong(
        name,
        `${keyName} is not of BILLING_ENVIRONMENT=${settings.environment}`,
        'Use the key of the same environment.',
      ),
    );
  return [...findings, ...checkPrices(settings, name)];
}

function checkPrices({ catalog, sellingProvider }: BillingSettings, name: SellingProvider): Finding[] {
  const missing = catalog.items.filter(({ item }) => catalog.findPriceId(name, item) === null);
  if (missing.length === 0) return [ok(name, `all ${catalog.items.length} items have a price id`)];
  const names = missing.map(({ item }) => `${name}_PRICE_${item}`.toUpperCase()).join(', ');
  const says = `${missing.length} of ${catalog.items.length} items have no price id`;
  return [(sellingProvider === name ? wrong : look)(name, says, `Set ${names}, or take the items out of the catalog.`)];
}

function checkSelling({ sellingProvider, providers }: BillingSettings): Finding {
  if (sellingProvider === null)
    return look('selling', 'nothing is sold', 'Set BILLING_PROVIDER to the provider of the buy buttons.');
  if (!providers[sellingProvider])
    return wrong('selling', `${sellingProvider} sells, but its webhooks are answered 404`, 'Set its webhook secret.');
  return ok('selling', sellingProvider === 'sandbox' ? 'the sandbox, for play money' : sellingProvider);
}

function checkMail(): Finding {
  if (!setting('RESEND_API_KEY') && !setting('SMTP_URL'))
    return look('mail', 'messages wait', 'Set RESEND_API_KEY or SMTP_URL, and EMAIL_FROM.');
  return setting('EMAIL_FROM')
    ? ok('mail', setting('RESEND_API_KEY') ? 'through Resend' : 'through SMTP')
    : wrong('mail', 'no sender', 'Set EMAIL_FROM.');
}

function checkSchedule(): Finding {
  return setting('CRON_SECRET')
    ? ok('schedule', '/api/cron/drain takes CRON_SECRET')
    : look(
        'schedule',
        '/api/cron/drain is closed',
        'Set CRON_SECRET, unless a server or npm run worker does the work.',
      );
}
