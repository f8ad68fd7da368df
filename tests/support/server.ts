import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import type { ProviderName } from '@/lib/billing/events';
import type { Steps } from '@/scripts/crash/steps';
import { testPriceIds, testSecrets } from './billing';
import { bundle } from './bundle';
import { installedNames } from './installed';
import { until } from './locks';
import { signDelivery } from './sign';
import { count } from './state';

/** The webhook endpoint in a process of its own. */
export interface ServerProcess {
  /** Of the server, without a slash at the end. */
  url: string;
  /** Everything that it wrote to its output so far. */
  output(): string;
  /** How many deliveries stand still at the step that was asked for. */
  held(): number;
  release(): void;
  /** One pass over everything due; rejects when the process dies on the way. */
  drain(): Promise<void>;
  /** Resolves with the signal that ended it, once Postgres has noticed too. */
  ended(database: Database): Promise<NodeJS.Signals | null>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  databaseUrl: string;
  /** With steps, also none of them, it has all the time it needs for an answer; without, what the product has. */
  steps?: Steps;
  env?: Record<string, string>;
}

export async function startServer({ databaseUrl, steps, env = {} }: ServerOptions): Promise<ServerProcess> {
  const name = `server-${randomUUID()}`;
  const child = fork(await bundle('scripts/crash/server.ts'), {
    silent: true,
    env: {
      NODE_ENV: 'test',
      PATH: process.env.PATH,
      PGAPPNAME: name,
      DATABASE_URL: databaseUrl,
      ...providerEnvironment(),
      ...(steps ? { STEPS: JSON.stringify(steps) } : {}),
      ...env,
    },
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(String(chunk)));
  let held = 0;
  child.on('message', (message) => {
    if (kindOf(message) === 'held') held += 1;
  });
  const exited = once(child, 'exit').then(([, signal]): NodeJS.Signals | null => signal);
  const ready = await told(child, 'ready', () => output.join(''));
  return {
    url: `http://127.0.0.1:${Reflect.get(ready, 'port')}`,
    output: () => output.join(''),
    held: () => held,
    release: () => child.send('release'),
    drain: async () => {
      child.send('drain');
      await told(child, 'drained', () => output.join(''));
    },
    ended: async (database) => {
      const signal = await exited;
      await until(async () => (await countConnections(database, name)) === 0);
      return signal;
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Posts a delivery as its provider would. `no answer` when the server died over it. */
export async function post(
  server: Pick<ServerProcess, 'url'>,
  sending: { provider: ProviderName; body: Uint8Array; eventId?: string },
): Promise<string> {
  const { provider, body, eventId = `msg_${randomUUID()}` } = sending;
  const headers = signDelivery({ provider, body, secret: testSecrets[provider], at: new Date(), eventId });
  try {
    const response = await fetch(`${server.url}/api/webhooks/${provider}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: Buffer.from(body),
    });
    const { status }: { status: string } = await response.json();
    return `${response.status} ${status}`;
  } catch {
    return 'no answer';
  }
}

/** Each provider's secret and price ids, as an owner would set them. */
export function providerEnvironment(): Record<string, string> {
  const env: Record<string, string> = { SANDBOX_BILLING: 'on' };
  for (const provider of installedNames) env[`${provider.toUpperCase()}_WEBHOOK_SECRET`] = testSecrets[provider];
  for (const [provider, items] of Object.entries(testPriceIds)) {
    for (const [item, ids] of Object.entries(items ?? {}))
      env[`${provider.toUpperCase()}_PRICE_${item.toUpperCase()}`] = ids.join(',');
  }
  return env;
}

async function told(child: ChildProcess, kind: string, output: () => string): Promise<object> {
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The server ended before it was ${kind}: ${output()}`)));
    child.on('message', (message) => {
      if (typeof message === 'object' && kindOf(message) === kind) resolve(message);
    });
  });
}

function kindOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null ? Reflect.get(message, 'kind') : null;
}

function countConnections(database: Database, name: string): Promise<number> {
  return count(database, sql`select count(*) from pg_stat_activity where application_name = ${name}`);
}
