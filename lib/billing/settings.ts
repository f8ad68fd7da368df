import { createHmac } from 'node:crypto';
import { env, priceIdsOf, type SellingProvider, sellingProviders } from '../env';
import { type Catalog, createCatalog, defaultItems, type PriceIds } from './catalog';
import type { Environment, ProviderName } from './events';
import { isInstalled } from './providers/registry';
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
  /** How long somebody who clicked waits for it; ten seconds unless told. */
  patienceMs?: number;
  /** What the browser may know, to open the provider's checkout on a page of ours (Paddle). */
  clientToken?: string;
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
  /** Stripe works out taxes at the checkout. The other three always do. */
  stripeAutomaticTax: boolean;
  /** After how many days a settled event's body is emptied, and its row deleted once it was exported. */
  retention: { bodyDays: number; eventDays: number };
  renewals: RenewalSettings;
  /** What messages call the product. */
  productName: string;
  /** Where messages for operators go; null: to the operators' own addresses. */
  operatorEmail: string | null;
  /** A team hears of it when spending takes its balance below this many credits; null: never. */
  creditsLowAt: number | null;
  /** Encrypts messages with a link in them. */
  sealingSecret: string | null;
  /** Outgoing webhooks may go to private addresses and without TLS. */
  outgoingAllowPrivate: boolean;
  /** Strangers try this deployment out: each gets a team with a year of history, within limits and for a day. */
  isPublicDemo: boolean;
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
  const add = (name: ProviderName, { webhookSecrets, apiKey, account, apiUrl, clientToken }: Account) => {
    if (webhookSecrets.length === 0) return;
    refuseRemoved(name, `${name.toUpperCase()}_WEBHOOK_SECRET is set`);
    const optional = { ...(apiUrl && { apiUrl }), ...(clientToken && { clientToken }) };
    providers[name] = { webhookSecrets, apiKey: apiKey ?? null, account: account ?? null, ...optional };
  };
  const accounts = accountsOfProviders();
  for (const name of sellingProviders) add(name, accounts[name]);
  if (sandboxIsOn()) {
    refuseLiveSandbox();
    add('sandbox', { webhookSecrets: sandboxSecrets() });
  }
  const sellingProvider = env.BILLING_PROVIDER ?? (providers.sandbox ? 'sandbox' : null);
  if (sellingProvider) refuseRemoved(sellingProvider, `BILLING_PROVIDER is ${sellingProvider}`);
  return {
    environment: env.BILLING_ENVIRONMENT,
    webhookAck: env.WEBHOOK_ACK,
    providers,
    sellingProvider,
    catalog: createCatalog(defaultItems, priceIds()),
    appUrl: appUrl(sellingProvider),
    stripeAutomaticTax: env.STRIPE_AUTOMATIC_TAX === 'on',
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
    sealingSecret: env.AUTH_SECRET ?? null,
    outgoingAllowPrivate: env.OUTGOING_WEBHOOKS_ALLOW_PRIVATE === 'on',
    isPublicDemo: providers.sandbox !== undefined && isPublicDemo(),
  };
}

/** What the environment says of a provider. */
type Account = Pick<ProviderSettings, 'webhookSecrets'> &
  Partial<Record<'apiKey' | 'account' | 'apiUrl' | 'clientToken', string>>;

function accountsOfProviders(): Record<SellingProvider, Account> {
  return {
    stripe: {
      webhookSecrets: env.STRIPE_WEBHOOK_SECRET,
      apiKey: env.STRIPE_SECRET_KEY,
      apiUrl: env.STRIPE_API_URL,
    },
    lemonsqueezy: {
      webhookSecrets: env.LEMONSQUEEZY_WEBHOOK_SECRET,
      apiKey: env.LEMONSQUEEZY_API_KEY,
      account: env.LEMONSQUEEZY_STORE_ID,
      apiUrl: env.LEMONSQUEEZY_API_URL,
    },
    polar: {
      webhookSecrets: env.POLAR_WEBHOOK_SECRET,
      apiKey: env.POLAR_ACCESS_TOKEN,
      account: env.POLAR_ORGANIZATION_ID,
      apiUrl: env.POLAR_API_URL,
    },
    paddle: {
      webhookSecrets: env.PADDLE_WEBHOOK_SECRET,
      apiKey: env.PADDLE_API_KEY,
      apiUrl: env.PADDLE_API_URL,
      clientToken: env.PADDLE_CLIENT_TOKEN,
    },
  };
}

/** What a provider that was taken out is still sent would be lost without a word. */
function refuseRemoved(name: ProviderName, says: string): void {
  if (isInstalled(name)) return;
  throw new Error(
    `${says}, but this installation is without ${name} (docs/removing.md). Unset it, or put ${name} back.`,
  );
}

/** On when told so, or unset while there is no database of the owner's. */
function sandboxIsOn(): boolean {
  return env.SANDBOX_BILLING === undefined ? env.DATABASE_URL === undefined : env.SANDBOX_BILLING === 'on';
}

/** Who turns the sandbox on where others can reach it shows the product to strangers, unless told otherwise. */
function isPublicDemo(): boolean {
  return env.PUBLIC_DEMO === undefined ? env.SANDBOX_BILLING === 'on' : env.PUBLIC_DEMO === 'on';
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

/** Where buyers come back to. Sold for money, it has to be known: nothing that a request says of it is believed. */
function appUrl(sellingProvider: ProviderName | null): string {
  const isSelling = env.NODE_ENV === 'production' && sellingProvider !== null && sellingProvider !== 'sandbox';
  if (isSelling && env.APP_URL === undefined && (env.BILLING_ENVIRONMENT === 'live' || env.VERCEL_URL === undefined))
    throw new Error(
      `Buyers come back to APP_URL after paying with ${sellingProvider}. Set it: https://app.example.com.`,
    );
  if (isSelling && env.BILLING_ENVIRONMENT === 'live' && env.APP_URL?.startsWith('http:'))
    throw new Error('APP_URL begins with http:, but live payments need https. Set APP_URL to an https address.');
  return env.APP_URL ?? (env.VERCEL_URL ? `https://${env.VERCEL_URL}` : `http://localhost:${env.PORT}`);
}
