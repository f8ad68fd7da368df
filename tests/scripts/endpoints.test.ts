import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { runScript } from '../support/processes';
import { one, rows } from '../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function endpoints(...words: string[]) {
  const script = runScript('scripts/endpoints.ts', words, { env: { DATABASE_URL: database.url } });
  return { code: await script.ended, said: script.stdout().trim(), refused: script.stderr().trim() };
}

it('adds, lists, rotates and disables endpoints, and shows a secret once', async () => {
  const url = 'https://hooks.example.com/billing';
  const added = await endpoints('add', url, '--events', 'purchase_paid,credits_low');
  const [, secret] = /(whsec_\S+)/.exec(added.said) ?? [];
  const row = await one(database.db, sql`select * from outgoing_webhook_endpoints`);
  expect(row).toMatchObject({ url, secret, event_types: ['purchase_paid', 'credits_low'], is_enabled: true });
  const id = String(row.id);
  const listed = await endpoints('list');
  expect(listed.said).toBe(`${id}  enabled  ${url}  purchase_paid,credits_low`);
  const rotated = await endpoints('rotate', id, '--keep-hours', '1');
  expect(rotated.said).toMatch(/whsec_/);
  expect(await one(database.db, sql`select * from outgoing_webhook_endpoints`)).toMatchObject({
    previous_secret: secret,
    secret: expect.not.stringContaining(String(secret)),
  });
  expect(await endpoints('disable', id)).toMatchObject({ code: 0, said: `${id} is disabled.` });
  expect((await endpoints('list')).said).toContain('  disabled  ');
});

it.each([
  [['add', 'http://hooks.example.com'], /https and a public host/],
  [['add', 'https://10.0.0.1'], /https and a public host/],
  [['add', 'https://hooks.example.com', '--events', 'everything'], /Types: purchase_paid/],
  [['rotate', 'ep_none'], /no endpoint ep_none/],
  [['list', '--unknown'], /Unknown option/],
  [[], /Usage/],
])('refuses %j with a sentence', async (words, sentence) => {
  const before = await rows(database.db, sql`select * from outgoing_webhook_endpoints`);
  expect(await endpoints(...words)).toMatchObject({ code: 1, said: '', refused: expect.stringMatching(sentence) });
  expect(await rows(database.db, sql`select * from outgoing_webhook_endpoints`)).toEqual(before);
});
