import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { GuardTest } from './guards';

export interface TestServer {
  url: string;
  log: string;
}

export interface TestResult {
  passed: string[];
  failed: string[];
  /** What vitest said besides, for when no test ran. */
  output: string;
}

const report = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) })),
});

/** Runs these tests only, on a server that is there already, until the first fails. */
export async function runTests(folder: string, tests: readonly GuardTest[], server: TestServer): Promise<TestResult> {
  const file = join(folder, `${randomUUID()}.json`);
  const files = [...new Set(tests.map((test) => test.file))];
  const names = tests.map(({ name }) => `^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`).join('|');
  const words = ['run', ...files, '--testNamePattern', names, '--bail', '1', '--reporter=json', `--outputFile=${file}`];
  const output = await runVitest(folder, words, server);
  const results = readReport(file);
  rmSync(file, { force: true });
  const named = (status: string) =>
    results.filter((result) => result.status === status).map(({ fullName }) => fullName);
  return { passed: named('passed'), failed: named('failed'), output };
}

function runVitest(folder: string, words: readonly string[], { url, log }: TestServer): Promise<string> {
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const env = { ...process.env, TEST_SERVER_URL: url, TEST_SERVER_LOG: log };
  const child = spawn(process.execPath, [vitest, ...words], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(said.join('')));
  });
}

function readReport(file: string): { fullName: string; status: string }[] {
  try {
    const { testResults } = report.parse(JSON.parse(readFileSync(file, 'utf8')));
    return testResults.flatMap(({ assertionResults }) => assertionResults);
  } catch {
    return [];
  }
}
