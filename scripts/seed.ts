import { migrate } from '@/db/migrate';
import { borrowDatabase } from './launch/database';
import { seedDemo } from './launch/demo';
import { defaultDataFolder, loadEnvFiles } from './launch/environment';
import { runCommand } from './launch/errors';

/** `npm run db:seed`: makes a demo team in the database in use, which is migrated first where it is the embedded one. */
void runCommand(async () => {
  loadEnvFiles('development');
  const database = await borrowDatabase(defaultDataFolder);
  try {
    if (database.embedded) await migrate(database.directUrl);
    const made = await seedDemo(database.url);
    console.log(made ? 'A demo team was made.' : 'There are teams already, so nothing was added.');
    return 0;
  } finally {
    await database.stop();
  }
});
