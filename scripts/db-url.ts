import { findEmbeddedPostgres } from '@/db/embedded';
import { ownDatabase } from './launch/database';
import { defaultDataFolder, loadEnvFiles } from './launch/environment';
import { LaunchError, runCommand } from './launch/errors';

/** `npm run db:url [-- <data folder>]`: prints the address of the database in use and nothing else. */
void runCommand(async () => {
  loadEnvFiles('development');
  const url = ownDatabase()?.url ?? (await findEmbeddedPostgres(process.argv[2] ?? defaultDataFolder));
  if (!url) throw LaunchError.noDatabase();
  console.log(url);
  return 0;
});
