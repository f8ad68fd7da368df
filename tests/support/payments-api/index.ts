import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { addressOf } from '../apis/address';
import type { Dialect, Reply } from './dialect';
import { type NewCharge, PaymentLedger } from './ledger';
import { sandboxDialect } from './sandbox';
import { stripeDialect } from './stripe';

/** What goes wrong with one request to charge. */
export type Fault =
  /** 503, and nothing was committed or stored. */
  | 'fail_before'
  /** 500, nothing was committed, and the answer is stored under the key. */
  | 'fail_stored'
  /** The connection breaks before anything is committed. */
  | 'drop_before'
  /** Committed, and the connection breaks before the answer. */
  | 'drop_after'
  /** Committed; the answer comes when `release` is called. */
  | 'hold_after'
  /** Neither committed nor answered until `release` is called. */
  | 'hold_before'
  | 'rate_limit'
  | 'refuse_key';

/** A payment service on this machine, in the dialects of the sandbox and of Stripe over one ledger. */
export interface PaymentServer {
  /** Without a slash at the end. */
  origin: string;
  ledger: PaymentLedger;
  /** The next requests to charge, in turn; those behind them are answered properly. */
  next(...faults: Fault[]): void;
  /** Every request to charge, until told otherwise. */
  always(fault: Fault | null): void;
  /** Look-ups and lists fail. */
  refuseLookUps(isRefused: boolean): void;
  /** Lets everything go that is held. */
  release(): void;
  /** Resolves once that many requests are held. */
  heldAtLeast(count: number): Promise<void>;
  /** The most requests to charge that were ever on their way at once. */
  mostAtOnce(): number;
  close(): Promise<void>;
}

const dialects = [sandboxDialect, stripeDialect];

export async function startPaymentServer(now: () => Date): Promise<PaymentServer> {
  const ledger = new PaymentLedger(now);
  const faults: Fault[] = [];
  const held: (() => void)[] = [];
  const watchers: { count: number; done: () => void }[] = [];
  const state = { always: null as Fault | null, isRefused: false, atOnce: 0, most: 0 };
  const hold = () =>
    new Promise<void>((resolve) => {
      held.push(resolve);
      for (const { count, done } of watchers) if (held.length >= count) done();
    });

  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const method = request.method ?? 'GET';
    const body = await bodyOf(request);
    const dialect = url.pathname.startsWith('/v1/') ? stripeDialect : sandboxDialect;
    if (!dialects.some(({ isCharge }) => isCharge(method, url.pathname))) {
      if (state.isRefused) return reply(response, dialect.refuse(503, 'unavailable'));
      return reply(response, dialect.others(ledger, { method, url, body }) ?? dialect.refuse(404, 'resource_missing'));
    }
    state.atOnce += 1;
    state.most = Math.max(state.most, state.atOnce);
    try {
      await charge(response, dialect, dialect.read(body, request.headers));
    } finally {
      state.atOnce -= 1;
    }
  }

  async function charge(response: ServerResponse, dialect: Dialect, asked: NewCharge): Promise<void> {
    const { key, operationId } = asked;
    ledger.deliveries.push({ key, operationId, at: now() });
    const fault = faults.shift() ?? state.always;
    if (fault === 'fail_before') return reply(response, dialect.refuse(503, 'unavailable'));
    if (fault === 'rate_limit') return reply(response, dialect.refuse(429, 'rate_limit'));
    if (fault === 'refuse_key') return reply(response, dialect.refuse(401, 'api_key_expired'));
    if (fault === 'drop_before') return void response.destroy();
    if (fault === 'fail_stored') ledger.storeFailure(asked);
    if (fault === 'hold_before') await hold();
    const charged = ledger.charge(asked);
    if (fault === 'drop_after') return void response.destroy();
    if (fault === 'hold_after') await hold();
    if (charged.kind === 'conflict') return reply(response, dialect.refuse(409, 'idempotency_conflict'));
    if (charged.kind === 'stored_failure') return reply(response, dialect.refuse(500, 'stored'), true);
    return reply(response, dialect.show(charged.charge), charged.isReplayed);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: addressOf(server),
    ledger,
    next: (...asked) => faults.push(...asked),
    always: (fault) => {
      state.always = fault;
    },
    refuseLookUps: (isRefused) => {
      state.isRefused = isRefused;
    },
    release: () => {
      for (const go of held.splice(0)) go();
    },
    heldAtLeast: (count) =>
      held.length >= count ? Promise.resolve() : new Promise((done) => watchers.push({ count, done })),
    mostAtOnce: () => state.most,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function reply(response: ServerResponse, { status, body }: Reply, isReplayed = false): void {
  const headers = isReplayed ? { 'idempotent-replayed': 'true' } : {};
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
