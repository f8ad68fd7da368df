import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule, TestResult, Vitest } from 'vitest/node';
import { providerNames } from '../../lib/billing/events';
import { findUnproven, type RanTest } from './guarantees';

/** Fails a run of all tests that does not show every guarantee of `docs/guarantees.md`. A run of some says nothing. */
export default class GuaranteesReporter implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const { vitest } = this;
    if (!vitest || !(await isWhole(vitest, modules))) return;
    const { root } = vitest.config;
    const removed = providerNames.filter((name) => !existsSync(`${root}/lib/billing/providers/${name}`));
    const unproven = findUnproven(
      readFileSync(`${root}/docs/guarantees.md`, 'utf8'),
      listTests(root, modules),
      removed,
    );
    if (unproven.length === 0) {
      const without = removed.length === 0 ? '' : `, but for what went with ${removed.join(' and ')}`;
      vitest.logger.log(`Every guarantee of docs/guarantees.md was shown by a test that ran and passed${without}.`);
      return;
    }
    vitest.logger.error(`docs/guarantees.md promises what this run did not show:\n  ${unproven.join('\n  ')}`);
    process.exitCode = 1;
  }
}

/** Whether all test files ran, with all their tests. */
async function isWhole(vitest: Vitest, modules: readonly TestModule[]): Promise<boolean> {
  if (vitest.config.testNamePattern !== undefined) return false;
  const all = await vitest.globTestSpecifications();
  const ran = new Set(modules.map(({ moduleId }) => moduleId));
  return all.every(({ moduleId }) => ran.has(moduleId));
}

function listTests(root: string, modules: readonly TestModule[]): RanTest[] {
  return modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => ({
      file: relative(root, module.moduleId),
      name: test.fullName,
      ...stateOf(test.result()),
    })),
  );
}

function stateOf(result: TestResult): Pick<RanTest, 'state' | 'note'> {
  return result.state === 'skipped' ? { state: result.state, note: result.note } : { state: result.state };
}
