import { join } from 'node:path';
import { createVitest, type TestCase, type TestSpecification, type Vitest } from 'vitest/node';
import type { GuardTest } from './guards';

/** A vitest that stays, so that a guard costs neither a start nor the reading of what did not change. */
export interface TestRunner {
  /** Runs these tests only. */
  run(tests: readonly GuardTest[]): Promise<TestResult>;
  /** Reads a file again that has changed. */
  forget(file: string): void;
  close(): Promise<void>;
}

export interface TestResult {
  /** Full names, as in `GuardTest`. */
  passed: string[];
  failed: string[];
  /** Why there may be neither. */
  errors: string[];
}

/** Without a guard some tests hang, for a lock that nobody gives back. */
const hangsAfterMs = 90_000;

/** On the sources in `folder`, with the server that the environment names. */
export async function openTestRunner(folder: string): Promise<TestRunner> {
  const options = { root: folder, watch: false, maxWorkers: 1, testTimeout: hangsAfterMs, reporters: [{}] };
  const vitest = await createVitest('test', options);
  return {
    run: (tests) => run(vitest, specify(vitest, folder, tests)),
    forget: (file) => vitest.invalidateFile(join(folder, file)),
    close: () => vitest.close(),
  };
}

function specify(vitest: Vitest, folder: string, tests: readonly GuardTest[]): TestSpecification[] {
  const files = [...new Set(tests.map(({ file }) => file))];
  return files.map((file) => {
    const names = tests.filter((test) => test.file === file).map(({ name }) => `^${escaped(name)}`);
    const testNamePattern = new RegExp(names.join('|'));
    return vitest.getRootProject().createSpecification(join(folder, file), { testNamePattern });
  });
}

function escaped(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

async function run(vitest: Vitest, specifications: TestSpecification[]): Promise<TestResult> {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // Vitest tells of all modules that it ever ran.
  const files = new Set(specifications.map(({ moduleId }) => moduleId));
  const modules = testModules.filter(({ moduleId }) => files.has(moduleId));
  const tests = modules.flatMap(({ children }) => [...children.allTests()]);
  const named = (state: string) => tests.filter((test) => test.result().state === state).map(nameOf);
  const errors = modules.flatMap((module) => module.errors().map(({ message }) => message));
  return { passed: named('passed'), failed: named('failed'), errors: [...errors, ...unhandledErrors.map(String)] };
}

/** With the names of its groups before it, as vitest matches it. */
function nameOf({ name, parent }: TestCase): string {
  const names = [name];
  for (let group = parent; group.type === 'suite'; group = group.parent) names.unshift(group.name);
  return names.join(' ');
}
