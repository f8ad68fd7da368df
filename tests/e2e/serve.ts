import { createRequire } from 'node:module';
import { seedDemo } from '@/scripts/launch/demo';
import { runCommand } from '@/scripts/launch/errors';
import { launch } from '@/scripts/launch/launch';

/** As `npm start`, on a data folder of its own, so that the demo of whoever runs the test is left alone. */
const [dataFolder = ''] = process.argv.slice(2);
const next = createRequire(import.meta.url).resolve('next/dist/bin/next');

void runCommand(() => launch({ app: [next, 'start'], dataFolder, migrateOwn: false, seed: seedDemo }));
