import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Guard } from './guards';

/** A copy of the sources in which a guard can be missing. The sources themselves are never touched. */
export interface Workshop {
  folder: string;
  /** Takes a guard away and returns how to put it back. Throws when it is not there exactly once. */
  remove(guard: Guard): () => void;
}

const copied = [
  'app',
  'lib',
  'proxy.ts',
  'db',
  'scripts',
  'tests',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'drizzle.config.ts',
];

/** Copies what git knows or would add, so that work in progress is tested too; the packages are linked. */
export function openWorkshop(root: string): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'paidonce-mutations-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const file of listSources(root)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return { folder, remove: (guard) => remove(folder, guard) };
}

/** One sentence for each guard that is not where the list says. */
export function findMoved(root: string, guards: readonly Guard[]): string[] {
  return guards.flatMap((guard) => {
    const found = occurrences(readFileSync(join(root, guard.file), 'utf8'), guard.from);
    return found === 1
      ? []
      : [`"${guard.name}" is ${found} times in ${guard.file}: scripts/mutations/guards.ts is behind.`];
  });
}

function listSources(root: string): string[] {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...copied];
  const deleted = new Set(git(root, ['ls-files', '-z', '--deleted']));
  return git(root, listed).filter((file) => !deleted.has(file));
}

function git(root: string, words: readonly string[]): string[] {
  const output = execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return output.split('\0').filter((file) => file !== '');
}

function remove(folder: string, guard: Guard): () => void {
  const path = join(folder, guard.file);
  const source = readFileSync(path, 'utf8');
  if (occurrences(source, guard.from) !== 1) throw new Error(`${guard.name}: not exactly once in ${guard.file}.`);
  writeFileSync(path, source.split(guard.from).join(guard.to));
  return () => writeFileSync(path, source);
}

function occurrences(source: string, part: string): number {
  return source.split(part).length - 1;
}
