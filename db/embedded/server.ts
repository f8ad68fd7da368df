import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import postgres from 'postgres';
import type { Account } from './account';
import type { Binaries } from './binaries';
import { reasonIn, serverEnvironment } from './cluster';
import { EmbeddedPostgresError } from './errors';
import { exists, findServers, isAlive, pause, servesFolder, waitForEnd, waitUntilUnused } from './processes';
import { connectionUrl, type ServerState } from './state';

export interface ServerStart {
  binaries: Binaries;
  account: Account;
  folder: string;
  /** The port to try first; another free one is taken when it is not free. */
  port: number | undefined;
  password: string;
  log: string;
  settings: Record<string, string>;
}

type Attempt = { state: ServerState } | { reason: string };

const attempts = 5;

/** Starts the server of an existing database and returns once it answers. Starts that can be cured are repeated. */
export async function startServer(start: ServerStart): Promise<ServerState> {
  let last = '';
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await clearFormerServer(start.folder);
    const result = await tryStart(start, attempt === 0 ? start.port : undefined);
    if ('state' in result) return result.state;
    last = result.reason;
    if (!canBeCured(last)) break;
    await pause(200 * attempt);
  }
  throw EmbeddedPostgresError.notStarted(last, start.log);
}

/** Stops the server: disconnects everyone and ends cleanly, or after ten seconds ends at once and recovers next time. */
export async function stopServer({ pid, folder }: Pick<ServerState, 'pid' | 'folder'>): Promise<void> {
  if (pid === null || !servesFolder(pid, folder)) return;
  process.kill(pid, 'SIGINT');
  if (await waitForEnd(pid, 10_000)) return;
  if (servesFolder(pid, folder)) process.kill(pid, 'SIGQUIT');
  await waitForEnd(pid, 10_000);
}

/** Ends the server at once, and blocks for a moment until its processes have noticed. */
export function killServer(folder: string): void {
  const pids = serversOf(folder);
  for (const pid of pids) process.kill(pid, 'SIGQUIT');
  const deadline = performance.now() + 2_000;
  while (pids.some((pid) => isAlive(pid)) && performance.now() < deadline) sleepBlocking(20);
}

function sleepBlocking(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/**
 * Makes way for a start. A server of this database that nobody can connect to any more is stopped. A pid file whose
 * number belongs to another program, or to a dead process that nobody collects, would keep Postgres from starting: it
 * is removed once the last process of the former server has gone.
 */
export async function clearFormerServer(folder: string): Promise<void> {
  for (const pid of serversOf(folder)) await stopServer({ pid, folder });
  const file = join(folder, 'postmaster.pid');
  const pid = pidIn(file);
  if (pid !== null && exists(pid) && (await waitUntilUnused(folder, 10_000))) rmSync(file, { force: true });
}

/** The running servers of the database in `folder`: one, or none. */
function serversOf(folder: string): number[] {
  const pid = pidIn(join(folder, 'postmaster.pid'));
  const known = pid !== null && servesFolder(pid, folder) ? [pid] : [];
  return [...new Set([...known, ...findServers(folder)])];
}

/** Does the server that the state names run and answer? One that is still starting up or recovering is waited for. */
export async function answers(state: ServerState): Promise<boolean> {
  while (state.pid !== null && servesFolder(state.pid, state.folder)) {
    const answer = await probe(state);
    if (answer !== 'not yet') return answer === 'yes';
    await pause(20);
  }
  return false;
}

async function tryStart(start: ServerStart, wanted: number | undefined): Promise<Attempt> {
  const port = await freePort(wanted);
  const child = spawnServer(start, port);
  const ended = new Promise<Attempt>((resolve) => {
    child.once('error', (error) => resolve({ reason: error.message }));
    child.once('exit', () => resolve({ reason: reasonIn(readLog(start.log)) }));
  });
  if (child.pid === undefined) return ended;
  const state = { folder: start.folder, port, pid: child.pid, password: start.password };
  const up = answers(state).then((yes) => (yes ? { state } : refusal(state, ended)));
  const result = await Promise.race([ended, up]);
  // When it is stopped later, its log may be gone before its exit is told.
  child.removeAllListeners('exit');
  child.unref();
  if ('reason' in result) await stopServer(state);
  return result;
}

/** A server that ended told why. One that runs but does not let us in has another password than the state file. */
function refusal(state: ServerState, ended: Promise<Attempt>): Attempt | Promise<Attempt> {
  if (state.pid === null || !servesFolder(state.pid, state.folder)) return ended;
  return { reason: 'it refuses the password kept beside it, so delete the file postgres.json and start again' };
}

function readLog(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Whoever stopped the server may have removed its folder already.
    return '';
  }
}

/** In a session of its own, so that a Ctrl-C in the terminal reaches the launcher only, which stops it in its turn. */
function spawnServer({ binaries, account, folder, log, settings }: ServerStart, port: number): ChildProcess {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port), ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Root may have left a log here that its folder's owner cannot write.
  rmSync(log, { force: true });
  const output = openSync(log, 'w', 0o600);
  try {
    return spawn(binaries.postgres, ['-D', folder, ...flags], {
      ...account.ids,
      cwd: dirname(folder),
      env: { ...process.env, ...serverEnvironment },
      detached: true,
      stdio: ['ignore', output, output],
    });
  } finally {
    closeSync(output);
  }
}

function pidIn(file: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    if (pid > 0) return pid;
    rmSync(file, { force: true });
  } catch {
    // No file: the server was stopped cleanly.
  }
  return null;
}

/** Taken ports, and what a killed server leaves for a moment: its pid file and its children's shared memory. */
function canBeCured(reason: string): boolean {
  return /TCP\/IP socket|Address already in use|postmaster\.pid|shared memory block/.test(reason);
}

/** Nobody listens, it starts or stops, or the machine is too busy to let us in within five seconds. */
const notYet = new Set<unknown>(['ECONNREFUSED', '57P03', '57P01', 'CONNECT_TIMEOUT']);

async function probe(state: ServerState): Promise<'yes' | 'no' | 'not yet'> {
  const client = postgres(connectionUrl(state), { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    const [row] = await client`select current_setting('data_directory') as folder`;
    return row?.folder === state.folder ? 'yes' : 'no';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return notYet.has(code) ? 'not yet' : 'no';
  } finally {
    await client.end({ timeout: 1 });
  }
}

/** A port that is free now: the wanted one if it is, and never 5432, where people expect their own server. */
async function freePort(wanted = 0): Promise<number> {
  const port = await listenOnce(wanted);
  if (port === null) return freePort();
  return port === 5432 ? freePort() : port;
}

function listenOnce(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : null));
    });
  });
}
