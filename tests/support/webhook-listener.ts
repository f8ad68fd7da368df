import { createServer } from 'node:http';

export interface Heard {
  body: string;
  headers: Record<string, string>;
}

export interface WebhookListener {
  url: string;
  /** Every request, in order. */
  heard: Heard[];
  /** How the next requests are answered; 204 unless told. `redirect` points to `/elsewhere` of the same server. */
  answers: (number | 'redirect' | 'silence')[];
  close(): Promise<void>;
}

/** A system of the owner's that gets outgoing webhooks, on 127.0.0.1. */
export async function openWebhookListener(): Promise<WebhookListener> {
  const heard: Heard[] = [];
  const answers: WebhookListener['answers'] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    heard.push({ body: Buffer.concat(chunks).toString('utf8'), headers });
    const answer = answers.shift() ?? 204;
    if (answer === 'silence') return;
    if (answer === 'redirect') response.writeHead(307, { location: '/elsewhere' }).end();
    else response.writeHead(answer).end('a body that nobody keeps');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    ...{ heard, answers, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hooks` },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
