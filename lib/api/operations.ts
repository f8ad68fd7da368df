import type { z } from 'zod';
import type { ApiCaller, ApiScope } from '../auth/api-keys';
import { BillingError, captureHold, getCredits, type Hold, holdCredits, releaseHold, spendCredits } from '../billing';
import { answers, bodies } from './shapes';

export type OperationName = 'getCredits' | 'spendCredits' | 'createHold' | 'captureHold' | 'releaseHold';

/** What a call knows besides its body. */
export interface Calling {
  caller: ApiCaller;
  /** From the path. */
  params: Readonly<Record<string, string>>;
  /** Empty for what only reads. */
  idempotencyKey: string;
}

/** A body that is as it should be: what it says, and how to do it. */
export interface Reading {
  input: unknown;
  run(calling: Calling): Promise<object>;
}

export interface Operation {
  method: 'GET' | 'POST';
  /** With its parameters in braces. */
  path: string;
  summary: string;
  scope: ApiScope;
  /** Of success. */
  httpStatus: 200 | 201;
  body: z.ZodObject | null;
  answer: z.ZodObject;
  /** Throws a `ZodError` for a body that is not as it should be. */
  read(body: unknown): Reading;
}

/** Everything that the API can do. The routes under `app/api/v1` have the same paths. */
export const operations: Record<OperationName, Operation> = {
  getCredits: {
    ...{ method: 'GET', path: '/credits', scope: 'credits:read', httpStatus: 200, answer: answers.credits },
    summary: 'What the team has: its balance, what of it is held, and what can be spent now.',
    body: null,
    read: (input) => ({ input, run: ({ caller }) => getCredits(caller.teamId) }),
  },
  spendCredits: write({
    ...{ method: 'POST', path: '/credits/spend', scope: 'credits:spend', httpStatus: 200, answer: answers.spent },
    summary: 'Spends credits, once per idempotency key.',
    body: bodies.spend,
    run: async ({ caller, idempotencyKey }, { credits, reason, ref }) => {
      const request = { teamId: caller.teamId, credits, reason, ref: ref ?? null, ...identity(caller, idempotencyKey) };
      const { entryId, balanceAfter } = await spendCredits(request);
      return { id: entryId, credits, balance: balanceAfter };
    },
  }),
  createHold: write({
    ...{ method: 'POST', path: '/holds', scope: 'credits:spend', httpStatus: 201, answer: answers.hold },
    summary:
      'Reserves credits for a job, once per idempotency key. A hold that is not captured in time releases itself.',
    body: bodies.hold,
    run: async ({ caller, idempotencyKey }, { ref, ...wanted }) =>
      holdView(
        await holdCredits({
          teamId: caller.teamId,
          ...wanted,
          ref: ref ?? null,
          ...identity(caller, idempotencyKey),
        }),
      ),
  }),
  captureHold: write({
    ...{ method: 'POST', path: '/holds/{id}/capture', scope: 'credits:spend', httpStatus: 200, answer: answers.hold },
    summary: 'Spends a hold, or the part of it that the job used; the rest is free again.',
    body: bodies.capture,
    run: async ({ caller, params }, body) => holdView(await captureHold({ ...holdOf(caller, params), ...body })),
  }),
  releaseHold: write({
    ...{ method: 'POST', path: '/holds/{id}/release', scope: 'credits:spend', httpStatus: 200, answer: answers.hold },
    summary: 'Lets a hold go: nothing is spent.',
    body: bodies.release,
    run: async ({ caller, params }) => holdView(await releaseHold(holdOf(caller, params))),
  }),
};

interface Definition<Body extends z.ZodObject> extends Omit<Operation, 'body' | 'read'> {
  body: Body;
  run(calling: Calling, body: z.infer<Body>): Promise<object>;
}

/** Ties what is done to the body that it takes, so that nobody has to trust the one to fit the other. */
function write<Body extends z.ZodObject>({ run, ...view }: Definition<Body>): Operation {
  const read = (told: unknown): Reading => {
    const input = view.body.parse(told);
    return { input, run: (calling) => run(calling, input) };
  };
  return { ...view, read };
}

const identity = ({ keyId }: ApiCaller, idempotencyKey: string) => ({
  // Apart from the keys that the product itself uses.
  idempotencyKey: `api:${idempotencyKey}`,
  actor: `api_key:${keyId}`,
});

/** What no id can be is not looked up: Postgres refuses some of it. */
function holdOf({ teamId }: ApiCaller, { id = '' }: Calling['params']) {
  if (!/^[\x21-\x7e]{1,100}$/.test(id)) throw BillingError.holdNotFound(id);
  return { teamId, holdId: id };
}

function holdView({ id, state, credits, captured, expiresAt }: Hold) {
  return { id, state, credits, captured, expiresAt: expiresAt.toISOString() };
}
