import { gzipSync } from 'node:zlib';

export interface FirstLoad {
  path: string;
  /** Thousands of bytes. */
  kilobytes: number;
  scripts: number;
}

/** Weighs what a browser has to load before a page answers: the scripts that its HTML names, each gzipped. */
export async function measureFirstLoads(url: string, pages: { path: string; cookie?: string }[]): Promise<FirstLoad[]> {
  const loads: FirstLoad[] = [];
  for (const { path, cookie } of pages) {
    const response = await fetch(`${url}${path}`, { headers: cookie ? { cookie } : {}, redirect: 'manual' });
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
    const scripts = scriptsOf(await response.text());
    const sizes = await Promise.all(scripts.map((script) => gzippedSize(new URL(script, url))));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    loads.push({ path, kilobytes: bytes / 1000, scripts: scripts.length });
  }
  return loads;
}

/** Browsers of today leave out what is marked `noModule`. */
function scriptsOf(html: string): string[] {
  const tags = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag).filter((tag) => !/\bnomodule\b/i.test(tag));
  const sources = tags.flatMap((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? []);
  return [...new Set(sources)];
}

async function gzippedSize(url: URL): Promise<number> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname} answered ${response.status}.`);
  return gzipSync(Buffer.from(await response.arrayBuffer())).length;
}
