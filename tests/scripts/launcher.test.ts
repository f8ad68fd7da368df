import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { discardEmbeddedPostgres } from '@/db/embedded';
import { filesOf } from '@/db/embedded/places';
import { isAlive } from '@/db/embedded/processes';
import { readState } from '@/db/embedded/state';
import { pendingMigrations } from '@/db/migrate';
import { makeDataFolder } from '../support/data-folder';
import { createTestDatabase } from '../support/database';
import { freePort, occupyPort, portOf } from '../support/ports';
import { type RunningProcess, runAsNpm, runScript } from '../support/processes';

interface AppAnswer {
  pid: number;
  DATABASE_URL: string;
  AUTH_SECRET: string;
  SANDBOX_BILLING?: string;
}

const dataFolder = makeDataFolder();
const files = filesOf(dataFolder);
const started: RunningProcess[] = [];

afterEach(async () => {
  for (const { child } of started) child.kill('SIGTERM');
  await Promise.all(started.splice(0).map(({ ended }) => ended));
});

afterAll(() => discardEmbeddedPostgres(dataFolder));

describe('without DATABASE_URL', () => {
  test('the app gets a migrated and seeded database, a secret and the sandbox', async () => {
    const { answer } = await launchApp();
    expect(answer).toMatchObject({ AUTH_SECRET: expect.stringMatching(/^.{32,}$/), SANDBOX_BILLING: 'on' });
    expect(await pendingMigrations(answer.DATABASE_URL)).toBe(0);
    expect(await teamsIn(answer.DATABASE_URL)).toBe(1);
  });

  test('the next start finds the same secret, kept for its owner only, and seeds nothing twice', async () => {
    const first = await launchApp();
    await stop(first.launcher, 'SIGTERM');
    const second = await launchApp();
    expect(second.answer.AUTH_SECRET).toBe(first.answer.AUTH_SECRET);
    expect(statSync(join(dataFolder, 'auth-secret')).mode & 0o777).toBe(0o600);
    expect(await teamsIn(second.answer.DATABASE_URL)).toBe(1);
  });

  test('settings of one’s own stay as they are', async () => {
    const AUTH_SECRET = 'a secret of my own that is long enough';
    const { answer } = await launchApp({ env: { AUTH_SECRET, SANDBOX_BILLING: 'off' } });
    expect(answer).toMatchObject({ AUTH_SECRET, SANDBOX_BILLING: 'off' });
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s leaves no process behind', async (signal) => {
    const { launcher, answer } = await launchApp();
    const server = serverPid();
    expect(await stop(launcher, signal)).toBeGreaterThan(128);
    expect([answer.pid, server].filter(isAlive)).toEqual([]);
  });

  test('the app’s own exit code is returned, and the database is stopped', async () => {
    const { launcher, port } = await launchApp();
    const server = serverPid();
    await fetch(`http://127.0.0.1:${port}/?exit=7`);
    expect(await launcher.ended).toBe(7);
    expect(isAlive(server)).toBe(false);
  });

  test('after a SIGKILL the app ends by itself, and the next start goes on with the same data and port', async () => {
    const { launcher, answer, port } = await launchApp();
    await run(answer.DATABASE_URL, "insert into teams (id, name) values ('team_kept', 'Kept')");
    launcher.child.kill('SIGKILL');
    await launcher.ended;
    const next = await launchApp({ port });
    expect(isAlive(answer.pid)).toBe(false);
    expect(next.answer.DATABASE_URL).toBe(answer.DATABASE_URL);
    expect(await teamsIn(next.answer.DATABASE_URL)).toBe(2);
  });

  test('an npm that is killed takes the app and the database along', async () => {
    const port = await freePort();
    const npm = runAsNpm('tests/support/launcher.ts', ['dev', dataFolder], { env: { PORT: String(port) } });
    const answer: AppAnswer = JSON.parse(await npm.line('{'));
    const server = serverPid();
    npm.child.kill('SIGKILL');
    await npm.ended;
    expect([answer.pid, server].filter(isAlive)).toEqual([]);
  });

  test('a second start beside a running one says so in one sentence, and the first goes on', async () => {
    const { launcher, port } = await launchApp();
    const second = launch({ port: await freePort() });
    expect(await second.ended).toBe(1);
    expect(second.stderr()).toBe(
      `Paidonce is already running on the database in ${dataFolder} (process ${launcher.child.pid}): stop that one first, or give this one a DATABASE_URL.\n`,
    );
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  });

  test('the address in use can be asked for, and there is none after the end', async () => {
    const { launcher, answer } = await launchApp();
    const asked = runScript('scripts/db-url.ts', [dataFolder]);
    expect(await asked.ended).toBe(0);
    expect(asked.stdout()).toBe(`${answer.DATABASE_URL}\n`);
    expect(await teamsIn(asked.stdout().trim())).toBeGreaterThan(0);

    await stop(launcher, 'SIGINT');
    const askedLater = runScript('scripts/db-url.ts', [dataFolder]);
    expect(await askedLater.ended).toBe(1);
    expect(askedLater.stdout()).toBe('');
    expect(askedLater.stderr()).toMatch(/^No database is in use: .*\n$/);
  });
});

