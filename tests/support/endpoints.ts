import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../app', import.meta.url));

/** Something in `app` that a request can reach. */
export interface Endpoint {
  kind: 'page' | 'route' | 'action';
  /** From `app`. */
  file: string;
  /** The export that is called; a page's is the default one. */
  name: string;
}

const drawn = /(^|\/)(page|layout|template|default)\.tsx?$/;
const served = /(^|\/)(route|robots|sitemap|manifest|opengraph-image|twitter-image|icon|apple-icon)\.tsx?$/;

/** Every page, layout, route and server action, found from the files. */
export function findEndpoints(): Endpoint[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  return files.sort().flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    if (drawn.test(file)) return [{ kind: 'page' as const, file, name: 'default' }];
    if (served.test(file)) return routesOf(file, text);
    if (/^['"]use server['"]/m.test(text)) return actionsOf(file, text);
    return [];
  });
}

/** Every name under which a form of ours sends something. */
export function findFields(): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const names = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return [...text.matchAll(/\bname="(\w+)"|\bget(?:All)?\('(\w+)'\)|^ {2,4}(\w+): z\./gm)];
  });
  return [...new Set(names.flatMap(([, ...found]) => found.filter((name) => name !== undefined)))];
}

/** How an endpoint is named in the table: `admin/page.tsx`, `admin/actions.ts#replayAction`. */
export function keyOf({ kind, file, name }: Endpoint): string {
  return kind === 'page' ? file : `${file}#${name}`;
}

/** The module's export, as the framework would call it. */
export async function load({ file, name }: Endpoint): Promise<(...given: unknown[]) => unknown> {
  const module: Record<string, unknown> = await import(join(folder, file));
  const found = module[name];
  if (typeof found !== 'function') throw new Error(`${file} exports no function ${name}.`);
  return (...given) => found(...given);
}

const methods = 'GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS';

function routesOf(file: string, text: string): Endpoint[] {
  const direct = text.matchAll(new RegExp(`export (?:async )?(?:function|const) (${methods})\\b`, 'g'));
  const listed = [...text.matchAll(/export \{([^}]*)\}/g)].flatMap(([, names = '']) => [
    ...names.matchAll(new RegExp(`\\b(${methods})\\b`, 'g')),
  ]);
  const destructured = [...text.matchAll(/export const \{([^}]*)\}/g)].flatMap(([, names = '']) => [
    ...names.matchAll(new RegExp(`\\b(${methods})\\b`, 'g')),
  ]);
  const names = [...direct, ...listed, ...destructured].map(([, name = '']) => name);
  if (names.length > 0) return [...new Set(names)].map((name) => ({ kind: 'route', file, name }));
  return /export default/.test(text) ? [{ kind: 'route', file, name: 'default' }] : [];
}

function actionsOf(file: string, text: string): Endpoint[] {
  const exported = [...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)];
  return exported.map(([, name = '']) => ({ kind: 'action', file, name }));
}
