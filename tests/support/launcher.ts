import { fileURLToPath } from 'node:url';
import { seedDemo } from '@/scripts/launch/demo';
import { runCommand } from '@/scripts/launch/errors';
import { launch } from '@/scripts/launch/launch';

/** Run by tests: the launcher as `npm run dev` (`dev`) or `npm start` has it, with a tiny app in the place of Next. */
const [mode, dataFolder = ''] = process.argv.slice(2);
const app = [fileURLToPath(new URL('./tiny-app.mjs', import.meta.url))];

void runCommand(() => launch({ app, dataFolder, migrateOwn: mode === 'dev', seed: seedDemo }));
