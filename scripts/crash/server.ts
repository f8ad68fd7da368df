import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { GET as health } from '@/app/api/health/route';
import * as route from '@/app/api/webhooks/[provider]/route';
import { billingContext } from '@/lib/billing/context';
import { spend } from '@/lib/billing/credits/spend';
import { drain } from '@/lib/billing/drain';
import { BillingError } from '@/lib/billing/errors';
import { systemClock } from '@/lib/clock';
import { followSteps, waitsFor } from './steps';
import { receive } from './webhooks';

/**
 * A server with the routes of webhooks and health and nothing else, for tests that need several processes on one
 * database or have to kill one. Its settings come from the environment as the product's do, and its parent speaks to
 * it over the channel of `fork`.
 */
const steps = process.env.STEPS;
const onStep = followSteps(steps);
const context = steps ? { ...billingContext(), onStep, waits: waitsFor(steps) } : billingContext();
const { POST, GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = route;
const handlers: Partial<Record<string, typeof POST | typeof GET>> = {
  POST: onStep ? (request, params) => receive(context, request, params) : POST,
  ...{ GET, HEAD, PUT, PATCH, DELETE, OPTIONS },
};

const server = createServer((incoming, outgoing) => {
  answer(incoming)
    .catch((error: unknown) => {
      console.error('unanswered', error instanceof Error ? error.name : 'unknown');
      return new Response(null, { status: 500 });
    })
    .then((response) => write(response, outgoing))
    .catch(() => outgoing.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.({ kind: 'ready', port: address.port });
});

process.on('message', (message) => {
  if (message !== 'drain') return;
  void drain(context, { budgetMs: 60_000 }).then(({ events }) => process.send?.({ kind: 'drained', events }));
});
process.on('disconnect', () => process.exit());

async function answer(incoming: IncomingMessage): Promise<Response> {
  const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
  if (pathname === '/api/health') return health();
  if (pathname === '/spend') return answerSpend(toRequest(incoming));
  const [, provider] = /^\/api\/webhooks\/([^/]+)\/?$/.exec(pathname) ?? [];
  const handler = handlers[incoming.method ?? ''];
  if (provider === undefined || !handler) return new Response(null, { status: provider === undefined ? 404 : 405 });
  return handler(toRequest(incoming), { params: Promise.resolve({ provider: decodeURIComponent(provider) }) });
}

function toRequest(incoming: IncomingMessage): Request {
  const { method = 'GET', headersDistinct } = incoming;
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const body = method === 'GET' || method === 'HEAD' ? null : bodyOf(incoming);
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, duplex: 'half' };
  return new Request(new URL(incoming.url ?? '/', 'http://localhost'), init);
}

/** As Next hands a body to a route: a cancelled stream ends the socket's. */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = incoming[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}

async function write(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(new Uint8Array(await response.arrayBuffer()));
}

const spendSchema = z.object({ teamId: z.string(), credits: z.number(), idempotencyKey: z.string() });

/** The product's own use of credits, so that two processes can spend from one balance. */
async function answerSpend(request: Request): Promise<Response> {
  const asked = spendSchema.parse(await request.json());
  try {
    return Response.json(await spend(context.database, systemClock, { ...asked, reason: 'Test job' }));
  } catch (error) {
    if (error instanceof BillingError) return Response.json({ code: error.code }, { status: 409 });
    throw error;
  }
}
