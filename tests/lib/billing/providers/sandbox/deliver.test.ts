import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { deliver } from '@/lib/billing/providers/sandbox/deliver';

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

/** A server of this test's own. */
async function serve(answer: (request: IncomingMessage, body: Buffer, response: ServerResponse) => void) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    answer(request, Buffer.concat(chunks), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => new Promise((resolve) => server.close(() => resolve()));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api/webhooks/sandbox`;
}

const rawBody = Buffer.from([0x7b, 0xff, 0x7d]);

test('a delivery arrives byte for byte with its signature, and the answer is read', async () => {
  let seen: unknown;
  const url = await serve((request, body, response) => {
    seen = { method: request.method, id: request.headers['webhook-id'], body: body.toString('hex') };
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"applied"}');
  });
  const answer = await deliver({ url, rawBody, headers: { 'webhook-id': 'sbx_evt_1' } });
  expect(answer).toEqual({ httpStatus: 200, status: 'applied', durationMs: expect.any(Number) });
  expect(seen).toEqual({ method: 'POST', id: 'sbx_evt_1', body: '7bff7d' });
});

test('a redirect is an answer and is not followed', async () => {
  let requests = 0;
  const url = await serve((_request, _body, response) => {
    requests += 1;
    response.writeHead(308, { location: '/login' }).end();
  });
  expect(await deliver({ url, rawBody, headers: {} })).toMatchObject({ httpStatus: 308, status: 'unknown' });
  expect(requests).toBe(1);
});

test.each(['<html>', '{"status":7}', '[]', ''])(
  'an answer that says nothing has the status unknown: %s',
  async (text) => {
    const url = await serve((_request, _body, response) => response.writeHead(500).end(text));
    expect(await deliver({ url, rawBody, headers: {} })).toMatchObject({ httpStatus: 500, status: 'unknown' });
  },
);

test('nobody at the address is no answer, not an exception', async () => {
  const url = await serve((_request, _body, response) => response.end());
  await close?.();
  close = undefined;
  expect(await deliver({ url, rawBody, headers: {} })).toMatchObject({ httpStatus: 0, status: 'no_answer' });
});
