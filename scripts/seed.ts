import { migrate } from '@/db/migrate';
import { borrowDatabase } from './launch/database';
import { seedDemo } from './launch/demo';
import { defaultDataFolder, loadEnvFiles } from './launch/environment';
import { runCommand } from './launch/errors';

/** `npm run db:seed`: puts the demo team into the database in use, after migrating it where it is the embedded one. */
void runCommand(async () => {
  loadEnvFiles('development');
  const database = await borrowDatabase(defaultDataFolder);
  try {
    if (database.embedded) await migrate(database.directUrl);
    await seedDemo(database.url);
    console.log('The demo team is in the database.');
    return 0;
  } finally {
    await database.stop();
  }
});
