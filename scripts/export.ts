import { parseArgs } from 'node:util';
import { defaultDataFolder, loadEnvFiles } from './launch/environment';
import { LaunchError, runCommand } from './launch/errors';
import { useDatabase } from './worker/database';

/**
 * `npm run export -- --out events.ndjson [--all]`: writes the events that were settled since the last export, one JSON
 * object a line, to a new file, and lets pruning delete them when their time is over.
 */
void runCommand(async () => {
  const { values } = parseArgs({ options: { out: { type: 'string' }, all: { type: 'boolean', default: false } } });
  if (!values.out) throw new LaunchError('Say where to write to: npm run export -- --out events.ndjson.');
  loadEnvFiles('production');
  await useDatabase(defaultDataFolder);
  const { exportToFile } = await import('./worker/export-file');
  const { events, operations, until } = await exportToFile(values.out, { all: values.all });
  const written = `${events} events and ${operations} charges of ours written to ${values.out}`;
  console.log(`${written}; everything settled by ${until.toISOString()} is exported.`);
  return 0;
});
