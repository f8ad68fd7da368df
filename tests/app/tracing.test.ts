import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runScript } from '../support/processes';

const posts: string[] = [];
const collector = createServer((request, response) => {
  posts.push(`${request.method} ${request.url}`);
  request.resume();
  request.on('end', () => response.end());
});
beforeAll(() => new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  collector.closeAllConnections();
  collector.close();
});

/** The runtime is another one, so that nothing but the traces begins. */
async function runTraced(env: Record<string, string>): Promise<string> {
  const traced = runScript('tests/support/traced.ts', [], { env: { NEXT_RUNTIME: 'test', ...env } });
  await traced.ended;
  return traced.stdout() + traced.stderr();
}

it('one variable sends traces to a collector', async () => {
  const address = collector.address();
  const port = typeof address === 'object' ? address?.port : 0;
  expect(await runTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })).toContain('flushed');
  expect(posts).toContain('POST /v1/traces');
});

it('without it nothing is registered and nothing is sent', async () => {
  posts.length = 0;
  expect(await runTraced({})).toContain('nothing registered');
  expect(posts).toEqual([]);
});
