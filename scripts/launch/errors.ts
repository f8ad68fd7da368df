import { EmbeddedPostgresError } from '@/db/embedded';

/** What keeps a command from doing its work, as one sentence for the person who typed it. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError';

  static alreadyRunning(folder: string, pid: number) {
    return new LaunchError(
      `Paidonce is already running on the database in ${folder} (process ${pid}): stop that one first, or give this one a DATABASE_URL.`,
    );
  }

  static portTaken(port: number) {
    return new LaunchError(`Port ${port} is already in use: stop what runs there, or choose another one with PORT.`);
  }

  static badPort(value: string) {
    return new LaunchError(`PORT must be a number from 1 to 65535, not "${value}".`);
  }

  static noBuild() {
    return new LaunchError('There is no build to start: run npm run build first.');
  }

  static migrationsMissing(count: number) {
    return new LaunchError(
      `The database lacks ${count} ${count === 1 ? 'migration' : 'migrations'}: run npm run db:migrate first.`,
    );
  }

  static unreachableDatabase(reason: string) {
    return new LaunchError(`The database of DATABASE_URL cannot be used: ${reason}`);
  }

  static noAuthSecret() {
    return new LaunchError('AUTH_SECRET is required with DATABASE_URL: set it to 32 random characters or more.');
  }

  static noDatabase() {
    return new LaunchError(
      'No database is in use: DATABASE_URL is not set and the embedded Postgres is not running (npm run dev starts it).',
    );
  }
}

/** Runs a command, ends with its exit code, and shows an expected failure as its sentence alone. */
export async function runCommand(command: () => Promise<number | undefined>): Promise<void> {
  try {
    process.exitCode = (await command()) ?? 0;
  } catch (error) {
    const expected = error instanceof LaunchError || error instanceof EmbeddedPostgresError;
    console.error(expected ? error.message : error);
    process.exitCode = 1;
  }
}
