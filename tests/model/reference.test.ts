import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
/** The side of the product: what is told to it, and what it holds. */
const ofTheProduct = ['commands.ts', 'compare.ts', 'habits.ts', 'held.ts', 'world.ts'];

it('the model of subscriptions imports nothing but itself', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const model = files.filter((file) => !ofTheProduct.includes(file));
  expect(model).toContain('reference.ts');
  const imported = model.flatMap((file) =>
    [...readFileSync(`${folder}${file}`, 'utf8').matchAll(/from '([^']+)'/g)].map(([, path]) => path),
  );
  const own = new Set(model.map((file) => `./${file.replace('.ts', '')}`));
  expect(imported.filter((path) => path === undefined || !own.has(path))).toEqual([]);
});
