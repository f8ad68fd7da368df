import { fileURLToPath } from 'node:url';
import { type RunningProcess, runScript } from './processes';
import { providerEnvironment } from './server';

const script = fileURLToPath(new URL('../../scripts/worker.ts', import.meta.url));

/** `npm run worker` on this database, once it works. */
export async function startWorker(databaseUrl: string, env: Record<string, string> = {}): Promise<RunningProcess> {
  const worker = runScript(script, [], {
    env: { NODE_ENV: 'production', DATABASE_URL: databaseUrl, ...providerEnvironment(), ...env },
  });
  await worker.line('Working on what falls due.');
  return worker;
}
