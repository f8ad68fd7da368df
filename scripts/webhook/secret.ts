import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProviderName } from '@/lib/billing/events';
import { keptAuthSecret } from '../launch/auth-secret';
import { setting } from '../launch/environment';
import { WebhookCommandError } from './errors';

/**
 * The newest webhook secret that the app has of a provider, by the app's own settings. With the embedded database the
 * sandbox's comes from the secret that is kept in the data folder.
 */
export async function findSecret(provider: ProviderName, dataFolder: string): Promise<string> {
  adoptKeptAuthSecret(provider, dataFolder);
  const [secret] = (await readSettings()).providers[provider]?.webhookSecrets ?? [];
  if (secret !== undefined) return secret;
  throw new WebhookCommandError(
    provider === 'sandbox'
      ? 'The sandbox is off here: set SANDBOX_BILLING=on, or give the secret with --secret.'
      : `There is no secret to sign with: set ${provider.toUpperCase()}_WEBHOOK_SECRET, or give it with --secret.`,
  );
}

function adoptKeptAuthSecret(provider: ProviderName, dataFolder: string): void {
  if (setting('DATABASE_URL') || setting('AUTH_SECRET') || setting('SANDBOX_WEBHOOK_SECRET')) return;
  if (existsSync(join(dataFolder, 'auth-secret'))) process.env.AUTH_SECRET = keptAuthSecret(dataFolder);
  // Nothing was ever started here, so the sandbox has no secret; other providers do not need it.
  else if (provider !== 'sandbox') process.env.SANDBOX_BILLING = 'off';
  else throw new WebhookCommandError('The sandbox has no secret yet: start the app once, or give it with --secret.');
}

/** The environment is read when the settings are first imported, so it has to be complete by then. */
async function readSettings() {
  try {
    const { billingSettings } = await import('@/lib/billing/settings');
    return billingSettings();
  } catch (error) {
    throw new WebhookCommandError(error instanceof Error ? error.message : 'The settings cannot be read.');
  }
}
