import { randomUUID } from 'node:crypto';
import { type ProviderName, providerNames } from '@/lib/billing/events';
import { getProvider } from '@/lib/billing/providers/registry';
import { deliver } from '@/lib/billing/providers/sandbox/deliver';
import type { BillingSettings } from '@/lib/billing/settings';
import { systemClock } from '@/lib/clock';
import { type Finding, look, ok, wrong } from './finding';

/**
 * What the running server can tell: it is sent one signed event of each configured provider, of a type that nobody uses. It
 * is stored as `ignored` and changes nothing.
 */
export async function checkServer(settings: BillingSettings, port: number): Promise<Finding[]> {
  const origin = await findServer([`http://127.0.0.1:${port}`, settings.appUrl]);
  if (!origin)
    return [
      look('server', `does not run on port ${port} or at ${settings.appUrl}`, 'Start it to have its webhooks tried.'),
    ];
  const configured = providerNames.filter((name) => settings.providers[name] !== undefined);
  const tried = await Promise.all(configured.map((name) => tryWebhook(settings, name, origin)));
  return [ok('server', `answers at ${origin}`), ...tried];
}

async function findServer(origins: readonly string[]): Promise<string | null> {
  for (const origin of new Set(origins)) {
    const answer = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
    if (answer?.headers.get('content-type')?.includes('json')) return origin;
  }
  return null;
}

async function tryWebhook(settings: BillingSettings, provider: ProviderName, origin: string): Promise<Finding> {
  const about = `webhook ${provider}`;
  const secret = settings.providers[provider]?.webhookSecrets[0] ?? '';
  const eventId = `evt_doctor_${randomUUID()}`;
  const at = systemClock.now();
  const rawBody = new TextEncoder().encode(JSON.stringify(bodies[provider](settings, eventId, at)));
  const headers = {
    'content-type': 'application/json',
    ...getProvider(provider).sign({ rawBody, secret, at, eventId }),
  };
  const { httpStatus, status } = await deliver({ url: `${origin}/api/webhooks/${provider}`, rawBody, headers });
  if (httpStatus === 200 && status === 'ignored') return ok(about, 'a signed event came through');
  const todo = httpStatus === 400 ? 'Restart the server: it has another webhook secret.' : todos[httpStatus];
  return wrong(about, `answered ${httpStatus} ${status}`, todo ?? 'See the log of the server.');
}

const todos: Record<number, string> = {
  0: 'See that nothing stands between here and the server.',
  404: 'Restart the server: it does not have the webhook secret yet.',
  503: 'See that the server reaches its database.',
};

type Body = (settings: BillingSettings, eventId: string, at: Date) => object;

const bodies: Record<ProviderName, Body> = {
  stripe: ({ environment }, id, at) => ({
    ...{ id, object: 'event', type: 'doctor.ping', livemode: environment === 'live' },
    ...{ created: Math.floor(at.getTime() / 1000), data: { object: { id: 'doctor', object: 'doctor' } } },
  }),
  lemonsqueezy: ({ environment, providers }, id) => ({
    meta: { event_name: 'doctor_ping', test_mode: environment === 'test', doctor: id },
    data: { type: 'doctor', id: '1', attributes: { store_id: Number(providers.lemonsqueezy?.account ?? 1) } },
  }),
  polar: (_, __, at) => ({ type: 'doctor.ping', timestamp: at.toISOString(), data: {} }),
  paddle: (_, id, at) => ({ event_id: id, event_type: 'doctor.ping', occurred_at: at.toISOString(), data: {} }),
  sandbox: ({ environment }, _, at) => ({ type: 'doctor.ping', environment, created_at: at.toISOString(), data: {} }),
};
