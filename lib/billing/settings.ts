import { createHmac } from 'node:crypto';
import { env, priceIdsOf, sellingProviders } from '../env';
import { type Catalog, createCatalog, defaultItems, type PriceIds } from './catalog';
import type { Environment, ProviderName } from './events';
import { graceDays } from './subscriptions/access';

/** What the billing has to know of a provider. Its webhooks work with the webhook secret alone. */
export interface ProviderSettings {
  /** Every active secret, newest first. A provider without one is not configured: its endpoint answers 404. */
  webhookSecrets: readonly string[];
  apiKey: string | null;
  /** Our account with the provider, where its payloads name one: anything else is not for us. */
  account: string | null;
  /** Another address of its interface than the provider's own. */
  apiUrl?: string;
}

export interface BillingSettings {
  environment: Environment;
  /** `applied`: a delivery that could not be applied for a temporary reason is answered 503, so the provider retries. */
  webhookAck: 'received' | 'applied';
  providers: Partial<Record<ProviderName, ProviderSettings>>;
  /** Which provider sells. Null: none. */
  sellingProvider: ProviderName | null;
  catalog: Catalog;
  /** Our own origin, without a slash at the end. */
  appUrl: string;
  /** After how many days a settled event's body is emptied, and its row deleted once it was exported. */
  retention: { bodyDays: number; eventDays: number };
  renewals: RenewalSettings;
  /** What messages call the product. */
  productName: string;
  /** Where messages for operators go; null: to the operators' own addresses. */
  operatorEmail: string | null;
  /** A team hears of it when spending takes its balance below this many credits; null: never. */
  creditsLowAt: number | null;
  /** Outgoing webhooks may go to private addresses and without TLS. */
  outgoingAllowPrivate: boolean;
}

/** How subscriptions renew whose clock is ours. */
export interface RenewalSettings {
  /** Who renews what is newly sold, where both can. */
  owner: 'provider' | 'us';
  /** Months are counted by the wall clock of this zone. */
  timeZone: string;
  /** What becomes of cycles that were missed: see `decideDue`. */
  catchUp: 'latest_only' | 'all' | 'skip';
  /** Charges on their way at once, per process. */
  concurrency: number;
  /** Attempts under one key. */
  maxAttempts: number;
  /** Days after the first failure on which it is tried again. */
  dunningDays: readonly number[];
  /** Days after the first failure until access is restricted, and until the subscription ends. */
  graceDays: number;
  endAfterDays: number;
  /** How long a final operation keeps what it charged for. */
  operationDays: number;
}

let cached: BillingSettings | undefined;

/** The settings of this process, from its environment. Throws with one clear sentence when they contradict. */
export function billingSettings(): BillingSettings {
  cached ??= readSettings();
  return cached;
}

function readSettings(): BillingSettings {
  const providers: BillingSettings['providers'] = {};
  const add = (name: ProviderName, webhookSecrets: readonly string[], apiKey?: string, account?: string) => {
    if (webhookSecrets.length > 0)
      providers[name] = { webhookSecrets, apiKey: apiKey ?? null, account: account ?? null };
  };
  add('stripe', env.STRIPE_WEBHOOK_SECRET, env.STRIPE_SECRET_KEY);
  add('lemonsqueezy', env.LEMONSQUEEZY_WEBHOOK_SECRET, env.LEMONSQUEEZY_API_KEY, env.LEMONSQUEEZY_STORE_ID);
  add('polar', env.POLAR_WEBHOOK_SECRET, env.POLAR_ACCESS_TOKEN, env.POLAR_ORGANIZATION_ID);
  add('paddle', env.PADDLE_WEBHOOK_SECRET, env.PADDLE_API_KEY);
  if (sandboxIsOn()) {
    refuseLiveSandbox();
    add('sandbox', sandboxSecrets());
  }
  return {
    environment: env.BILLING_ENVIRONMENT,
    webhookAck: env.WEBHOOK_ACK,
    providers,
    sellingProvider: env.BILLING_PROVIDER ?? (providers.sandbox ? 'sandbox' : null),
    catalog: createCatalog(defaultItems, priceIds()),
    appUrl: appUrl(),
    retention: { bodyDays: env.RETENTION_BODY_DAYS, eventDays: env.RETENTION_EVENT_DAYS },
    renewals: {
      owner: env.RENEWAL_CLOCK,
      timeZone: env.RENEWAL_TIME_ZONE,
      catchUp: env.RENEWAL_CATCH_UP,
      concurrency: env.RENEWAL_CONCURRENCY,
      maxAttempts: 8,
      dunningDays: env.RENEWAL_DUNNING_DAYS,
      graceDays,
      endAfterDays: env.RENEWAL_END_AFTER_DAYS,
      operationDays: 400,
    },
    productName: env.PRODUCT_NAME ?? 'Paidonce',
    operatorEmail: env.OPERATOR_EMAIL ?? null,
    creditsLowAt: env.CREDITS_LOW_AT === 'off' ? null : env.CREDITS_LOW_AT,
    outgoingAllowPrivate: env.OUTGOING_WEBHOOKS_ALLOW_PRIVATE === 'on',
  };
}

/** On when told so, or unset while there is no database of the owner's. */
function sandboxIsOn(): boolean {
  return env.SANDBOX_BILLING === undefined ? env.DATABASE_URL === undefined : env.SANDBOX_BILLING === 'on';
}

/** Its price ids are the catalog's own item names. */
function priceIds(): PriceIds {
  const ids: PriceIds = { sandbox: Object.fromEntries(defaultItems.map(({ item }) => [item, [`sandbox_${item}`]])) };
  for (const provider of sellingProviders) ids[provider] = priceIdsOf(provider);
  return ids;
}

/** The sandbox signs with its own secret, or with one derived from `AUTH_SECRET` in the Standard Webhooks form. */
function sandboxSecrets(): readonly string[] {
  if (env.SANDBOX_WEBHOOK_SECRET.length > 0) return env.SANDBOX_WEBHOOK_SECRET;
  if (!env.AUTH_SECRET)
    throw new Error('The sandbox needs SANDBOX_WEBHOOK_SECRET or AUTH_SECRET to sign with. Set one of them.');
  return [`whsec_${createHmac('sha256', env.AUTH_SECRET).update('sandbox webhook secret').digest('base64')}`];
}

/** Play money and real money never meet in one process. */
function refuseLiveSandbox(): void {
  const live = /^(sk|rk)_live_/.test(env.STRIPE_SECRET_KEY ?? '')
    ? 'STRIPE_SECRET_KEY is a live key'
    : /^pdl_live_/.test(env.PADDLE_API_KEY ?? '')
      ? 'PADDLE_API_KEY is a live key'
      : env.BILLING_ENVIRONMENT === 'live'
        ? 'BILLING_ENVIRONMENT is live'
        : null;
  if (live) throw new Error(`The sandbox gives credits for play money, but ${live}. Set SANDBOX_BILLING=off.`);
}

function appUrl(): string {
  return env.APP_URL ?? (env.VERCEL_URL ? `https://${env.VERCEL_URL}` : `http://localhost:${env.PORT}`);
}
