import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The secret that signs cookies on the embedded database: made once per data folder, readable by its owner only. */
export function keptAuthSecret(dataFolder: string): string {
  const file = join(dataFolder, 'auth-secret');
  try {
    const kept = readFileSync(file, 'utf8').trim();
    if (kept.length >= 32) return kept;
  } catch {
    // The first start, or a secret that root has left unreadable.
  }
  rmSync(file, { force: true });
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}
