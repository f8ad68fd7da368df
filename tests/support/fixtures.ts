import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ProviderName } from '@/lib/billing/events';

const folder = fileURLToPath(new URL('../fixtures/', import.meta.url));

/** What lies beside a payload, or is no webhook's body. */
const companions = /(\.(expected|fetched|headers)\.json$)|(^api-only\.)/;

/** The names of a provider's payloads, without `.json`. */
export function listFixtures(provider: ProviderName): string[] {
  if (!existsSync(`${folder}${provider}`)) return [];
  return readdirSync(`${folder}${provider}`)
    .filter((file) => file.endsWith('.json') && !companions.test(file))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

/** The exact bytes of a payload. */
export function readFixture(provider: ProviderName, name: string): Uint8Array {
  return new Uint8Array(readFileSync(`${folder}${provider}/${name}.json`));
}

/** What the provider answered when it was asked for what the body lacks. Undefined: it was not asked. */
export function readFetched(provider: ProviderName, name: string): unknown {
  return readCompanion(provider, `${name}.fetched`);
}

/** The message that a payload normalizes to. Undefined: nobody wrote it down. */
export function readExpected(provider: ProviderName, name: string): unknown {
  return readCompanion(provider, `${name}.expected`);
}

/** A payload with some values changed by path: `changeFixture('stripe', 'charge.refunded.full', { 'data.object.id': 'ch_2' })`. */
export function changeFixture(
  provider: ProviderName,
  name: string,
  changes: Readonly<Record<string, unknown>>,
): Uint8Array {
  const body: unknown = JSON.parse(new TextDecoder().decode(readFixture(provider, name)));
  for (const [path, value] of Object.entries(changes)) setPath(body, path.split('.'), value);
  return new TextEncoder().encode(JSON.stringify(body));
}

/** `undefined` removes the field. Throws where the path leads through something that is not there. */
function setPath(target: unknown, [step, ...rest]: string[], value: unknown): void {
  if (typeof target !== 'object' || target === null || step === undefined) {
    throw new Error(`There is nothing to change at ${step ?? 'the end of the path'}.`);
  }
  if (rest.length > 0) setPath(Reflect.get(target, step), rest, value);
  else if (value === undefined) Reflect.deleteProperty(target, step);
  else Reflect.set(target, step, value);
}

function readCompanion(provider: ProviderName, name: string): unknown {
  const path = `${folder}${provider}/${name}.json`;
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
