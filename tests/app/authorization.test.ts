import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { type Endpoint, findEndpoints, findFields, keyOf, load } from '../support/endpoints';
import { signIn } from '../support/sessions';
import type { Tenancy } from '../support/tenancy';
import { digestOf, type Who, whos } from '../support/who';
import { inputOf, meantForOthers, type Row, table, takesAnId } from './authorization-table';

/** What the framework keeps out of a test's reach: who asks, and what happens after an answer. */
const asking = vi.hoisted(() => ({ cookie: null as string | null }));
vi.mock('next/headers', () => ({
  headers: async () => new Headers(asking.cookie === null ? {} : { cookie: asking.cookie }),
  cookies: async () => ({ get: () => undefined, getAll: () => [], set: () => {}, delete: () => {}, has: () => false }),
}));
vi.mock('next/cache', () => ({ refresh: () => {}, revalidatePath: () => {} }));
vi.mock('next/server', async (original) => ({
  ...(await original<typeof import('next/server')>()),
  after: () => {},
  connection: async () => {},
}));

const secret = 'a secret of this test, long enough';
const endpoints = findEndpoints();
const named = endpoints.map((endpoint): [string, Endpoint] => [keyOf(endpoint), endpoint]);

let database: TestDatabase;
let tenancy: Tenancy;
beforeAll(async () => {
  database = await createTestDatabase();
  const settings = {
    ...{ DATABASE_URL: database.url, AUTH_SECRET: secret, APP_URL: 'http://localhost:3000' },
    ...{ SANDBOX_BILLING: 'on', PUBLIC_DEMO: 'off', CRON_SECRET: 'c'.repeat(32), METRICS_TOKEN: 'm'.repeat(32) },
    __NEXT_EXPERIMENTAL_AUTH_INTERRUPTS: 'true',
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { createTenancy } = await import('../support/tenancy');
  tenancy = await createTenancy(database.db);
});
afterAll(async () => {
  const { database: opened } = await import('@/lib/database');
  await opened().$client.end();
  await database.drop();
});
beforeEach(() => {
  asking.cookie = null;
});

function ask(who: Who, endpoint: Endpoint, input: Record<string, string>): Promise<Answer> {
  return askWith(who, endpoint, argumentsOf(endpoint, input));
}

/** A session of one's own each time, since an action may end it. */
async function askWith(who: Who, endpoint: Endpoint, given: unknown[]): Promise<Answer> {
  const person = who === 'visitor' ? null : tenancy.people[who];
  asking.cookie = person && (await signIn(database.db, { ...person, secret }));
  const call = await load(endpoint);
  try {
    return answerOf(await call(...given));
  } catch (error) {
    return interruptionOf(error);
  }
}

/** `said`: whether an action that was let in then said no. */
type Answer = { is: string; said?: 'refused' | 'done' | 'nothing' };

function argumentsOf({ kind, file, name }: Endpoint, input: Record<string, string>): unknown[] {
  const request = { params: Promise.resolve(paramsOf(file, input)), searchParams: Promise.resolve(input) };
  if (kind === 'page') return [{ ...request, children: null }];
  if (kind === 'route') return [new Request(`http://localhost:3000/${file}`, { method: name }), request];
  if (file === '(dashboard)/actions.ts') return [input.teamId ?? ''];
  const form = new FormData();
  for (const [field, value] of Object.entries(input)) form.set(field, value);
  return givenOf({ kind, file, name }, form);
}

/** A form's action gets its state first, unless it is handed to the form as it is. */
function givenOf(endpoint: Endpoint, form: FormData): unknown[] {
  return takesFormOnly(endpoint) ? [form] : [{}, form];
}

const takesFormOnly = ({ name }: Endpoint) => ['signInWith', 'signOutThere', 'revokeKey', 'answerBank'].includes(name);

/** Every dynamic part of the address, by the name that its folder has. */
function paramsOf(file: string, input: Record<string, string>): Record<string, string> {
  const parts = [...file.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)].map(([, part = '']) => part);
  return Object.fromEntries(parts.map((part) => [part, input[part] ?? (part === 'provider' ? 'sandbox' : 'none')]));
}

