import { randomUUID } from 'node:crypto';
import type { Database } from '@/db/client';
import { billingCheckouts, teams } from '@/db/schema';
import { type Catalog, createCatalog, type PriceIds } from '@/lib/billing/catalog';
import type { BillingContext } from '@/lib/billing/context';
import type { ProviderName } from '@/lib/billing/events';
import type { BillingSettings } from '@/lib/billing/settings';
import { usualWaits, type Waits } from '@/lib/billing/waits';
import { receiveWebhook, type WebhookAnswer } from '@/lib/billing/webhooks/receive';
import { fixedClock, systemClock } from '@/lib/clock';
import type { Log } from '@/lib/log';
import { testItems } from './catalog';
import { installedNames } from './installed';
import { signDelivery } from './sign';

/** The secrets of the test providers, in the form that each gives out. */
export const testSecrets: Record<ProviderName, string> = {
  stripe: 'whsec_test_stripe_secret',
  lemonsqueezy: 'lemonsqueezy-test-secret',
  polar: `whsec_${Buffer.from('polar test secret, 32 bytes long').toString('base64')}`,
  paddle: 'pdl_ntfset_test_paddle_secret',
  sandbox: `whsec_${Buffer.from('sandbox test secret 32 bytes long').toString('base64')}`,
};

/** The price ids that the payloads of the fixtures name. */
export const testPriceIds: PriceIds = {
  stripe: {
    pro_monthly: ['price_1SProMonthly0000000001'],
    business_monthly: ['price_1SBizMonthly0000000001'],
    pack_1000: ['price_1SCredits1000000000001'],
    pack_5000: ['price_1SCredits5000000000001'],
  },
  polar: {
    pro_monthly: ['9d0d0000-0000-4000-8000-000000000001'],
    business_monthly: ['9d0d0000-0000-4000-8000-000000000002'],
    pack_1000: ['9d0d0000-0000-4000-8000-000000000003'],
  },
  paddle: {
    pro_monthly: ['pri_01k4acme0001paddle00000000'],
    business_monthly: ['pri_01k4acme0002paddle00000000'],
    pack_1000: ['pri_01k4acme0003paddle00000000'],
  },
  lemonsqueezy: { pro_monthly: ['700001'], business_monthly: ['700002'], pack_1000: ['700003'] },
  sandbox: Object.fromEntries(testItems.map(({ item }) => [item, [`sandbox_${item}`]])),
};

export const testCatalog: Catalog = createCatalog(testItems, testPriceIds);

export function testSettings(changes: Partial<BillingSettings> = {}): BillingSettings {
  return {
    environment: 'test',
    webhookAck: 'received',
    providers: Object.fromEntries(
      installedNames.map((name) => [name, { webhookSecrets: [testSecrets[name]], apiKey: null, account: null }]),
    ),
    sellingProvider: 'sandbox',
    catalog: testCatalog,
    appUrl: 'http://localhost:3000',
    stripeAutomaticTax: false,
    retention: { bodyDays: 90, eventDays: 400 },
    renewals: {
      owner: 'us',
      timeZone: 'UTC',
      catchUp: 'latest_only',
      concurrency: 5,
      maxAttempts: 8,
      dunningDays: [1, 3, 5, 7],
      graceDays: 7,
      endAfterDays: 21,
      operationDays: 400,
    },
    productName: 'Paidonce',
    operatorEmail: null,
    creditsLowAt: null,
    sealingSecret: 'a secret of the tests, long enough',
    outgoingAllowPrivate: false,
    isPublicDemo: false,
    ...changes,
  };
}

/** Long enough that a slow machine makes no other answer. Tests of a limit name the usual one. */
export const patientWaits: Waits = { lockMs: 30_000, statementMs: 60_000, answerMs: 120_000 };

/** For tests that keep a lock until somebody has given it up. */
export const usualLockWait: Waits = { ...patientWaits, lockMs: usualWaits.lockMs };

/** What the billing runs on in a test: the real database, and a log that keeps its lines. */
export function testContext(
  database: Database,
  changes: Partial<BillingContext> = {},
): BillingContext & { lines: string[] } {
  const lines: string[] = [];
  const write = (level: string) => (fields: object, message: string) => {
    lines.push(JSON.stringify({ level, message, ...fields }));
  };
  const log: Log = { info: write('info'), warn: write('warn'), error: write('error') };
  return { database, settings: testSettings(), clock: systemClock, log, waits: patientWaits, lines, ...changes };
}

/** A team of this test's own. */
export async function createTeam(database: Database, id = `team_${randomUUID()}`): Promise<string> {
  await database.insert(teams).values({ id, name: 'Example Team' }).onConflictDoNothing({ target: teams.id });
  return id;
}

export interface IntentOptions {
  teamId: string;
  provider: ProviderName;
  id?: string;
  item?: string;
  quantity?: number;
  expectedAmountMinor?: number;
  currency?: string;
  providerCheckoutId?: string | null;
}

/** A checkout that this team started. */
export async function createIntent(database: Database, options: IntentOptions): Promise<string> {
  const id = options.id ?? `chk_${randomUUID()}`;
  const item = testCatalog.findItem(options.item ?? 'pack_1000');
  const quantity = options.quantity ?? 1;
  await database.insert(billingCheckouts).values({
    id,
    teamId: options.teamId,
    provider: options.provider,
    item: item?.item ?? 'pack_1000',
    quantity,
    expectedAmountMinor: options.expectedAmountMinor ?? (item?.amountMinor ?? 0) * quantity,
    currency: options.currency ?? 'USD',
    providerCheckoutId: options.providerCheckoutId ?? null,
  });
  return id;
}

export interface Sending {
  provider: ProviderName;
  body: Uint8Array;
  /** The header's event id, where the provider sends one. A new one unless told. */
  eventId?: string;
  secret?: string;
  /** When it is signed; now unless told. */
  at?: Date;
}

/** Signs a body as its provider would and hands it to the billing, as the route does. */
export function send(context: BillingContext, sending: Sending): Promise<WebhookAnswer> {
  const { provider, body } = sending;
  const at = sending.at ?? context.clock.now();
  const secret = sending.secret ?? testSecrets[provider];
  const headers = signDelivery({ provider, body, secret, at, eventId: sending.eventId ?? `msg_${randomUUID()}` });
  return receiveWebhook(context, provider, { rawBody: body, headers });
}

export { fixedClock };
