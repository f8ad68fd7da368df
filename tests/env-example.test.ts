import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { defaultItems } from '@/lib/billing/catalog';
import { sellingProviders } from '@/lib/env';

const read = (name: string) => readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8');
const listed = [...read('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);

/** Set by Node and by Vercel, not by a person. */
const setByOthers = ['NODE_ENV', 'VERCEL_URL'];

test('the example of settings names every setting that is read, and no other', () => {
  const settings = [...read('lib/env.ts').matchAll(/^ {4}([A-Z0-9_]+):/gm)].map(([, name]) => name ?? '');
  const prices = sellingProviders.flatMap((provider) =>
    defaultItems.map(({ item }) => `${provider}_PRICE_${item}`.toUpperCase()),
  );
  const expected = [...settings.filter((name) => !setByOthers.includes(name)), ...prices];
  expect(expected.length).toBeGreaterThan(prices.length);
  expect(listed.toSorted()).toEqual(expected.toSorted());
});

test('the example of settings, copied as it is, is as good as no settings', async () => {
  const unset = await settingsWith(undefined);
  expect(await settingsWith('')).toEqual(unset);
});

/** Every setting of a process in which those of the example have one value. */
async function settingsWith(value: string | undefined) {
  vi.resetModules();
  for (const name of listed) vi.stubEnv(name ?? '', value);
  const { env } = await import('@/lib/env');
  vi.unstubAllEnvs();
  return { ...env };
}
