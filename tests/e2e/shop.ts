import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { BrowserContext } from 'playwright-core';
import { createDatabase, type Database } from '@/db/client';
import { type Api, type ApiProvider, apiProviders, startApiOf } from '../support/apis';
import { apiKey, type Sent } from '../support/apis/server';
import { testPriceIds, testSecrets } from '../support/billing';
import { addMember, createStaffedTeam } from '../support/people';
import { signIn } from '../support/sessions';
import { signDelivery } from '../support/sign';
import { type RunningApp, startApp } from './app';
import { type Answer, post } from './post';

/** The built app as a shop that sells through Stripe, with the interfaces of all providers on this machine. */
export interface Shop {
  app: RunningApp;
  database: Database;
  apis: Record<ApiProvider, Api>;
}

const authSecret = 'a secret of the checks, long enough';
const credentials: Record<ApiProvider, string> = {
  stripe: 'STRIPE_SECRET_KEY',
  lemonsqueezy: 'LEMONSQUEEZY_API_KEY',
  polar: 'POLAR_ACCESS_TOKEN',
  paddle: 'PADDLE_API_KEY',
};

let opened: Promise<Shop> | null = null;

/** Started with the first check that needs it, and then shared. */
export function openShop(): Promise<Shop> {
  opened ??= start();
  return opened;
}

export async function closeShop(): Promise<void> {
  const shop = await opened;
  if (!shop) return;
  await shop.database.$client.end();
  await shop.app.stop();
  await Promise.all(apiProviders.map((provider) => shop.apis[provider].close()));
}

async function start(): Promise<Shop> {
  const [stripe, lemonsqueezy, polar, paddle] = await Promise.all([
    startApiOf('stripe'),
    startApiOf('lemonsqueezy'),
    startApiOf('polar'),
    startApiOf('paddle'),
  ]);
  const apis = { stripe, lemonsqueezy, polar, paddle };
  // As people write it: with a slash at the end.
  const app = await startApp((url) => ({ ...shopSettings(apis), APP_URL: `${url}/` }));
  return { app, apis, database: createDatabase(app.databaseUrl, { max: 2 }) };
}

/** What a shop sets to sell through Stripe, but for its own address. The price of the large pack is one that Stripe lacks. */
export function shopSettings(apis: Record<ApiProvider, Api>): Record<string, string> {
  const settings: Record<string, string> = {
    ...{ AUTH_SECRET: authSecret, SANDBOX_BILLING: 'off', BILLING_PROVIDER: 'stripe', BACKGROUND_WORK: 'off' },
  };
  for (const provider of apiProviders) {
    const prefix = provider.toUpperCase();
    settings[`${prefix}_WEBHOOK_SECRET`] = testSecrets[provider];
    settings[`${prefix}_API_URL`] = apis[provider].url;
    settings[credentials[provider]] = apiKey;
    for (const [item, prices] of Object.entries(testPriceIds[provider] ?? {}))
      settings[`${prefix}_PRICE_${item.toUpperCase()}`] = prices.join(',');
  }
  return { ...settings, STRIPE_PRICE_PACK_5000: 'price_gone_pack_5000' };
}

/** A fresh team whose owner sits at this browser. Stripe's pages are empty ones there. */
export async function enterShop(shop: Shop, context: BrowserContext): Promise<{ teamId: string; userId: string }> {
  const { owner } = await createStaffedTeam(shop.database);
  await sitDown(shop, context, owner);
  return owner;
}

/** One more member of a team, at a browser of their own. */
export async function joinShop(
  shop: Shop,
  context: BrowserContext,
  { teamId, role }: { teamId: string; role: 'owner' | 'member' },
): Promise<{ teamId: string; userId: string }> {
  const member = await addMember(shop.database, teamId, role);
  await sitDown(shop, context, member);
  return member;
}

async function sitDown(
  { app, database }: Shop,
  context: BrowserContext,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<void> {
  const cookie = await signIn(database, { userId, teamId, secret: authSecret });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: app.url }]);
  await context.route(/^https:\/\/(checkout|billing)\.stripe\.com\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>A page of Stripe’s</title>' }),
  );
}

/** Where the portal's address leads who sits at a browser: redirects to another site are not followed here. */
export async function askForPortal({ app }: Shop, context: BrowserContext, query = ''): Promise<string> {
  const answer = await context.request.get(`${app.url}/billing/portal${query}`, { maxRedirects: 0 });
  return answer.headers().location ?? '';
}

/** Everything that somebody asked Stripe to do, by the start of its path, since so many requests. */
export function doneAtStripe(
  { apis: { stripe } }: Shop,
  path: string,
  since = 0,
): (Sent & { form: URLSearchParams })[] {
  return stripe.sent
    .slice(since)
    .filter(({ method, url }) => method !== 'GET' && url.pathname.startsWith(path))
    .map((sent) => ({ ...sent, form: new URLSearchParams(sent.text) }));
}

/**
 * What a provider sends, signed, to the shop; its interface shows it from then on. It comes again where a busy machine could
 * not answer in time, which may have applied it all the same. Returns `200 applied` and the like.
 */
export async function tell(shop: Shop, provider: ApiProvider, body: Uint8Array): Promise<string> {
  shop.apis[provider].show(body);
  const eventId = `msg_${randomUUID()}`;
  for (let isFirst = true; ; isFirst = false) {
    const { status, text } = await deliver(shop, { provider, body, eventId });
    const told = /"status":"(\w+)"/.exec(text)?.[1];
    if (status === 503) continue;
    return `${status} ${!isFirst && told === 'duplicate' ? await outcomeOf(shop, [eventId, idIn(body)]) : told}`;
  }
}

async function outcomeOf({ database }: Shop, eventIds: string[]): Promise<string> {
  const [row] = await database.execute(sql`select outcome from billing_webhook_events where event_id in ${eventIds}`);
  return String(row?.outcome);
}

function idIn(body: Uint8Array): string {
  return String(JSON.parse(new TextDecoder().decode(body)).id);
}

interface Delivery {
  provider: ApiProvider;
  body: Uint8Array;
  eventId: string;
  /** The path's end and further headers. */
  slash?: boolean;
  headers?: Record<string, string>;
  secret?: string;
}

export function deliver({ app }: Shop, delivery: Delivery): Promise<Answer> {
  const { provider, body, eventId, slash = false, headers = {}, secret = testSecrets[provider] } = delivery;
  const signed = signDelivery({ provider, body, secret, at: new Date(), eventId });
  return post(`${app.url}/api/webhooks/${provider}${slash ? '/' : ''}`, { ...signed, ...headers }, body);
}
