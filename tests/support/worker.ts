import { bundle } from './bundle';
import { type RunningProcess, runBundle } from './processes';
import { providerEnvironment } from './server';

/** `npm run worker` on this database, once it works. */
export async function startWorker(databaseUrl: string, env: Record<string, string> = {}): Promise<RunningProcess> {
  const worker = runBundle(await bundle('scripts/worker.ts'), [], {
    env: { NODE_ENV: 'production', DATABASE_URL: databaseUrl, ...providerEnvironment(), ...env },
  });
  await worker.line('Working on what falls due.');
  return worker;
}
