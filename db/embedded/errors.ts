/** Why the embedded server cannot be used, as one sentence to show as it is. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';

  static inUse(folder: string, pid: number) {
    return new EmbeddedPostgresError(
      `The embedded Postgres in ${folder} is already in use by process ${pid}: stop that one first, or set DATABASE_URL.`,
    );
  }

  static noAccount() {
    return new EmbeddedPostgresError(
      'Postgres does not run as root, and this machine has no useradd to make a user for it: run as another user, or set DATABASE_URL.',
    );
  }

  static noBinaries(platform: string) {
    return new EmbeddedPostgresError(
      `There is no embedded Postgres for ${platform} in node_modules: run npm ci without --omit=optional, or set DATABASE_URL.`,
    );
  }

  static brokenBinaries(folder: string, reason: string) {
    return new EmbeddedPostgresError(`The embedded Postgres in ${folder} does not run: ${reason}`);
  }

  static unreachableFolder(folder: string, owner: string) {
    return new EmbeddedPostgresError(
      `The embedded Postgres runs as ${owner}, who may not enter ${folder}: open that folder to it, or set DATABASE_URL.`,
    );
  }

  static foreignFolder(folder: string) {
    return new EmbeddedPostgresError(
      `The database in ${folder} belongs to another user: start as the user who made it, or delete the folder to begin anew.`,
    );
  }

  static notCreated(folder: string, reason: string) {
    return new EmbeddedPostgresError(`The embedded Postgres could not create its database in ${folder}: ${reason}`);
  }

  static notStarted(reason: string, log: string) {
    return new EmbeddedPostgresError(`The embedded Postgres did not start: ${reason} (all of it is in ${log})`);
  }
}
