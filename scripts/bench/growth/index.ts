import { join } from 'node:path';
import { discardEmbeddedPostgres, startEmbeddedPostgres } from '@/db/embedded';
import { projectFolder } from '../../launch/environment';
import type { GrowthOptions } from './run';

const folder = join(projectFolder, '.data', 'bench-growth');

/** What the number of stored events costs, on an embedded Postgres of its own. */
export async function benchGrowth(options: GrowthOptions): Promise<void> {
  await discardEmbeddedPostgres(folder);
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, say: console.log });
  Object.assign(process.env, settings(postgres.url));
  try {
    // Reads the settings, so it comes after them.
    const { compareGrowth } = await import('./run');
    await compareGrowth(postgres.url, options);
  } finally {
    await postgres.stop();
    await discardEmbeddedPostgres(folder);
  }
}

function settings(databaseUrl: string): NodeJS.ProcessEnv {
  return {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    BILLING_ENVIRONMENT: 'test',
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
    SANDBOX_BILLING: 'off',
    LOG_LEVEL: 'silent',
  };
}
