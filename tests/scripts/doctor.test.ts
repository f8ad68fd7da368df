import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultItems } from '@/lib/billing/catalog';
import { beat } from '@/lib/billing/operations/heartbeats';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { installedNames } from '../support/installed';
import { runScript } from '../support/processes';
import { providerEnvironment, type ServerProcess, startServer } from '../support/server';
import { rows } from '../support/state';

let database: TestDatabase;
let server: ServerProcess;
const authSecret = 'a secret of the tests that is long enough';
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServer({ databaseUrl: database.url, env: { AUTH_SECRET: authSecret } });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

const priceSettings = defaultItems.map(({ item }) => `STRIPE_PRICE_${item.toUpperCase()}`);
const unset = priceSettings.at(-1) ?? '';
/** All items but the last one. */
const stripePrices = Object.fromEntries(priceSettings.map((name) => [name, name === unset ? '' : `price_of_${name}`]));

async function runDoctor(env: Record<string, string> = {}) {
  const doctor = runScript('scripts/doctor.ts', [`/tmp/nothing-${randomUUID()}`], {
    env: {
      ...{
        DATABASE_URL: database.url,
        AUTH_SECRET: authSecret,
        PORT: new URL(server.url).port,
        ...providerEnvironment(),
        ...stripePrices,
      },
      ...env,
    },
  });
  const code = await doctor.ended;
  return { code, text: doctor.stdout() + doctor.stderr() };
}

it('finds nothing wrong where all is set, and a signed event of each provider comes through', async () => {
  await beat(database.db, { id: 'w', kind: 'worker', startedAt: new Date() }, new Date());
  const { code, text } = await runDoctor();
  expect(text).toMatch(/ok +database +answers/);
  expect(text).toMatch(/ok +migrations +all \d+ applied/);
  expect(text).toMatch(/ok +worker +seen/);
  for (const provider of installedNames)
    expect(text).toMatch(new RegExp(`ok +webhook ${provider} +a signed event came through`));
  const one = `1 of ${priceSettings.length} items have no price id`;
  expect(text).toMatch(new RegExp(`LOOK +stripe +${one}\\n +-> Set ${unset},`));
  expect(code).toBe(0);
  const stored = await rows(database.db, sql`select distinct state from billing_webhook_events`);
  expect(stored).toEqual([{ state: 'ignored' }]);
});

it('says that the server has another webhook secret', async () => {
  const { code, text } = await runDoctor({ STRIPE_WEBHOOK_SECRET: 'whsec_another' });
  expect(text).toMatch(
    /WRONG +webhook stripe +answered 400 .*\n +-> Restart the server: it has another webhook secret\./,
  );
  expect(code).toBe(1);
});

it('says that nobody works', async () => {
  await database.db.execute(sql`delete from worker_heartbeats`);
  const { code, text } = await runDoctor();
  expect(text).toMatch(/WRONG +worker +nobody has worked for a day\n +-> Run npm start or npm run worker/);
  expect(code).toBe(1);
});

it('says that a key is of the other environment, and that a provider without a webhook secret is not heard', async () => {
  const { code, text } = await runDoctor({
    ...{
      PADDLE_API_KEY: 'pdl_live_1',
      SANDBOX_BILLING: 'off',
      POLAR_WEBHOOK_SECRET: '',
      POLAR_ACCESS_TOKEN: 'polar_1',
    },
  });
  expect(text).toMatch(/WRONG +paddle +PADDLE_API_KEY is not of BILLING_ENVIRONMENT=test/);
  expect(text).toMatch(/WRONG +polar +POLAR_ACCESS_TOKEN is set, but webhooks are answered 404/);
  expect(code).toBe(1);
});

it('says that the database does not answer, and that the server does not run', async () => {
  const { code, text } = await runDoctor({ DATABASE_URL: 'postgres://postgres@127.0.0.1:9/nothing', PORT: '9' });
  expect(text).toMatch(/WRONG +database +does not answer/);
  expect(text).toMatch(/LOOK +server +does not run on port 9/);
  expect(code).toBe(1);
});

it('says that there is no database at all', async () => {
  const { code, text } = await runDoctor({ DATABASE_URL: '' });
  expect(text).toMatch(/WRONG +database +No database is in use/);
  expect(code).toBe(1);
});

it('prints no secret', async () => {
  const { text } = await runDoctor();
  for (const secret of [
    authSecret,
    ...Object.entries(providerEnvironment()).flatMap(([name, value]) => (name.endsWith('SECRET') ? [value] : [])),
  ])
    expect(text).not.toContain(secret);
});
