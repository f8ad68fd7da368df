import { DrizzleQueryError } from 'drizzle-orm';
import { z } from 'zod';
import { BillingError, type BillingErrorCode } from '../billing';
import { billingSettings } from '../billing/settings';

/** Everything that can go wrong with a call, by its code: stable, so that a program can go by it. */
export const problems = {
  invalid_api_key: { httpStatus: 401, title: 'The key is missing, unknown, expired or revoked.' },
  insufficient_credits: { httpStatus: 402, title: 'The team does not have that many credits to spend.' },
  insufficient_scope: { httpStatus: 403, title: 'The key may not do this.' },
  not_found: { httpStatus: 404, title: 'There is nothing at this address.' },
  hold_not_found: { httpStatus: 404, title: 'The team has no such hold.' },
  method_not_allowed: { httpStatus: 405, title: 'This address is called with another method.' },
  idempotency_key_reused: { httpStatus: 409, title: 'This idempotency key was used for another request.' },
  hold_not_open: { httpStatus: 409, title: 'The hold was captured with another amount, released, or has expired.' },
  body_too_large: { httpStatus: 413, title: 'A body has 64 KiB at most.' },
  invalid_json: { httpStatus: 400, title: 'The body is not JSON.' },
  invalid_idempotency_key: {
    httpStatus: 400,
    title: 'A write needs an Idempotency-Key header of 1 to 180 printable characters.',
  },
  invalid_request: { httpStatus: 422, title: 'The body is not as it should be.' },
  capture_exceeds_hold: { httpStatus: 422, title: 'More was to be captured than the hold has.' },
  rate_limited: { httpStatus: 429, title: 'Too many requests with this key.' },
  internal_error: { httpStatus: 500, title: 'Something went wrong on our side.' },
  unavailable: { httpStatus: 503, title: 'The database does not answer.' },
} as const satisfies Record<string, { httpStatus: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/** A call that ends in a problem. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';

  constructor(
    readonly code: ProblemCode,
    /** What is wrong with this very call; the title says what is wrong in general. */
    readonly detail: string,
    readonly more: { members?: Readonly<Record<string, unknown>>; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(detail);
  }
}

/** What an exception means to the caller. A write that ended like this can be sent again under the same key. */
export function problemOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof z.ZodError) return invalidRequest(error);
  if (error instanceof BillingError) return refusedByBilling(error);
  const again = 'Send the same request again, with the same Idempotency-Key: nothing is done twice.';
  if (error instanceof DrizzleQueryError)
    return new ApiProblem('unavailable', again, { headers: { 'retry-after': '1' } });
  return new ApiProblem('internal_error', again);
}

/** Writes a problem as RFC 9457 says (https://www.rfc-editor.org/rfc/rfc9457). */
export function problemAnswer({ code, detail, more }: ApiProblem) {
  const { httpStatus, title } = problems[code];
  const type = `${billingSettings().appUrl}/docs/api#${code}`;
  return {
    httpStatus,
    headers: { 'content-type': 'application/problem+json', ...more.headers },
    body: JSON.stringify({ type, title, status: httpStatus, detail, code, ...more.members }),
  };
}

function invalidRequest({ issues }: z.ZodError): ApiProblem {
  const errors = issues.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), message }));
  const [first] = errors;
  const detail = first ? [first.path, first.message].filter((part) => part !== '').join(': ') : 'It is invalid.';
  return new ApiProblem('invalid_request', detail, { members: { errors } });
}

/** The codes of the billing that a caller of the API can run into keep their names. */
const ofBilling: Partial<Record<BillingErrorCode, ProblemCode>> = {
  insufficient_credits: 'insufficient_credits',
  idempotency_key_reused: 'idempotency_key_reused',
  hold_not_found: 'hold_not_found',
  hold_not_open: 'hold_not_open',
  capture_exceeds_hold: 'capture_exceeds_hold',
};

function refusedByBilling(error: BillingError): ApiProblem {
  const code = ofBilling[error.code];
  if (!code) return new ApiProblem('internal_error', 'The billing refused what should have been right.');
  // The key as the ledger has it is our business; the caller knows its own.
  if (code === 'idempotency_key_reused') return new ApiProblem(code, problems[code].title);
  const { teamId: _, ...members } = error.details;
  return new ApiProblem(code, error.message, { members });
}
