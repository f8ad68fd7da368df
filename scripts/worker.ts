import { defaultDataFolder, loadEnvFiles } from './launch/environment';
import { runCommand } from './launch/errors';
import { watchInterruption } from './launch/interruption';
import { useDatabase } from './worker/database';

/**
 * `npm run worker`: does everything that falls due, once a second, until it is asked to stop. Any number of them may run
 * at once. Without DATABASE_URL it works on the embedded database of a running `npm run dev` or `npm start`.
 */
void runCommand(async () => {
  loadEnvFiles('production');
  const interruption = watchInterruption();
  const database = await useDatabase(process.argv[2] ?? defaultDataFolder);
  const { startWorker } = await import('./worker/start');
  const worker = await startWorker(database);
  console.log('Working on what falls due. Ctrl-C stops after the piece in hand.');
  await interruption.asked;
  await worker.stop();
  console.log('Stopped.');
  return 0;
});
