import { createRequire } from 'node:module';
import { seedDemo } from './launch/demo';
import { defaultDataFolder, loadEnvFiles } from './launch/environment';
import { runCommand } from './launch/errors';
import { launch } from './launch/launch';

/** `npm run dev`: the app with its database, in development. */
void runCommand(() => {
  loadEnvFiles('development');
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next');
  return launch({ app: [next, 'dev'], dataFolder: defaultDataFolder, migrateOwn: true, seed: seedDemo });
});
