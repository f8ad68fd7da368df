import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ProviderName, providerNames } from '@/lib/billing/events';
import type { Delivery } from '@/lib/billing/providers/provider';
import { getProvider } from '@/lib/billing/providers/registry';
import { readArguments } from '@/scripts/webhook/arguments';
import { prepareDelivery } from '@/scripts/webhook/delivery';
import { findSecret } from '@/scripts/webhook/secret';
import { sendAll } from '@/scripts/webhook/send';
import { testSecrets } from '@/tests/support/billing';
import { listFixtures } from '@/tests/support/fixtures';
import { requireProvider } from '@/tests/support/installed';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fixture = (provider: ProviderName) => join(root, 'tests/fixtures', provider, `${listFixtures(provider)[0]}.json`);

let received: Delivery[] = [];
let answer = { httpStatus: 200, status: 'applied' };
let url = '';
let folder = '';
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  received.push({ rawBody: Buffer.concat(chunks), headers });
  const status = received.length === 1 ? answer.status : 'duplicate';
  response.writeHead(answer.httpStatus).end(JSON.stringify({ status }));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api/webhooks/any`;
  folder = mkdtempSync(join(tmpdir(), 'webhook-command-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  server.close();
});
beforeEach(() => {
  received = [];
});
afterEach(() => {
  answer = { httpStatus: 200, status: 'applied' };
  vi.unstubAllEnvs();
});

/** What the command does once it was started, with what was typed. */
async function send(provider: ProviderName, ...options: string[]) {
  requireProvider(provider);
  const lines: string[] = [];
  const request = readArguments(['send', provider, fixture(provider), '--secret', testSecrets[provider], ...options]);
  const delivery = await prepareDelivery({ ...request, url }, folder);
  const code = await sendAll(delivery, request, (line) => lines.push(line));
  return { code, lines };
}

function verify(provider: ProviderName, delivery: Delivery | undefined) {
  if (!delivery) return null;
  return getProvider(provider).verify(delivery, { secrets: [testSecrets[provider]], now: new Date() });
}

describe('a payload that is sent', () => {
  test.each(providerNames)('as %s is signed now and accepted', async (provider) => {
    const { code, lines } = await send(provider);
    expect(code).toBe(0);
    expect(lines).toEqual([expect.stringMatching(/^ {4}1 {2}200 {2}applied +\d+ ms$/), '1 delivery: 1 applied.']);
    expect(received).toHaveLength(1);
    expect(await verify(provider, received[0])).toMatchObject({ ok: true });
  });

  test('ten times in parallel is one event ten times', async () => {
    const { lines } = await send('polar', '--times', '10', '--parallel', '5');
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toBe('10 deliveries: 1 applied, 9 duplicate.');
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('again tomorrow is still the same event', async () => {
    await send('sandbox');
    await send('sandbox');
    expect(received[0]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id']);
  });

  test('that is refused, or not answered at all, ends with 1', async () => {
    answer = { httpStatus: 400, status: 'wrong_signature' };
    expect(await send('stripe')).toMatchObject({
      code: 1,
      lines: [expect.any(String), '1 delivery: 1 wrong_signature.'],
    });
    const request = readArguments(['send', 'stripe', fixture('stripe'), '--secret', 's']);
    const nobody = await prepareDelivery({ ...request, url: 'http://127.0.0.1:1/api/webhooks/stripe' }, folder);
    expect(await sendAll(nobody, request, () => {})).toBe(1);
  });
});

describe('another event id', () => {
  test.each(['polar', 'sandbox'] as const)('of %s travels in the header', async (provider) => {
    await send(provider, '--event-id', 'evt_other');
    expect(await verify(provider, received[0])).toEqual({ ok: true, eventId: 'evt_other' });
  });

  test.each(['stripe', 'paddle'] as const)('of %s replaces the one in the body, which is signed', async (provider) => {
    await send(provider, '--event-id', 'evt_other');
    expect(await verify(provider, received[0])).toMatchObject({ ok: true });
    expect(getProvider(provider).normalize(received[0]?.rawBody ?? new Uint8Array()).eventId).toBe('evt_other');
  });

  test('has no place in a body that is no object', async () => {
    const file = join(folder, 'list.json');
    writeFileSync(file, '[1]');
    const request = readArguments(['send', 'stripe', file, '--event-id', 'evt_2', '--secret', 's']);
    await expect(prepareDelivery({ ...request, url }, folder)).rejects.toThrow('needs a file with a JSON object');
  });
});

describe('what was typed wrongly is one clear sentence', () => {
  test.each([
    ['nothing', [], 'Use: npm run webhook -- send'],
    ['another command', ['receive', 'stripe', 'a.json'], 'Use: npm run webhook -- send'],
    ['one file too many', ['send', 'stripe', 'a.json', 'b.json'], 'Use: npm run webhook -- send'],
    ['a provider that nobody knows', ['send', 'square', 'a.json'], 'There is no provider "square"'],
    ['an option that nobody knows', ['send', 'stripe', 'a.json', '--often', '3'], "Unknown option '--often'"],
    ['no number', ['send', 'stripe', 'a.json', '--times', 'many'], '--times must be a whole number'],
    ['zero times', ['send', 'stripe', 'a.json', '--times', '0'], '--times must be a whole number'],
    ['half at once', ['send', 'stripe', 'a.json', '--parallel', '0.5'], '--parallel must be a whole number'],
    ['no address', ['send', 'stripe', 'a.json', '--url', 'localhost:3000'], '--url must be the full address'],
    ['an empty secret', ['send', 'stripe', 'a.json', '--secret', ''], '--secret must not be empty'],
    ['an id with a space', ['send', 'polar', 'a.json', '--event-id', 'a b'], '--event-id must have'],
    ['an id where there is none', ['send', 'lemonsqueezy', 'a.json', '--event-id', 'x'], 'sends no event id'],
  ])('%s', (_, typed, sentence) => {
    expect(() => readArguments(typed)).toThrow(
      expect.objectContaining({ name: 'WebhookCommandError', message: expect.stringContaining(sentence) }),
    );
  });

  test('a file that is not there', async () => {
    const request = readArguments(['send', 'stripe', 'nowhere.json', '--secret', 's']);
    await expect(prepareDelivery({ ...request, url }, folder)).rejects.toThrow('The file nowhere.json cannot be read.');
  });
});

describe('the secret', () => {
  const unset = ['DATABASE_URL', 'AUTH_SECRET', 'SANDBOX_WEBHOOK_SECRET', 'SANDBOX_BILLING', 'PADDLE_WEBHOOK_SECRET'];
  beforeEach(() => {
    for (const name of unset) vi.stubEnv(name, undefined);
    vi.resetModules();
  });

  test('is the newest one of the environment', async () => {
    vi.stubEnv('STRIPE_WEBHOOK_SECRET', 'whsec_new, whsec_old');
    expect(await findSecret('stripe', folder)).toBe('whsec_new');
  });

  test('of the sandbox comes from what the embedded database keeps', async () => {
    const kept = 'k'.repeat(43);
    writeFileSync(join(folder, 'auth-secret'), `${kept}\n`);
    const derived = createHmac('sha256', kept).update('sandbox webhook secret').digest('base64');
    expect(await findSecret('sandbox', folder)).toBe(`whsec_${derived}`);
  });

  test('that nobody set is one clear sentence', async () => {
    await expect(findSecret('sandbox', join(folder, 'fresh'))).rejects.toThrow('The sandbox has no secret yet');
    await expect(findSecret('paddle', join(folder, 'fresh'))).rejects.toThrow('set PADDLE_WEBHOOK_SECRET');
  });
});

/** Three real runs; starting Node with the sources takes as long as the machine needs. */
describe('the command', { timeout: 120_000 }, () => {
  function run(typed: string[], settings: Record<string, string> = {}) {
    const env: NodeJS.ProcessEnv = { NODE_ENV: 'test', PATH: process.env.PATH, SANDBOX_BILLING: 'off', ...settings };
    const typedAfter = ['--import', 'tsx', join(root, 'scripts/webhook.ts'), ...typed];
    const child = spawn(process.execPath, typedAfter, { cwd: root, env });
    let [out, error] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      error += chunk;
    });
    return new Promise<{ code: number | null; out: string; error: string }>((resolve) =>
      child.once('close', (code) => resolve({ code, out, error })),
    );
  }

  test('sends to the app on this machine with the secret of the environment, and ends with 0', async () => {
    const settings = { PORT: new URL(url).port, STRIPE_WEBHOOK_SECRET: `${testSecrets.stripe},whsec_old` };
    const { code, out, error } = await run(['send', 'stripe', fixture('stripe'), '--times', '2'], settings);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toContain('2 deliveries: 1 applied, 1 duplicate.');
    expect(await verify('stripe', received[0])).toMatchObject({ ok: true });
  });

  test('ends with 1 when an answer was not 2xx', async () => {
    answer = { httpStatus: 503, status: 'not_stored' };
    const { code } = await run(['send', 'stripe', fixture('stripe'), '--secret', 's', '--url', url]);
    expect(code).toBe(1);
  });

  test('ends with 2 and one sentence when it cannot be tried', async () => {
    const { code, out, error } = await run(['send', 'square', 'a.json']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error.trim()).toMatch(/^There is no provider "square": it is one of .*\.$/);
  });
});
