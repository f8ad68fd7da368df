import type { Database } from '@/db/client';
import { type ApiCaller, findApiCaller } from '../auth/api-keys';
import { systemClock } from '../clock';
import { database } from '../database';
import { env } from '../env';
import { log } from '../log';
import { type Consumed, consume } from '../rate-limit';
import { type ApiRequest, claimRequest, keepAnswer } from './idempotency';
import { type Operation, type OperationName, operations, type Reading } from './operations';
import { ApiProblem, problemAnswer, problemOf } from './problem';

export interface ApiCall {
  operation: OperationName;
  /** With lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** Null: it was too long. */
  rawBody: Uint8Array | null;
  /** From the path. */
  params: Readonly<Record<string, string>>;
}

/** With all keys of its team together. */
const demoRequestsADay = 2000;

export interface ApiAnswer {
  httpStatus: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Answers a product server: who calls, how often, whether it may, what it wants, whether it was done before, and does it. Never
 * throws; what goes wrong is a problem with a code.
 */
export async function callApi(call: ApiCall): Promise<ApiAnswer> {
  const headers: Record<string, string> = { 'cache-control': 'no-store', 'content-type': 'application/json' };
  try {
    const caller = await admit(call, headers);
    const operation = operations[call.operation];
    if (!caller.scopes.includes(operation.scope))
      throw new ApiProblem('insufficient_scope', `The key needs the scope ${operation.scope}.`);
    const done = await perform(operation, { caller, call });
    return { httpStatus: done.httpStatus, headers: { ...headers, ...done.headers }, body: done.body };
  } catch (error) {
    const problem = problemOf(error);
    if (problem.code === 'internal_error') logBug(call.operation, error);
    const answer = problemAnswer(problem);
    return { ...answer, headers: { ...headers, ...answer.headers } };
  }
}

/** Who calls, once it is counted. Says in `headers` how much of the limit is left. */
async function admit(call: ApiCall, headers: Record<string, string>): Promise<ApiCaller> {
  const secret = /^Bearer +(\S+) *$/i.exec(call.headers.authorization ?? '')?.[1] ?? '';
  const caller = await findApiCaller(database(), secret, systemClock.now());
  if (!caller)
    throw new ApiProblem('invalid_api_key', 'Send a key of the team as Authorization: Bearer pk_….', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  const limit = env.API_REQUESTS_PER_MINUTE;
  const use = await consume(`api:${caller.keyId}`, limit, 60);
  const seconds = secondsUntil(use);
  headers['ratelimit-limit'] = String(limit);
  headers['ratelimit-remaining'] = String(use.remaining);
  headers['ratelimit-reset'] = String(seconds);
  if (!use.allowed) throw rateLimited(use);
  if (caller.isDemo) await admitDemo(caller);
  return caller;
}

/** Strangers play with a demo, and what they write is kept for its day. */
async function admitDemo({ teamId }: ApiCaller): Promise<void> {
  const use = await consume(`api-demo:${teamId}`, demoRequestsADay, 86_400);
  if (!use.allowed) throw rateLimited(use, `A demo makes ${demoRequestsADay} requests a day.`);
}

function rateLimited(use: Consumed, why = ''): ApiProblem {
  const seconds = secondsUntil(use);
  return new ApiProblem('rate_limited', `${why} Try again in ${seconds} s.`.trim(), {
    headers: { 'retry-after': String(seconds) },
  });
}

interface Performing {
  caller: ApiCaller;
  call: ApiCall;
}

async function perform(operation: Operation, { caller, call }: Performing): Promise<ApiAnswer> {
  const { params } = call;
  if (operation.body === null) {
    const view = await operation.read(undefined).run({ caller, params, idempotencyKey: '' });
    return { httpStatus: operation.httpStatus, headers: {}, body: JSON.stringify(view) };
  }
  const idempotencyKey = readKey(call.headers['idempotency-key']);
  const reading = operation.read(readJson(call.rawBody));
  const input = [call.operation, params, reading.input];
  const request = { teamId: caller.teamId, idempotencyKey, input };
  return performOnce({ request, operation, run: () => reading.run({ caller, params, idempotencyKey }) });
}

interface Write {
  request: ApiRequest;
  operation: Operation;
  run(): ReturnType<Reading['run']>;
}

/** The same request again gets the answer of the first time. One that failed is tried again: it has done nothing. */
async function performOnce({ request, operation, run }: Write): Promise<ApiAnswer> {
  const on: Database = database();
  const claim = await claimRequest(on, request, systemClock.now());
  if (claim.kind === 'reused')
    throw new ApiProblem('idempotency_key_reused', 'Take a new key for each thing that you want done.');
  if (claim.kind === 'answered')
    return { httpStatus: claim.httpStatus, headers: { 'idempotency-replayed': 'true' }, body: claim.body };
  const { httpStatus } = operation;
  const answer = { httpStatus, body: JSON.stringify(await run()) };
  await keepAnswer(on, request, answer);
  return { ...answer, headers: {} };
}

function readKey(header = ''): string {
  const key = header.trim();
  if (/^[\x20-\x7e]{1,180}$/.test(key)) return key;
  const detail = key === '' ? 'There is no Idempotency-Key header.' : 'It has more, or others.';
  throw new ApiProblem('invalid_idempotency_key', detail);
}

/** No body at all is an empty object. */
function readJson(rawBody: Uint8Array | null): unknown {
  if (rawBody === null) throw new ApiProblem('body_too_large', 'Send less.');
  if (rawBody.byteLength === 0) return {};
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
  } catch {
    throw new ApiProblem('invalid_json', 'Send one JSON object, in UTF-8.');
  }
}

function secondsUntil({ resetAt }: Consumed): number {
  return Math.max(Math.ceil((resetAt.getTime() - systemClock.now().getTime()) / 1000), 1);
}

function logBug(operation: OperationName, error: unknown): void {
  const name = error instanceof Error ? error.name : 'unknown';
  log.error({ type: operation, error: name }, 'API call failed');
}
