import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LaunchError } from './errors';

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));
export const defaultDataFolder = join(projectFolder, '.data');

/** Reads the .env files that Next reads, the same ones first. What is set already stays. */
export function loadEnvFiles(mode: 'development' | 'production'): void {
  for (const name of [`.env.${mode}.local`, '.env.local', `.env.${mode}`, '.env']) {
    const file = join(projectFolder, name);
    if (existsSync(file)) process.loadEnvFile(file);
  }
}

/** A setting without surrounding whitespace and quotes; an empty one counts as unset. */
export function setting(name: string): string | undefined {
  const value = (process.env[name] ?? '')
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .trim();
  return value === '' ? undefined : value;
}

export function portSetting(): number {
  const value = setting('PORT') ?? '3000';
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw LaunchError.badPort(value);
  return port;
}
