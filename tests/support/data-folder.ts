import { chmodSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discardEmbeddedPostgres } from '@/db/embedded';
import { isAlive } from '@/db/embedded/processes';

const prefix = 'paidonce-test-';

/** A new folder for a server of a test. Its name tells which process it belongs to. */
export function makeDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** Removes the folders of test runs that were killed, with the servers they left behind. */
export async function discardAbandonedFolders(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const owner = Number.parseInt(name.slice(prefix.length), 10);
    if (!isAlive(owner)) await discardEmbeddedPostgres(join(tmpdir(), name));
  }
}
