import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { seedDemo } from './launch/demo';
import { defaultDataFolder, loadEnvFiles, projectFolder } from './launch/environment';
import { LaunchError, runCommand } from './launch/errors';
import { launch } from './launch/launch';

/** `npm start`: the built app with its database. An own database is migrated by whoever deploys, never by a start. */
void runCommand(async () => {
  loadEnvFiles('production');
  if (!existsSync(join(projectFolder, '.next', 'BUILD_ID'))) throw LaunchError.noBuild();
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next');
  return launch({ app: [next, 'start'], dataFolder: defaultDataFolder, migrateOwn: false, seed: seedDemo });
});
