import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { addressOf } from './address';

/** A provider's interface on this machine. It knows nothing of the code that asks it. */
export interface ApiServer {
  url: string;
  /** Paths with their queries, in the order of the requests; refused ones too. */
  requests: string[];
  /** What was sent with each request, in the same order. */
  sent: Sent[];
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
  /** Takes the request and never answers. */
  hang?: boolean;
}

export interface Sent {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  text: string;
}

/** What a request that does something is answered with. Null: it is none of these. */
export type Act = (sent: Sent) => Answer | null;

export interface Answer {
  status?: number;
  body: unknown;
}

/** The first of several that knows what to do. */
export function either(...acts: Act[]): Act {
  return (sent) => acts.reduce<Answer | null>((answer, act) => answer ?? act(sent), null);
}

export const apiKey = 'test_key_of_the_interface';

/** Starts an interface that answers GET requests with JSON, and does what `act` knows, for those who name the key. */
export async function startApi(
  answer: (url: URL) => Answer | null,
  refusal: (status: number) => unknown,
  act: Act = () => null,
): Promise<ApiServer> {
  const requests: string[] = [];
  const sent: Sent[] = [];
  const faults: Required<Pick<Fault, 'path' | 'skip' | 'status'>>[] & Fault[] = [];
  const changes: { path: string; change: () => void }[] = [];
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    requests.push(request.url ?? '');
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const asked = { method: request.method ?? 'GET', url, headers: request.headers, text: '' };
    sent.push(asked);
    for await (const chunk of request.setEncoding('utf8')) asked.text += chunk;
    const fault = takeFault(faults, url);
    if (fault?.hang) return;
    if (fault) return write(response, fault.status, fault.body ?? refusal(fault.status), fault.headers);
    if (!isKnown(request)) return write(response, 401, refusal(401));
    const answered = act(asked) ?? (asked.method === 'GET' ? answer(url) : null);
    write(response, answered?.status ?? (answered ? 200 : 404), answered?.body ?? refusal(404));
    for (const { path, change } of changes) if (url.pathname.includes(path)) change();
  };
  const server = createServer((request, response) => void reply(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: addressOf(server),
    requests,
    sent,
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

function write(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
