import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { guards } from '@/scripts/mutations/guards';
import { findMoved } from '@/scripts/mutations/workshop';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('every guard that the mutations take away is where their list says', () => {
  expect(findMoved(root, guards)).toEqual([]);
});

it('every guard has a test that has to notice, in a file that is there', () => {
  const files = guards.flatMap(({ tests }) => tests.map(({ file }) => file));
  expect(files.filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
  expect(guards.filter(({ tests }) => tests.length === 0)).toEqual([]);
  expect(guards.length).toBeGreaterThanOrEqual(14);
});
