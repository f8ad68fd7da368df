import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { addressOf } from './address';

/** A provider's interface on this machine. It knows nothing of the code that asks it. */
export interface ApiServer {
  url: string;
  /** Paths with their queries, in the order of the requests; refused ones too. */
  requests: string[];
  /** Answers one of the next requests whose path holds `path` with this instead; `skip` of them pass before. */
  failOnce(fault: Fault): void;
  /** Runs after each answer that holds `path`: something changes at the provider while somebody reads. */
  afterAnswer(path: string, change: () => void): void;
  close(): Promise<void>;
}

export interface Fault {
  path?: string;
  skip?: number;
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Answer {
  status?: number;
  body: unknown;
}

export const apiKey = 'test_key_of_the_interface';

/** Starts an interface that answers GET requests with JSON, for those who name the key. */
export async function startApi(
  answer: (url: URL) => Answer | null,
  refusal: (status: number) => unknown,
): Promise<ApiServer> {
  const requests: string[] = [];
  const faults: Required<Pick<Fault, 'path' | 'skip' | 'status'>>[] & Fault[] = [];
  const changes: { path: string; change: () => void }[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const fault = takeFault(faults, url);
    if (fault) return reply(response, fault.status, fault.body ?? refusal(fault.status), fault.headers);
    if (!isKnown(request)) return reply(response, 401, refusal(401));
    const answered = request.method === 'GET' ? answer(url) : null;
    reply(response, answered?.status ?? (answered ? 200 : 404), answered?.body ?? refusal(404));
    for (const { path, change } of changes) if (url.pathname.includes(path)) change();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: addressOf(server),
    requests,
    failOnce: (fault) => faults.push({ path: '', skip: 0, ...fault }),
    afterAnswer: (path, change) => changes.push({ path, change }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function takeFault(faults: Fault[], url: URL): Fault | null {
  const index = faults.findIndex(({ path = '' }) => url.pathname.includes(path));
  const fault = faults[index];
  if (!fault) return null;
  if (fault.skip) {
    fault.skip -= 1;
    return null;
  }
  faults.splice(index, 1);
  return fault;
}

function isKnown(request: IncomingMessage): boolean {
  return request.headers.authorization === `Bearer ${apiKey}`;
}

function reply(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
