import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { faultOfUrl, hostOf, isPublicAddress, type UrlFault } from './address';

export interface Address {
  address: string;
  family: number;
}

/** Finds the addresses of a host. */
export type Resolve = (host: string) => Promise<Address[]>;

export interface Post {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  allowPrivate: boolean;
  timeoutMs: number;
}

export type PostFault = UrlFault | 'unknown_host' | 'unreachable' | 'timeout';
export type Posted = { kind: 'answered'; status: number } | { kind: 'failed'; code: PostFault };

/**
 * Posts to an address that somebody else chose. The name is resolved once, judged, and the connection goes to what was
 * judged, so that a name cannot point elsewhere in between. No redirect is followed and no body is read.
 */
export async function post(sending: Post, resolve: Resolve = resolveHost): Promise<Posted> {
  const fault = faultOfUrl(sending.url, sending.allowPrivate);
  if (fault) return { kind: 'failed', code: fault };
  const signal = AbortSignal.timeout(sending.timeoutMs);
  const target = await Promise.race([findTarget(sending, resolve), whenAborted(signal)]);
  if (typeof target === 'string') return { kind: 'failed', code: target };
  return connect(sending, target, signal);
}

async function findTarget({ url, allowPrivate }: Post, resolve: Resolve): Promise<Address | PostFault> {
  const host = hostOf(new URL(url));
  const family = isIP(host);
  if (family !== 0) return { address: host, family };
  const addresses = await resolve(host).catch(() => []);
  const [first] = addresses;
  if (!first) return 'unknown_host';
  const isSafe = allowPrivate || addresses.every(({ address }) => isPublicAddress(address));
  return isSafe ? first : 'private_address';
}

function connect({ url, headers, body }: Post, target: Address, signal: AbortSignal): Promise<Posted> {
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  const { address, family } = target;
  return new Promise((resolve) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
        signal,
        lookup: (_host, { all }, found) => (all ? found(null, [target]) : found(null, address, family)),
      },
      (response: IncomingMessage) => {
        resolve({ kind: 'answered', status: response.statusCode ?? 0 });
        response.destroy();
      },
    );
    sent.on('error', () => resolve({ kind: 'failed', code: signal.aborted ? 'timeout' : 'unreachable' }));
    sent.end(body);
  });
}

function resolveHost(host: string): Promise<Address[]> {
  return lookup(host, { all: true, verbatim: true });
}

function whenAborted(signal: AbortSignal): Promise<'timeout'> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve('timeout'), { once: true }));
}
