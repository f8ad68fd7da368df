import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectFolder } from '../launch/environment';

export const nextProgram = createRequire(import.meta.url).resolve('next/dist/bin/next');

/** Everything that `next build` reads of the product. Settings files stay out: the bench brings its own. */
const parts = [
  'app',
  'db',
  'lib',
  'public',
  'instrumentation.ts',
  'proxy.ts',
  'next.config.ts',
  'package.json',
  'postcss.config.mjs',
  'tsconfig.json',
];

/**
 * Builds the product in `folder`, with one route more than it ships: the one that only verifies. Both are then served
 * by the same process and found by the same router. The folder has to lie in the project, whose packages it uses.
 */
export function buildProduct(folder: string, env: NodeJS.ProcessEnv): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of parts) {
    const source = join(projectFolder, part);
    if (existsSync(source)) cpSync(source, join(folder, part), { recursive: true });
  }
  const route = fileURLToPath(new URL('./verify-only.ts', import.meta.url));
  cpSync(route, join(folder, 'app/api/verify-only/[provider]/route.ts'));
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [nextProgram, 'build'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The product could not be built (${signal ?? status}):\n${stdout}${stderr}`);
}