describe('before anything starts', () => {
  test('a port that is taken is named in one sentence', async () => {
    const squatter = await occupyPort();
    const port = portOf(squatter);
    const unused = join(dataFolder, 'unused');
    const launcher = launch({ port, folder: unused });
    expect(await launcher.ended).toBe(1);
    squatter.close();
    expect(launcher.stderr()).toBe(
      `Port ${port} is already in use: stop what runs there, or choose another one with PORT.\n`,
    );
    expect(existsSync(unused)).toBe(false);
  });

  test('a PORT that is no port is named in one sentence', async () => {
    const launcher = launch({ env: { PORT: 'three thousand' } });
    expect(await launcher.ended).toBe(1);
    expect(launcher.stderr()).toBe('PORT must be a number from 1 to 65535, not "three thousand".\n');
  });
});

describe('with DATABASE_URL', () => {
  const AUTH_SECRET = 'a secret of my own that is long enough';
  const unused = join(dataFolder, 'unused');

  afterEach(() => rmSync(unused, { recursive: true, force: true }));

  test('nothing embedded starts, and the app gets that address', async () => {
    const { url, drop } = await createTestDatabase();
    const { launcher, answer } = await launchApp({ env: { DATABASE_URL: ` "${url}" `, AUTH_SECRET }, folder: unused });
    expect(answer).toMatchObject({ DATABASE_URL: url, AUTH_SECRET });
    expect(answer.SANDBOX_BILLING).toBeUndefined();
    expect(existsSync(unused)).toBe(false);
    expect(await stop(launcher, 'SIGTERM')).toBe(143);
    await drop();
  });

  test('npm run dev migrates it and seeds nothing', async () => {
    const { url, drop } = await createEmptyDatabase();
    const { launcher } = await launchApp({ env: { DATABASE_URL: url, AUTH_SECRET }, folder: unused });
    expect(await pendingMigrations(url)).toBe(0);
    expect(await teamsIn(url)).toBe(0);
    await stop(launcher, 'SIGTERM');
    await drop();
  });

  test('npm start does not migrate it, but names the command that does', async () => {
    const { url, drop } = await createEmptyDatabase();
    const launcher = launch({ mode: 'start', env: { DATABASE_URL: url, AUTH_SECRET }, folder: unused });
    expect(await launcher.ended).toBe(1);
    expect(launcher.stderr()).toMatch(/^The database lacks \d+ migrations?: run npm run db:migrate first\.\n$/);
    const migrating = runScript('scripts/migrate.ts', [], { env: { DATABASE_URL: url } });
    expect(await migrating.ended).toBe(0);
    expect(await pendingMigrations(url)).toBe(0);
    await drop();
  });

  test('a database that does not answer is named in one sentence', async () => {
    const url = `postgres://nobody@127.0.0.1:${await freePort()}/nothing`;
    const launcher = launch({ env: { DATABASE_URL: url, AUTH_SECRET }, folder: unused });
    expect(await launcher.ended).toBe(1);
    expect(launcher.stderr()).toMatch(/^The database of DATABASE_URL cannot be used: .*ECONNREFUSED.*\n$/);
  });

  test('a missing AUTH_SECRET is named in one sentence', async () => {
    const { url, drop } = await createTestDatabase();
    const launcher = launch({ env: { DATABASE_URL: url }, folder: unused });
    expect(await launcher.ended).toBe(1);
    expect(launcher.stderr()).toBe(
      'AUTH_SECRET is required with DATABASE_URL: set it to 32 random characters or more.\n',
    );
    await drop();
  });

  test('the address in use is that one', async () => {
    const asked = runScript('scripts/db-url.ts', [], { env: { DATABASE_URL: 'postgres://mine/own' } });
    expect(await asked.ended).toBe(0);
    expect(asked.stdout()).toBe('postgres://mine/own\n');
  });
});

interface LaunchOptions {
  mode?: 'dev' | 'start';
  port?: number;
  folder?: string;
  env?: Record<string, string>;
}

function launch({ mode = 'dev', port, folder = dataFolder, env = {} }: LaunchOptions): RunningProcess {
  const withPort = port === undefined ? env : { PORT: String(port), ...env };
  const launcher = runScript('tests/support/launcher.ts', [mode, folder], { env: withPort });
  started.push(launcher);
  return launcher;
}

/** Launches, and waits until the app says what it was given. */
async function launchApp(options: LaunchOptions = {}) {
  const port = options.port ?? (await freePort());
  const launcher = launch({ ...options, port });
  const answer: AppAnswer = JSON.parse(await launcher.line('{'));
  return { launcher, port, answer };
}

async function stop(launcher: RunningProcess, signal: NodeJS.Signals) {
  launcher.child.kill(signal);
  return launcher.ended;
}

function serverPid(): number {
  const pid = readState(files.state)?.pid;
  if (!pid) throw new Error('No server is running.');
  return pid;
}

async function teamsIn(url: string): Promise<number> {
  const [row] = await run(url, 'select count(*)::int as count from teams');
  return Number(row?.count);
}

/** A test database without the schema, as a new one of one's own is. */
async function createEmptyDatabase() {
  const made = await createTestDatabase();
  await run(made.url, 'drop schema public cascade; drop schema drizzle cascade; create schema public');
  return made;
}

async function run(url: string, statement: string): Promise<postgres.Row[]> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return [...(await client.unsafe(statement))];
  } finally {
    await client.end();
  }
}
