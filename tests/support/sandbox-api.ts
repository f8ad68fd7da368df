import { createServer } from 'node:http';
import type { LabContext } from '@/lib/billing/lab/context';
import type { ApiAnswer } from '@/lib/billing/lab/sandbox-answers';
import { answerCancel, answerCharge, answerLookUp, answerSetup } from '@/lib/billing/lab/sandbox-api';

export interface SandboxApi {
  url: string;
  /** Until every webhook that follows from the answers was sent. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** The sandbox's interface as a server of its own, as its routes serve it. */
export async function openSandboxApi(context: () => LabContext): Promise<SandboxApi> {
  let work: Promise<unknown> = Promise.resolve();
  const afterwards = (next: () => Promise<void>) => {
    work = Promise.all([work, next()]);
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const authorization = request.headers.authorization ?? null;
    const url = new URL(request.url ?? '/', 'http://sandbox');
    const [, what, id, deed] = url.pathname.split('/');
    const answer = await (async (): Promise<ApiAnswer> => {
      const key = request.headers['idempotency-key'];
      const body = {
        authorization,
        idempotencyKey: typeof key === 'string' ? key : null,
        body: text ? JSON.parse(text) : undefined,
      };
      if (what === 'setups') return answerSetup(context(), body);
      if (id && deed === 'cancel') return answerCancel(context(), { authorization, id }, afterwards);
      if (request.method === 'POST') return answerCharge(context(), body, afterwards);
      const about = id ? { id } : { operationId: url.searchParams.get('operation_id') ?? '' };
      return answerLookUp(context(), { authorization, about }, afterwards);
    })();
    response.writeHead(answer.httpStatus, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    settled: async () => {
      await work;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
