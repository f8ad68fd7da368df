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

  /** `cause` is what the driver or the migrator threw, which may wrap what Postgres said. */
  static unusableDatabase(embedded: boolean, cause: unknown) {
    const which = embedded ? 'The embedded database' : 'The database of DATABASE_URL';
    return new LaunchError(`${which} cannot be used: ${reasonOf(cause)}`);
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

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.cause instanceof Error) return reasonOf(cause.cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
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
