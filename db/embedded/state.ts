import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

export const databaseName = 'paidonce';
export const superuser = 'paidonce';

const stateSchema = z.object({
  /** Where the database's files are. */
  folder: z.string(),
  port: z.number().int().min(1).max(65535),
  /** The server's process; null while it is stopped. */
  pid: z.number().int().positive().nullable(),
  password: z.string().min(1),
});

/** What the next start, and who wants to connect, must know of the server. It holds the password: mode 600. */
export type ServerState = z.infer<typeof stateSchema>;

export function readState(file: string): ServerState | null {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

export function writeState(file: string, state: ServerState): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

export function makePassword(): string {
  return randomBytes(18).toString('base64url');
}

export function connectionUrl({ port, password }: Pick<ServerState, 'port' | 'password'>): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${databaseName}`;
}
