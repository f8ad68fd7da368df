import { createDatabase } from '@/db/client';
import { markOperator } from '@/lib/auth/teams';
import { borrowDatabase } from './launch/database';
import { defaultDataFolder, loadEnvFiles } from './launch/environment';
import { runCommand } from './launch/errors';

const usage = 'Usage: npm run operator -- grant|revoke <user id or e-mail address> [data folder]';

/** `npm run operator -- grant|revoke <user>`: who may see every team's billing and mend it, in the database in use. */
void runCommand(async () => {
  const [verb, user, dataFolder] = process.argv.slice(2);
  if ((verb !== 'grant' && verb !== 'revoke') || !user) return refuse(usage);
  loadEnvFiles('development');
  const database = await borrowDatabase(dataFolder ?? defaultDataFolder);
  const db = createDatabase(database.url, { max: 1 });
  try {
    const found = await markOperator(db, user, verb === 'grant');
    if (found.length === 0) return refuse(`There is no user ${user}.`);
    if (found.length > 1) return refuse(`Several users have that address; name one by its id: ${found.join(', ')}.`);
    console.log(`${found[0]} is ${verb === 'grant' ? 'an operator now' : 'no operator any more'}.`);
    return 0;
  } finally {
    await db.$client.end();
    await database.stop();
  }
});

function refuse(sentence: string): number {
  console.error(sentence);
  return 1;
}
