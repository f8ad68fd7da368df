import { migrate, pendingMigrations } from '@/db/migrate';
import { borrowDatabase } from './launch/database';
import { defaultDataFolder, loadEnvFiles } from './launch/environment';
import { runCommand } from './launch/errors';

/** `npm run db:migrate`: brings the database in use to the newest schema. */
void runCommand(async () => {
  loadEnvFiles('production');
  const database = await borrowDatabase(defaultDataFolder);
  try {
    const pending = await pendingMigrations(database.directUrl);
    await migrate(database.directUrl);
    console.log(
      pending === 0
        ? 'The schema is up to date.'
        : `The schema is up to date: ${pending} ${pending === 1 ? 'migration' : 'migrations'} applied.`,
    );
    return 0;
  } finally {
    await database.stop();
  }
});
