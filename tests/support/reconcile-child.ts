import { createDatabase } from '@/db/client';
import { reconcile } from '@/lib/billing/reconciliation/run';
import { apiKey } from './apis/server';
import { fixedClock, testContext, testSecrets, testSettings } from './billing';

/** A process that reconciles with Stripe, for a test that kills it: database, interface, time. */
const [url = '', apiUrl = '', at = ''] = process.argv.slice(2);
const settings = testSettings();
const stripe = { webhookSecrets: [testSecrets.stripe], apiKey, account: null, apiUrl };
const context = testContext(createDatabase(url), {
  clock: fixedClock(at),
  settings: { ...settings, providers: { ...settings.providers, stripe } },
});
const { kind } = await reconcile(context, { provider: 'stripe', since: new Date('2026-08-31T00:00:00Z') });
console.log(kind);
process.exit(0);
