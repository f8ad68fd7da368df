import { createEnv } from '@t3-oss/env-nextjs';
import { z } from 'zod';
import { defaultItems } from './billing/catalog';
import { type ProviderName, providerNames } from './billing/events';

/**
 * Every setting, parsed once. Nothing else reads `process.env`. Values are trimmed, and a pair of quotes that came
 * along from a shell is taken off; an empty value counts as unset.
 */
const text = z.string().transform(clean);
const optional = text.transform((value) => (value === '' ? undefined : value)).optional();
const list = text
  .transform((value) =>
    value
      .split(',')
      .map(clean)
      .filter((part) => part !== ''),
  )
  .default([]);
const onOff = z.preprocess(givenInAnyCase, z.enum(['on', 'off']).optional());
const url = optional.pipe(z.url({ protocol: /^https?$/ }).optional()).transform((value) => value?.replace(/\/+$/, ''));
/** A number of whole days, one at least. */
function days(unlessSet: number) {
  return z.preprocess(given, z.coerce.number().int().min(1).default(unlessSet));
}

/** One of these; the first unless set. */
function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.preprocess(givenInAnyCase, z.enum(values).default(values[0] as Values[number]));
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function risingOr(unlessSet: readonly number[]) {
  return (days: readonly number[]) => (days.length === 0 ? unlessSet : [...days].sort((a, b) => a - b));
}

export type SellingProvider = Exclude<ProviderName, 'sandbox'>;

/** Those that sell for money, and so have price ids of their own. */
export const sellingProviders = providerNames.filter((name): name is SellingProvider => name !== 'sandbox');

export const env = createEnv({
  server: {
    NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
    DATABASE_URL: optional,
    DATABASE_URL_DIRECT: optional,
    DATABASE_PREPARE: onOff,
    APP_URL: url,
    PORT: z.preprocess(given, z.coerce.number().int().min(1).max(65535).default(3000)),
    VERCEL_URL: optional,
    DEMO_OPERATOR: onOff,
    PUBLIC_DEMO: onOff,
    AUTH_SECRET: optional.pipe(z.string().min(32, 'at least 32 characters').optional()),
    GOOGLE_CLIENT_ID: optional,
    GOOGLE_CLIENT_SECRET: optional,
    GITHUB_CLIENT_ID: optional,
    GITHUB_CLIENT_SECRET: optional,
    TRUSTED_IP_HEADER: optional,
    BILLING_ENVIRONMENT: z.preprocess(given, z.enum(['test', 'live']).default('test')),
    BILLING_PROVIDER: z.preprocess(given, z.enum(providerNames).optional()),
    STRIPE_SECRET_KEY: optional,
    STRIPE_WEBHOOK_SECRET: list,
    STRIPE_AUTOMATIC_TAX: onOff,
    STRIPE_API_URL: url,
    LEMONSQUEEZY_API_KEY: optional,
    LEMONSQUEEZY_STORE_ID: optional,
    LEMONSQUEEZY_WEBHOOK_SECRET: list,
    LEMONSQUEEZY_API_URL: url,
    POLAR_ACCESS_TOKEN: optional,
    POLAR_ORGANIZATION_ID: optional,
    POLAR_WEBHOOK_SECRET: list,
    POLAR_API_URL: url,
    PADDLE_API_KEY: optional,
    PADDLE_CLIENT_TOKEN: optional,
    PADDLE_WEBHOOK_SECRET: list,
    PADDLE_API_URL: url,
    SANDBOX_BILLING: onOff,
    SANDBOX_WEBHOOK_SECRET: list,
    WEBHOOK_ACK: z.preprocess(given, z.enum(['received', 'applied']).default('received')),
    PRODUCT_NAME: optional,
    LEGAL_NAME: optional,
    SUPPORT_EMAIL: optional.pipe(z.email().optional()),
    IMPRINT_URL: url,
    PRIVACY_URL: url,
    TERMS_URL: url,
    EMAIL_FROM: optional,
    SMTP_URL: optional.pipe(z.url({ protocol: /^smtps?$/ }).optional()),
    RESEND_API_KEY: optional,
    OPERATOR_EMAIL: optional.pipe(z.email().optional()),
    CREDITS_LOW_AT: z.preprocess(
      givenInAnyCase,
      z.union([z.literal('off'), z.coerce.number().int().positive()]).default(100),
    ),
    OUTGOING_WEBHOOKS_ALLOW_PRIVATE: onOff,
    API_REQUESTS_PER_MINUTE: z.preprocess(given, z.coerce.number().int().min(1).default(600)),
    CRON_SECRET: optional,
    METRICS_TOKEN: optional,
    BACKGROUND_WORK: onOff,
    RENEWAL_CLOCK: choice(['provider', 'us']),
    RENEWAL_TIME_ZONE: optional.transform((value) => value ?? 'UTC').refine(isTimeZone, 'a zone as in Europe/Berlin'),
    RENEWAL_CATCH_UP: choice(['latest_only', 'all', 'skip']),
    RENEWAL_CONCURRENCY: days(5),
    RENEWAL_DUNNING_DAYS: list
      .transform((days) => days.map(Number))
      .pipe(z.array(z.number().int().min(1)))
      .transform(risingOr([1, 3, 5, 7])),
    RENEWAL_END_AFTER_DAYS: days(21),
    RETENTION_BODY_DAYS: days(90),
    RETENTION_EVENT_DAYS: days(400),
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    LOG_LEVEL: z.preprocess(
      givenInAnyCase,
      z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    ),
  },
  onValidationError: (issues) => {
    throw new Error(
      `The environment is not right. ${issues.map(({ path, message }) => `${path?.join('.')}: ${message}`).join('; ')}.`,
    );
  },
  experimental__runtimeEnv: {},
  skipValidation: process.env.NEXT_PHASE === 'phase-production-build',
});

/**
 * The price ids that are set for a provider, by catalog item: `STRIPE_PRICE_PACK_1000` and so on. Several ids of one
 * item are separated by commas; the first one sells, all of them are recognized when they are paid.
 */
export function priceIdsOf(provider: SellingProvider): Record<string, string[]> {
  return Object.fromEntries(
    defaultItems.map(({ item }) => {
      const value = process.env[`${provider.toUpperCase()}_PRICE_${item.toUpperCase()}`];
      return [item, list.parse(value)];
    }),
  );
}

function given(value: unknown): unknown {
  return typeof value === 'string' ? clean(value) || undefined : value;
}

function givenInAnyCase(value: unknown): unknown {
  return typeof value === 'string' ? given(value.toLowerCase()) : value;
}

function clean(value: string): string {
  const trimmed = value.trim();
  const quoted = /^(["'])(.*)\1$/s.exec(trimmed);
  return (quoted?.[2] ?? trimmed).trim();
}