function answerOf(answer: unknown): Answer {
  if (answer instanceof Response) return { is: statusWords[answer.status] ?? `status ${answer.status}` };
  if (answer === undefined) return { is: 'let_in', said: 'nothing' };
  const isRefusal = typeof answer === 'object' && answer !== null && 'error' in answer && answer.error !== null;
  return { is: 'let_in', said: isRefusal ? 'refused' : 'done' };
}

const statusWords: Record<number, string> = { 200: 'let_in', 401: 'unauthorized', 403: 'forbidden', 404: 'not_found' };

function interruptionOf(error: unknown): Answer {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : '';
  if (digest === 'NEXT_HTTP_ERROR_FALLBACK;404') return { is: 'not_found' };
  if (digest === 'NEXT_HTTP_ERROR_FALLBACK;403') return { is: 'forbidden' };
  if (!digest.startsWith('NEXT_REDIRECT')) throw error;
  const [, , to = ''] = digest.split(';');
  if (to.startsWith('/sign-in?next=')) return { is: 'sign_in' };
  if (to === '/sign-up') return { is: 'sign_up' };
  return { is: 'let_in', said: to.includes('problem=') ? 'refused' : 'done' };
}

describe('who may do what', () => {
  it('is written down for every page, route and action, and for nothing else', () => {
    expect(named.map(([key]) => key).sort()).toEqual(Object.keys(table).sort());
  });

  it.each(named)('at %s is as it is written down', async (key, endpoint) => {
    const row: Partial<Row> = table[key] ?? {};
    const answers: Partial<Record<Who, string>> = {};
    for (const who of whos) {
      // Who is let in sends an empty form, so that nothing is done; who is not sends what would have done it.
      const mayDo = row[who] === 'let_in' && endpoint.kind === 'action';
      answers[who] = (await ask(who, endpoint, mayDo ? {} : inputOf(key, tenancy))).is;
    }
    expect(answers).toEqual(row);
  });
});

describe('ids of another team', () => {
  const withIds = named.filter(([key]) => takesAnId(key) && !meantForOthers(key));

  it('are tried wherever an address names one', () => {
    const inAddress = named.filter(([key, { kind }]) => key.includes('[id]') && kind !== 'action');
    expect(
      inAddress.map(([key]) => key).filter((key) => !takesAnId(key) && table[key]?.owner !== 'status 405'),
    ).toEqual([]);
  });

  it.each(withIds)('open and change nothing at %s', async (key, endpoint) => {
    const before = await digestOf(database.db, tenancy.teamId);
    for (const who of ['stranger', 'demo', 'operator'] as const) {
      const { is, said } = await ask(who, endpoint, inputOf(key, tenancy));
      expect({ who, is: is === 'let_in' ? said : is }).toEqual({
        who,
        is: expect.stringMatching(/^(refused|nothing|not_found|sign_up|unauthorized)$/),
      });
    }
    expect(await digestOf(database.db, tenancy.teamId)).toEqual(before);
  });
});

describe('what is not what a form of ours sends', () => {
  const actions = named.filter(([, { kind }]) => kind === 'action');
  const fields = findFields();
  const ofAny = (value: string | File) => {
    const form = new FormData();
    for (const field of fields) form.set(field, value);
    return form;
  };
  const junk: [string, FormData][] = [
    ['a text of a megabyte', ofAny('x'.repeat(1_000_000))],
    ['files', ofAny(new File(['x'], 'x.txt'))],
    ['zero bytes', ofAny('a\u0000b')],
    ['a lone surrogate', ofAny('\ud800')],
    ['names of the language', ofAny('__proto__')],
    ['objects', ofAny('{"$ne": null}')],
  ];

  it.each(actions)('is refused by %s, and breaks nothing', async (_, endpoint) => {
    for (const [, form] of junk) await askWith('owner', endpoint, givenOf(endpoint, form));
  });

  it.each(named.filter(([key, { kind }]) => key.includes('[') && kind !== 'action'))(
    'is found by nobody in the address of %s',
    async (_, endpoint) => {
      for (const part of ['a\u0000b', '\ud800', '../..', 'x'.repeat(10_000)]) {
        const parts = { id: part, eventId: part, provider: part, path: part, all: part };
        const { is } = await ask('operator', endpoint, parts);
        expect(is).toMatch(/^(not_found|unauthorized|status 4\d\d)$/);
      }
    },
  );
});
