import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const dataFolderPrefix = 'paidonce-test-';

/** A new folder for a server of a test, which a later run removes with its server if this one is killed. */
export function makeDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), dataFolderPrefix));
  chmodSync(folder, 0o755);
  return folder;
}
