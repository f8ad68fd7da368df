import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readApiRequest } from '@/app/sandbox/api/_request';
import { testSecrets } from '../../support/billing';
import { createTestDatabase, type TestDatabase } from '../../support/database';

let database: TestDatabase;
let routes: Awaited<ReturnType<typeof loadRoutes>>;
beforeAll(async () => {
  database = await createTestDatabase();
  routes = await loadRoutes({ CRON_SECRET: 'cron-secret', METRICS_TOKEN: 'metrics-token' });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.drop();
});

/** The routes as a server with these settings has them. */
async function loadRoutes(settings: Record<string, string>) {
  vi.resetModules();
  for (const [name, value] of Object.entries({
    ...{ DATABASE_URL: database.url, CRON_SECRET: '', METRICS_TOKEN: '', LOG_LEVEL: 'silent' },
    ...{ SANDBOX_WEBHOOK_SECRET: testSecrets.sandbox, ...settings },
  }))
    vi.stubEnv(name, value);
  Reflect.deleteProperty(globalThis, 'paidonceDatabase');
  const [cron, health, metrics] = await Promise.all([
    import('@/app/api/cron/drain/route'),
    import('@/app/api/health/route'),
    import('@/app/api/metrics/route'),
  ]);
  return { cron: cron.GET, health: health.GET, metrics: metrics.GET };
}

const request = (authorization?: string) =>
  new Request('http://localhost/', authorization ? { headers: { authorization } } : {});

describe('GET /api/cron/drain', () => {
  it('drains for who has the secret', async () => {
    const answer = await routes.cron(request('Bearer cron-secret'));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ status: 'drained', drained: { events: 0 } });
  });

  it.each([undefined, 'Bearer metrics-token', 'Basic cron-secret'])('refuses %s', async (authorization) => {
    const answer = await routes.cron(request(authorization));
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ status: 'unauthorized' });
  });

  it('says what to set while there is no secret, and lets nobody in', async () => {
    const { cron } = await loadRoutes({});
    const answer = await cron(request('Bearer undefined'));
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      status: 'cron_secret_missing',
      message: 'Set CRON_SECRET, and send it as a bearer token.',
    });
  });
});

describe('GET /api/metrics', () => {
  it('answers who has the token, and nobody else', async () => {
    const answer = await routes.metrics(request('Bearer metrics-token'));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('paidonce_events{state="parked"} 0');
    expect((await routes.metrics(request('Bearer cron-secret'))).status).toBe(401);
    expect((await routes.metrics(request())).status).toBe(401);
  });
});

describe('GET /api/health', () => {
  it('answers everybody', async () => {
    const answer = await routes.health();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ database: 'up' });
  });

  it('is 503 when the database is down', async () => {
    const { health, cron } = await loadRoutes({
      DATABASE_URL: 'postgres://postgres@127.0.0.1:9/nothing',
      CRON_SECRET: 'cron-secret',
    });
    expect((await health()).status).toBe(503);
    expect((await cron(request('Bearer cron-secret'))).status).toBe(503);
  });
});

describe('POST /sandbox/api/charges', () => {
  it('lets nobody fill the memory before it is known who asks', async () => {
    const megabyte = new TextEncoder().encode(' '.repeat(1024 * 1024));
    let sent = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        sent += 1;
        return sent > 64 ? controller.close() : controller.enqueue(megabyte);
      },
    });
    const streamed = { method: 'POST', body, duplex: 'half' };
    expect((await readApiRequest(new Request('http://localhost/', streamed))).body).toBeUndefined();
    expect(sent).toBeLessThan(8);
    const short = new Request('http://localhost/', { method: 'POST', body: '{"amount":1}' });
    expect((await readApiRequest(short)).body).toEqual({ amount: 1 });
  });
});
