import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rateLimits, teams } from '@/db/schema';
import type { ApiScope } from '@/lib/auth/api-keys';
import { drain } from '@/lib/billing/drain';
import { testContext, testSecrets } from '../../support/billing';
import { teamWith } from '../../support/credits';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { balanceOf, count, expectInvariants, rows } from '../../support/state';

let database: TestDatabase;
let api: Awaited<ReturnType<typeof loadApi>>;
beforeAll(async () => {
  database = await createTestDatabase();
  api = await loadApi();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await expectInvariants(database.db);
  await database.drop();
});

/** The routes as a server on this database has them, ten requests a minute for each key. */
async function loadApi() {
  vi.resetModules();
  for (const [name, value] of Object.entries({
    ...{ DATABASE_URL: database.url, LOG_LEVEL: 'silent', APP_URL: 'https://app.example.com' },
    ...{ SANDBOX_WEBHOOK_SECRET: testSecrets.sandbox, API_REQUESTS_PER_MINUTE: '10' },
  }))
    vi.stubEnv(name, value);
  Reflect.deleteProperty(globalThis, 'paidonceDatabase');
  const [credits, spend, holds, capture, release, document, unknown, door] = await Promise.all([
    import('@/app/api/v1/credits/route'),
    import('@/app/api/v1/credits/spend/route'),
    import('@/app/api/v1/holds/route'),
    import('@/app/api/v1/holds/[id]/capture/route'),
    import('@/app/api/v1/holds/[id]/release/route'),
    import('@/app/api/v1/openapi.json/route'),
    import('@/app/api/v1/[...path]/route'),
    import('@/lib/api'),
  ]);
  return { credits, spend, holds, capture, release, document, unknown, door };
}

const bothScopes: ApiScope[] = ['credits:read', 'credits:spend'];

/** A team with credits, and a key of its own. */
async function createCaller({ credits = 1000, scopes = bothScopes, expiresAt = null as Date | null } = {}) {
  const { teamId } = await teamWith(database.db, { credits });
  const userId = `usr_${randomUUID()}`;
  await database.db.execute(sql`insert into users (id, name) values (${userId}, 'Ada')`);
  const key = await api.door.createApiKey({ teamId, userId, name: 'Server', scopes, expiresAt });
  if (key === null) throw new Error('The team has too many keys.');
  return { teamId, userId, key };
}

interface Sending {
  key?: string;
  body?: unknown;
  idempotencyKey?: string;
  id?: string;
}

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

async function call(handler: Handler, { key, body, idempotencyKey, id }: Sending) {
  const headers = new Headers();
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const init = sent === undefined ? { headers } : { headers, method: 'POST', body: sent };
  const params: Record<string, string> = id === undefined ? {} : { id };
  const response = await handler(new Request('http://localhost/', init), { params: Promise.resolve(params) });
  const text = await response.text();
  const json: Record<string, unknown> = JSON.parse(text);
  return { status: response.status, headers: response.headers, text, json };
}

/** Windows are minutes of the clock; what straddles two of them is counted afresh. */
async function withinOneWindow<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  const minute = () => Math.floor(Date.now() / 60_000);
  const began = minute();
  await database.db.delete(rateLimits);
  const answer = await run();
  return began === minute() ? answer : withinOneWindow(run);
}

const spend = (sending: Sending) => call(api.spend.POST, { idempotencyKey: randomUUID(), ...sending });
const job = (credits: number) => ({ credits, reason: 'A job' });

