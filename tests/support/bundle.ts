import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { afterAll } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const made = new Map<string, Promise<string>>();

afterAll(async () => {
  for (const file of await Promise.all(made.values())) rmSync(dirname(file), { recursive: true });
});

/**
 * A script of the project with everything that it imports in one file, for processes that are started again and again:
 * from the sources a start takes nine times as much work. Made once for each test file, so it is never an old one.
 */
export function bundle(script: string): Promise<string> {
  const file = made.get(script) ?? make(script);
  made.set(script, file);
  return file;
}

async function make(script: string): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'paidonce-bundle-')), 'script.cjs');
  await build({
    absWorkingDir: root,
    entryPoints: [script],
    outfile: file,
    ...{ bundle: true, platform: 'node', format: 'cjs', sourcemap: 'inline', logLevel: 'error' },
    plugins: [ownPlaces],
  });
  return file;
}

/** Our files go on looking for others, such as the migrations, from where they are themselves. */
const ownPlaces: Plugin = {
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      const place = JSON.stringify(pathToFileURL(path).href);
      const contents = withTestItems(readFileSync(path, 'utf8').replaceAll('import.meta.url', place));
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

/** Processes of the tests sell what the tests sell, whatever the shop's catalog has. */
function withTestItems(source: string): string {
  const sold = "export { testItems as defaultItems } from '@/tests/support/catalog';";
  return source.replace('export const defaultItems', `${sold}\nexport const itemsOfTheShop`);
}
