import { findEmbeddedPostgres } from '@/db/embedded';
import { type Finding, wrong } from './doctor/finding';
import { tableOf } from './doctor/table';
import { keptAuthSecret } from './launch/auth-secret';
import { ownDatabase } from './launch/database';
import { defaultDataFolder, loadEnvFiles, portSetting, setting } from './launch/environment';
import { LaunchError, runCommand } from './launch/errors';

/**
 * `npm run doctor`: looks at the settings, the database, who works on it, and the running server, and says what to do.
 * Ends with 1 when something is wrong.
 */
void runCommand(async () => {
  loadEnvFiles('production');
  const findings = await examine(process.argv[2] ?? defaultDataFolder);
  console.log(tableOf(findings));
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  console.log(`\n${count('ok')} ok, ${count('look')} to look at, ${count('wrong')} wrong.`);
  return count('wrong') > 0 ? 1 : 0;
});

async function examine(dataFolder: string): Promise<Finding[]> {
  const url = ownDatabase()?.url ?? (await findEmbeddedPostgres(dataFolder));
  if (!url) return [wrong('database', LaunchError.noDatabase().message, 'Start it, or set DATABASE_URL.')];
  if (!ownDatabase()) adoptEmbedded(url, dataFolder);
  const settings = await readSettings();
  if ('about' in settings) return [settings];
  // These read the settings, which are complete only now.
  const [database, server, set] = await Promise.all([
    import('./doctor/database'),
    import('./doctor/server'),
    import('./doctor/settings'),
  ]);
  return [
    ...set.checkSettings(settings),
    ...(await database.checkDatabase(url, settings)),
    ...(await server.checkServer(settings, portSetting())),
  ];
}

function adoptEmbedded(url: string, dataFolder: string): void {
  process.env.DATABASE_URL = url;
  process.env.AUTH_SECRET = setting('AUTH_SECRET') ?? keptAuthSecret(dataFolder);
  process.env.SANDBOX_BILLING = setting('SANDBOX_BILLING') ?? 'on';
}

async function readSettings() {
  try {
    const { billingSettings } = await import('@/lib/billing/settings');
    return billingSettings();
  } catch (error) {
    const says = error instanceof Error ? error.message : 'cannot be read';
    return wrong('settings', says, 'Mend what it names.');
  }
}
