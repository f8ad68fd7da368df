import { defaultDataFolder, loadEnvFiles } from './launch/environment';
import { runCommand } from './launch/errors';
import { readArguments } from './reconcile/arguments';
import { useDatabase } from './worker/database';

/**
 * `npm run reconcile -- [--provider p] [--since 7d] [--dry-run]`: compares what the providers list with what is held
 * here, and applies what is missing. All configured providers unless told, since the watermark unless told. With
 * `--dry-run` it changes nothing and prints the differences.
 */
void runCommand(async () => {
  const asked = readArguments(process.argv.slice(2), new Date());
  loadEnvFiles('production');
  await useDatabase(asked.dataFolder ?? defaultDataFolder);
  const { reconcileAll } = await import('./reconcile/all');
  return reconcileAll(asked);
});
