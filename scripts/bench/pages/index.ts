import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { discardEmbeddedPostgres, startEmbeddedPostgres } from '@/db/embedded';
import { migrate } from '@/db/migrate';
import { findChromium } from '@/tests/e2e/chromium';
import { projectFolder } from '../../launch/environment';
import { watchInterruption } from '../../launch/interruption';
import { buildProduct } from '../build';
import { freePort, type Server, serve } from '../server';
import { type FirstLoad, measureFirstLoads } from './first-load';
import { categories, type Scores, scorePage } from './lighthouse';
import { openDemo } from './visitor';

/** What the first view of a page may weigh, and what Lighthouse has to give it at least. */
const mostKilobytes = 170;
const leastScore = 95;

const scored = ['/', '/pricing'];

/**
 * Builds the product, serves it with a database of its own, weighs the JavaScript that a page begins with, and has
 * Lighthouse look at the public pages as on a phone. Returns 1 where a page is heavier or worse than it may be.
 */
export async function benchPages({ runs }: { runs: number }): Promise<number> {
  const chromium = findChromium();
  if (!chromium) throw new Error('There is no Chromium to measure with: install one, or set CHROMIUM_PATH to it.');
  const folder = join(projectFolder, '.data', 'bench-pages');
  await discardEmbeddedPostgres(folder);
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, say: console.log });
  const interruption = watchInterruption();
  try {
    await migrate(postgres.url);
    const port = await freePort();
    const env = settings(postgres.url, port);
    console.log('Building the product ...');
    buildProduct(join(folder, 'product'), env);
    const server = await serve({ folder: join(folder, 'product'), port, env });
    interruption.onSignal(() => server.stop());
    try {
      return await measure(server, { chromium, runs });
    } finally {
      server.stop();
    }
  } finally {
    await postgres.stop();
    await discardEmbeddedPostgres(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure({ url }: Server, { chromium, runs }: { chromium: string; runs: number }): Promise<number> {
  const cookie = await openDemo(url, chromium);
  const loads = await measureFirstLoads(url, [{ path: '/' }, { path: '/pricing' }, { path: '/dashboard', cookie }]);
  printLoads(loads);
  const scores: Scores[] = [];
  for (const path of scored) scores.push(await scorePage(`${url}${path}`, { chromium, runs }));
  console.log(`\nLighthouse, mobile; medians of ${runs}; ${leastScore} at least:\n`);
  console.table(Object.fromEntries(scores.map((score, index) => [scored[index], score])));
  const isHeavy = loads.some(({ kilobytes }) => kilobytes > mostKilobytes);
  const isBad = scores.some((score) => categories.some((category) => score[category] < leastScore));
  return isHeavy || isBad ? 1 : 0;
}

function printLoads(loads: FirstLoad[]): void {
  console.log(`\nFirst-load JavaScript, gzipped; ${mostKilobytes} kB at most:\n`);
  console.table(
    Object.fromEntries(loads.map(({ path, kilobytes, scripts }) => [path, { kB: kilobytes.toFixed(1), scripts }])),
  );
}

/** As in production, on the sandbox; nothing of the user's own settings. */
function settings(databaseUrl: string, port: number): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    AUTH_SECRET: 'the-bench-signs-nothing-with-this-one',
    BILLING_ENVIRONMENT: 'test',
    SANDBOX_BILLING: 'on',
    PUBLIC_DEMO: 'off',
    LOG_LEVEL: 'warn',
  };
}