describe('GET /api/v1/credits', () => {
  it('tells what the team of the key has', async () => {
    const { key } = await createCaller({ credits: 700 });
    const answer = await call(api.credits.GET, { key });
    expect(answer).toMatchObject({ status: 200, json: { balance: 700, held: 0, available: 700 } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('a key', () => {
  const refused = { status: 401, json: { code: 'invalid_api_key', status: 401 } };

  it.each(['', 'pk_short', `pk_${'A'.repeat(43)}`, 'Bearer'])('that nobody made is refused: "%s"', async (key) => {
    const answer = await call(api.credits.GET, { key });
    expect(answer).toMatchObject(refused);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('is needed', async () => {
    expect(await call(api.credits.GET, {})).toMatchObject(refused);
    expect(await spend({ body: job(1) })).toMatchObject(refused);
  });

  it('that was revoked, or has expired, or whose team was deleted, opens nothing any more', async () => {
    const { teamId, key } = await createCaller();
    const [listed] = await api.door.listApiKeys(teamId);
    const keyId = listed?.id ?? '';
    expect(await api.door.revokeApiKey({ teamId: 'another_team', keyId })).toBe(false);
    expect((await call(api.credits.GET, { key })).status).toBe(200);
    expect(await api.door.revokeApiKey({ teamId, keyId })).toBe(true);
    expect(await call(api.credits.GET, { key })).toMatchObject(refused);
    const expired = await createCaller({ expiresAt: new Date(Date.now() - 1000) });
    expect(await call(api.credits.GET, { key: expired.key })).toMatchObject(refused);
    const deleted = await createCaller();
    await database.db.update(teams).set({ deletedAt: new Date() }).where(eq(teams.id, deleted.teamId));
    expect(await call(api.credits.GET, { key: deleted.key })).toMatchObject(refused);
  });

  it('is kept as a hash, shows its first characters to its team, and notes its use', async () => {
    const { teamId, key } = await createCaller();
    const stored = await rows(database.db, sql`select * from api_keys where team_id = ${teamId}`);
    expect(JSON.stringify(stored)).not.toContain(key);
    const [before] = await api.door.listApiKeys(teamId);
    expect(before).toMatchObject({ prefix: key.slice(0, 9), state: 'active', createdBy: 'Ada', lastUsedAt: null });
    await call(api.credits.GET, { key });
    const [after] = await api.door.listApiKeys(teamId);
    expect(after?.lastUsedAt).toBeInstanceOf(Date);
  });

  it('does only what its scopes name', async () => {
    const reader = await createCaller({ scopes: ['credits:read'] });
    expect((await call(api.credits.GET, { key: reader.key })).status).toBe(200);
    expect(await spend({ key: reader.key, body: job(1) })).toMatchObject({
      status: 403,
      json: { code: 'insufficient_scope' },
    });
    const spender = await createCaller({ scopes: ['credits:spend'] });
    expect((await call(api.credits.GET, { key: spender.key })).status).toBe(403);
  });

  it('is refused beyond its limit, says when it may again, and leaves other keys alone', async () => {
    const { key } = await createCaller();
    const answers = await withinOneWindow(() => {
      return Promise.all(Array.from({ length: 12 }, () => call(api.credits.GET, { key })));
    });
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 429, 429]);
    const remaining = answers.map(({ headers }) => Number(headers.get('ratelimit-remaining')));
    expect(remaining.sort((a, b) => a - b)).toEqual([0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const refusal = answers.find(({ status }) => status === 429);
    expect(refusal?.json).toMatchObject({ code: 'rate_limited' });
    expect(Number(refusal?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refusal?.headers.get('ratelimit-limit')).toBe('10');
    const other = await createCaller();
    expect((await call(api.credits.GET, { key: other.key })).status).toBe(200);
  });

  it('of a demo is refused beyond 2,000 requests a day, whichever key they are made with', async () => {
    const { teamId, key } = await createCaller();
    const day = 86_400_000;
    const start = Math.floor(Date.now() / day) * day;
    const windows = [start, start + day].map((at) => ({
      key: `api-demo:${teamId}`,
      windowStart: new Date(at),
      count: 2000,
    }));
    await database.db.insert(rateLimits).values(windows);
    expect((await call(api.credits.GET, { key })).status).toBe(200);
    await database.db
      .update(teams)
      .set({ demoUntil: new Date(start + 2 * day) })
      .where(eq(teams.id, teamId));
    expect(await call(api.credits.GET, { key })).toMatchObject({ status: 429, json: { code: 'rate_limited' } });
  });

  it('is one of twenty at most, and the last one is made once by two at once', async () => {
    const { teamId, userId } = await createCaller();
    const make = () => api.door.createApiKey({ teamId, userId, name: 'More', scopes: bothScopes, expiresAt: null });
    const made = await Promise.all(Array.from({ length: 22 }, make));
    expect(made.filter((key) => key !== null)).toHaveLength(19);
  });
});

describe('POST /api/v1/credits/spend', () => {
  it('spends, and says why in the history', async () => {
    const { teamId, key } = await createCaller();
    const body = { credits: 30, reason: 'Transcription', ref: 'job-7' };
    const { status, json } = await spend({ key, body });
    expect({ status, json }).toMatchObject({ status: 200, json: { credits: 30, balance: 970 } });
    const [keyView] = await api.door.listApiKeys(teamId);
    const [entry] = await rows(database.db, sql`select * from credit_ledger_entries where id = ${String(json.id)}`);
    expect(entry).toMatchObject({ reason: 'Transcription', ref: 'job-7', actor: `api_key:${keyView?.id}` });
  });

  it('spends once under one key, and gives the same answer to the byte', async () => {
    const { teamId, key } = await createCaller();
    const sending = { key, body: job(40), idempotencyKey: 'job-1' };
    const first = await spend(sending);
    await spend({ key, body: job(5) });
    const again = await spend({ ...sending, body: '{ "reason": "A job", "credits": 40 }' });
    expect(again).toMatchObject({ status: 200, text: first.text });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await balanceOf(database.db, teamId)).toBe(955);
  });

  it('spends once when the same request comes eight times at once', async () => {
    const { teamId, key } = await createCaller();
    const sending = { key, body: job(40), idempotencyKey: 'job-1' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => spend(sending)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await balanceOf(database.db, teamId)).toBe(960);
  });

  it('refuses a key that stands for something else already', async () => {
    const { teamId, key } = await createCaller();
    await spend({ key, body: job(40), idempotencyKey: 'job-1' });
    const reused = { status: 409, json: { code: 'idempotency_key_reused' } };
    expect(await spend({ key, body: job(41), idempotencyKey: 'job-1' })).toMatchObject(reused);
    const otherReason = { credits: 40, reason: 'Another job' };
    expect(await spend({ key, body: otherReason, idempotencyKey: 'job-1' })).toMatchObject(reused);
    expect(await call(api.holds.POST, { key, body: job(40), idempotencyKey: 'job-1' })).toMatchObject(reused);
    expect(await balanceOf(database.db, teamId)).toBe(960);
  });

  it('spends nothing twice when the answer of the first time was lost on the way to our books', async () => {
    const { teamId, key } = await createCaller();
    const sending = { key, body: job(40), idempotencyKey: 'job-1' };
    const first = await spend(sending);
    await database.db.execute(sql`update api_requests set http_status = null, answer = null where team_id = ${teamId}`);
    const again = await spend(sending);
    expect(again).toMatchObject({ status: 200, text: first.text });
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    expect(await balanceOf(database.db, teamId)).toBe(960);
  });

  it('keeps two teams with the same key apart', async () => {
    const [one, other] = [await createCaller(), await createCaller()];
    for (const { key } of [one, other]) await spend({ key, body: job(40), idempotencyKey: 'job-1' });
    expect(await balanceOf(database.db, one.teamId)).toBe(960);
    expect(await balanceOf(database.db, other.teamId)).toBe(960);
  });

  it('never overdraws, says what is missing, and spends under the same key once there is enough', async () => {
    const { teamId, key } = await createCaller({ credits: 50 });
    const sending = { key, body: job(80), idempotencyKey: 'job-1' };
    expect(await spend(sending)).toMatchObject({
      status: 402,
      json: { code: 'insufficient_credits', wanted: 80, available: 50 },
    });
    await database.db.execute(sql`update credits set balance = 80 where team_id = ${teamId}`);
    await database.db.execute(sql`update credit_grants set amount = 80, remaining = 80 where team_id = ${teamId}`);
    await database.db.execute(
      sql`update credit_ledger_entries set delta = 80, balance_after = 80 where team_id = ${teamId}`,
    );
    expect(await spend(sending)).toMatchObject({ status: 200, json: { balance: 0 } });
  });

  it.each([
    ['no key for it', { body: job(1), idempotencyKey: '' }, 400, 'invalid_idempotency_key'],
    ['a key that is too long', { body: job(1), idempotencyKey: 'x'.repeat(181) }, 400, 'invalid_idempotency_key'],
    ['no JSON', { body: '{' }, 400, 'invalid_json'],
    ['no object', { body: '[]' }, 422, 'invalid_request'],
    ['nothing', { body: '' }, 422, 'invalid_request'],
    ['no amount', { body: { reason: 'A job' } }, 422, 'invalid_request'],
    ['no reason', { body: { credits: 1 } }, 422, 'invalid_request'],
    ['an amount below one', { body: job(0) }, 422, 'invalid_request'],
    ['a negative amount', { body: job(-5) }, 422, 'invalid_request'],
    ['part of a credit', { body: job(1.5) }, 422, 'invalid_request'],
    ['an amount as text', { body: { credits: '5', reason: 'A job' } }, 422, 'invalid_request'],
    ['an amount beyond what can be counted', { body: '{"credits":1e30,"reason":"A job"}' }, 422, 'invalid_request'],
    ['a field that there is not', { body: { ...job(1), team_id: 'team_2' } }, 422, 'invalid_request'],
    ['a NUL in the reason', { body: { credits: 1, reason: 'A\0job' } }, 422, 'invalid_request'],
    ['more than 64 KiB', { body: { credits: 1, reason: 'x'.repeat(65_537) } }, 413, 'body_too_large'],
  ])('refuses %s', async (_, sending, status, code) => {
    const { teamId, key } = await createCaller();
    const answer = await spend({ key, ...sending });
    expect(answer).toMatchObject({ status, json: { code, status, type: `https://app.example.com/docs/api#${code}` } });
    expect(await balanceOf(database.db, teamId)).toBe(1000);
    expect(await count(database.db, sql`select count(*) from api_requests where team_id = ${teamId}`)).toBe(0);
  });

  it('looks at no cookie', async () => {
    const request = new Request('http://localhost/', { method: 'POST', headers: { cookie: 'session=1' }, body: '{}' });
    expect((await api.spend.POST(request, { params: Promise.resolve({}) })).status).toBe(401);
  });

  it('answers 503 while the database is away, and keeps nothing back', async () => {
    const { key } = await createCaller();
    await database.db.execute(sql`alter table api_requests rename to api_requests_away`);
    try {
      const answer = await spend({ key, body: job(1) });
      expect(answer).toMatchObject({ status: 503, json: { code: 'unavailable' } });
      expect(answer.text).not.toContain('api_requests');
    } finally {
      await database.db.execute(sql`alter table api_requests_away rename to api_requests`);
    }
  });
});

describe('holds', () => {
  const hold = (sending: Sending) => call(api.holds.POST, { idempotencyKey: randomUUID(), ...sending });
  const capture = (sending: Sending) => call(api.capture.POST, { idempotencyKey: randomUUID(), body: {}, ...sending });
  const release = (sending: Sending) => call(api.release.POST, { idempotencyKey: randomUUID(), body: '', ...sending });

  it('reserve, capture what was used, and free the rest', async () => {
    const { key } = await createCaller();
    const held = await hold({ key, body: { ...job(100), expiresInSeconds: 60 } });
    expect(held).toMatchObject({ status: 201, json: { state: 'held', credits: 100, captured: 0 } });
    expect((await call(api.credits.GET, { key })).json).toEqual({ balance: 1000, held: 100, available: 900 });
    const id = String(held.json.id);
    const captured = await capture({ key, id, body: { credits: 60 } });
    expect(captured).toMatchObject({ status: 200, json: { id, state: 'captured', captured: 60 } });
    expect((await call(api.credits.GET, { key })).json).toEqual({ balance: 940, held: 0, available: 940 });
  });

  it('let go without spending, as often as one likes', async () => {
    const { key } = await createCaller();
    const id = String((await hold({ key, body: job(100) })).json.id);
    expect(await release({ key, id })).toMatchObject({ status: 200, json: { state: 'released' } });
    expect(await release({ key, id })).toMatchObject({ status: 200, json: { state: 'released' } });
    expect(await capture({ key, id })).toMatchObject({ status: 409, json: { code: 'hold_not_open' } });
    expect((await call(api.credits.GET, { key })).json).toEqual({ balance: 1000, held: 0, available: 1000 });
  });

  it('are not found by what no id can be', async () => {
    const { key } = await createCaller();
    for (const id of ['a\0b', '\ud800', 'x'.repeat(5000), '%00'])
      for (const act of [capture, release])
        expect(await act({ key, id })).toMatchObject({ status: 404, json: { code: 'hold_not_found' } });
  });

  it('are reserved once under one key, also after they were captured', async () => {
    const { key } = await createCaller();
    const sending = { key, body: job(100), idempotencyKey: 'job-1' };
    const first = await hold(sending);
    await capture({ key, id: String(first.json.id) });
    const again = await hold(sending);
    expect(again).toMatchObject({ status: 201, text: first.text });
    expect((await call(api.credits.GET, { key })).json).toMatchObject({ balance: 900, held: 0 });
  });

  it('are captured once by two at once, and one key stands for one hold', async () => {
    const { key } = await createCaller();
    const [one, other] = await Promise.all([hold({ key, body: job(100) }), hold({ key, body: job(100) })]);
    const id = String(one.json.id);
    const sending = { key, id, idempotencyKey: 'end-1' };
    const answers = await Promise.all([capture(sending), capture(sending)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await capture({ ...sending, id: String(other.json.id) })).toMatchObject({
      status: 409,
      json: { code: 'idempotency_key_reused' },
    });
    expect((await call(api.credits.GET, { key })).json).toMatchObject({ balance: 900, held: 100 });
  });

  it('of another team are not there', async () => {
    const [owner, other] = [await createCaller(), await createCaller()];
    const id = String((await hold({ key: owner.key, body: job(100) })).json.id);
    for (const end of [capture, release])
      expect(await end({ key: other.key, id })).toMatchObject({ status: 404, json: { code: 'hold_not_found' } });
    expect((await call(api.credits.GET, { key: owner.key })).json).toMatchObject({ held: 100 });
  });

  it('give no more than they have', async () => {
    const { key } = await createCaller();
    const id = String((await hold({ key, body: job(100) })).json.id);
    expect(await capture({ key, id, body: { credits: 101 } })).toMatchObject({
      status: 422,
      json: { code: 'capture_exceeds_hold', held: 100 },
    });
  });
});

describe('the API', () => {
  it('describes itself: every route is in the document, and every write takes an idempotency key', async () => {
    const document = await (await api.document.GET()).json();
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://app.example.com/api/v1' }] });
    const paths: Record<string, Record<string, { parameters: { name: string; required: boolean }[] }>> = document.paths;
    expect(Object.entries(paths).map(([path, methods]) => `${Object.keys(methods)} ${path}`)).toEqual([
      'get /credits',
      'post /credits/spend',
      'post /holds',
      'post /holds/{id}/capture',
      'post /holds/{id}/release',
    ]);
    const writes = Object.values(paths).flatMap(({ post }) => (post ? [post] : []));
    for (const { parameters } of writes)
      expect(parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', required: true }));
  });

  it('answers other methods and other addresses with a problem', async () => {
    const refused = await api.spend.GET();
    expect(refused.status).toBe(405);
    expect(refused.headers.get('allow')).toBe('POST');
    expect((await api.credits.POST()).headers.get('allow')).toBe('GET');
    const unknown = await api.unknown.GET();
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ code: 'not_found' });
  });
});

describe('what lies behind', () => {
  it('is forgotten after its time, and even then nothing is spent twice', async () => {
    const { teamId, key } = await createCaller();
    const sending = { key, body: job(40), idempotencyKey: 'job-1' };
    const first = await spend(sending);
    await database.db.execute(sql`update api_requests set created_at = created_at - interval '31 days'`);
    await database.db.execute(sql`update rate_limits set window_start = window_start - interval '3 days'`);
    const fresh = await createCaller();
    await spend({ key: fresh.key, body: job(40) });
    const drained = await drain(testContext(database.db), { budgetMs: 60_000 });
    expect(drained).toMatchObject({ answersForgotten: expect.any(Number), countsForgotten: expect.any(Number) });
    expect(await rows(database.db, sql`select team_id from api_requests`)).toEqual([{ team_id: fresh.teamId }]);
    expect(await count(database.db, sql`select count(*) from rate_limits`)).toBe(1);
    expect(await spend(sending)).toMatchObject({ status: 200, text: first.text });
    expect(await balanceOf(database.db, teamId)).toBe(960);
  });
});

describe('the documentation', () => {
  it('names each field of each operation, and whether it is needed', () => {
    const spendView = api.door.listOperations().find(({ path }) => path === '/credits/spend');
    expect(spendView?.fields.body).toMatchObject([
      { name: 'credits', type: 'integer', isRequired: true },
      { name: 'reason', type: 'string', isRequired: true },
      { name: 'ref', type: 'string or null', isRequired: false },
    ]);
  });
});
