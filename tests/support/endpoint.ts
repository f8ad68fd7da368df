import { createServer } from 'node:http';
import type { BillingContext } from '@/lib/billing/context';
import { deliver } from '@/lib/billing/providers/sandbox/deliver';
import { receiveWebhook } from '@/lib/billing/webhooks/receive';

export interface Endpoint {
  /** Of the sandbox's webhooks. */
  url: string;
  close(): Promise<void>;
}

/** The webhook endpoint of a billing as a server of its own, so that deliveries really travel over HTTP. */
export async function openEndpoint(context: BillingContext): Promise<Endpoint> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const provider = request.url?.split('/').at(-1) ?? '';
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value ?? '')]),
    );
    const { httpStatus, status } = await receiveWebhook(context, provider, { rawBody: Buffer.concat(chunks), headers });
    response.writeHead(httpStatus, { 'content-type': 'application/json' }).end(JSON.stringify({ status }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/api/webhooks/sandbox`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sends two deliveries once both are signed, so that neither can have seen what the other did. */
export function whenBothAreReady(): typeof deliver {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let ready = 0;
  return async (outgoing) => {
    ready += 1;
    if (ready === 2) open();
    await gate;
    return deliver(outgoing);
  };
}
