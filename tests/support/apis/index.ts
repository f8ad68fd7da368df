import type { BillingSettings } from '@/lib/billing/settings';
import { testSecrets, testSettings } from '../billing';
import { showLemonSqueezy, startLemonSqueezy } from './lemonsqueezy';
import { showPaddle, startPaddle } from './paddle';
import { showPolar, startPolar } from './polar';
import { type ApiServer, apiKey } from './server';
import { showStripe, startStripe } from './stripe';
import { type Thing, thingOf, World } from './world';

export const apiProviders = ['stripe', 'lemonsqueezy', 'polar', 'paddle'] as const;
export type ApiProvider = (typeof apiProviders)[number];

const apis: Record<ApiProvider, { show(world: World, body: Thing): void; start(world: World): Promise<ApiServer> }> = {
  stripe: { show: showStripe, start: startStripe },
  lemonsqueezy: { show: showLemonSqueezy, start: startLemonSqueezy },
  polar: { show: showPolar, start: startPolar },
  paddle: { show: showPaddle, start: startPaddle },
};

/** A provider with its interface: what its events show stands in the answers. */
export interface Api extends ApiServer {
  world: World;
  /** Takes in what an event shows, whether or not it is ever delivered. */
  show(body: Uint8Array): void;
}

export async function startApiOf(provider: ApiProvider): Promise<Api> {
  const world = new World();
  const server = await apis[provider].start(world);
  const show = (body: Uint8Array) => apis[provider].show(world, thingOf(JSON.parse(new TextDecoder().decode(body))));
  return { ...server, world, show };
}

/** Settings under which these interfaces are asked, each with its key. */
export function settingsWith(
  servers: Partial<Record<ApiProvider, ApiServer>>,
  changes: Partial<BillingSettings> = {},
): BillingSettings {
  const settings = testSettings(changes);
  const providers = { ...settings.providers };
  for (const name of apiProviders) {
    const server = servers[name];
    if (server) providers[name] = { webhookSecrets: [testSecrets[name]], apiKey, account: null, apiUrl: server.url };
  }
  return { ...settings, providers };
}
