import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDemoTeam, markOperator } from '@/lib/auth/teams';
import { systemClock } from '@/lib/clock';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { signIn } from '../../support/sessions';

const folder = fileURLToPath(new URL('../../../app/admin', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
const pages = files.filter((name) => /(^|\/)(page|layout)\.tsx$/.test(name));
const others = files.filter((name) => /(^|\/)(route|[a-z-]*actions)\.tsx?$/.test(name));

/** The cookie of whoever asks; the framework keeps it out of reach of a test. */
const cookie = vi.hoisted(() => ({ value: null as string | null }));
vi.mock('next/headers', () => ({
  headers: async () => new Headers(cookie.value === null ? {} : { cookie: cookie.value }),
}));

let database: TestDatabase;
const asking: Record<string, string | null> = { visitor: null };
beforeAll(async () => {
  database = await createTestDatabase();
  const secret = 'a secret of this test, long enough';
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('AUTH_SECRET', secret);
  for (const who of ['member', 'operator']) {
    const member = await createDemoTeam(database.db, systemClock.now());
    if (who === 'operator') await markOperator(database.db, member.userId, true);
    asking[who] = await signIn(database.db, { userId: member.userId, secret });
  }
});
afterAll(async () => {
  const { database: opened } = await import('@/lib/database');
  await opened().$client.end();
  await database.drop();
});

/** `not_found`, or whatever else came of calling it as the framework does. */
async function answerTo(who: string, call: () => unknown): Promise<string> {
  cookie.value = asking[who] ?? null;
  try {
    await call();
    return 'answered';
  } catch (error) {
    const digest = error instanceof Error && 'digest' in error ? error.digest : null;
    return digest === 'NEXT_HTTP_ERROR_FALLBACK;404' ? 'not_found' : `failed: ${String(error)}`;
  }
}

/** As much of a request as a page takes. */
const request = () => ({
  params: Promise.resolve({ id: 'none', provider: 'stripe', eventId: 'evt_none' }),
  searchParams: Promise.resolve({}),
  children: null,
});

async function callsOf(name: string): Promise<[string, () => unknown][]> {
  const module: Record<string, unknown> = await import(join(folder, name));
  const functions = Object.entries(module).filter(([, value]) => typeof value === 'function');
  return functions.map(([key, value]) => [
    key,
    () => (value as (...given: unknown[]) => unknown)(...(pages.includes(name) ? [request()] : [{}, new FormData()])),
  ]);
}

describe('whoever is not an operator', () => {
  it('has pages and actions to be kept from', () => {
    expect(pages.length).toBeGreaterThan(10);
    expect(others).toContain('actions.ts');
  });

  it.each([...pages, ...others])('finds nothing at %s', async (name) => {
    const calls = await callsOf(name);
    expect(calls.length).toBeGreaterThan(0);
    for (const [key, call] of calls)
      for (const who of ['visitor', 'member'])
        expect({ key, who, answer: await answerTo(who, call) }).toEqual({ key, who, answer: 'not_found' });
  });
});

describe('an operator', () => {
  it.each(pages.filter((name) => !name.includes('[')))('is shown %s', async (name) => {
    for (const [key, call] of await callsOf(name))
      expect({ key, answer: await answerTo('operator', call) }).toEqual({ key, answer: 'answered' });
  });
});
