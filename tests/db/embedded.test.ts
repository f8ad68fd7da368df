import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  discardEmbeddedPostgres,
  type EmbeddedPostgres,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@/db/embedded';
import { accountFor } from '@/db/embedded/account';
import { filesOf } from '@/db/embedded/places';
import { isAlive, waitForEnd } from '@/db/embedded/processes';
import { readState, writeState } from '@/db/embedded/state';
import { makeDataFolder } from '../support/data-folder';
import { occupyPort } from '../support/ports';
import { runScript } from '../support/processes';

const dataFolder = makeDataFolder();
const files = filesOf(dataFolder);

beforeAll(async () => {
  const server = await startEmbeddedPostgres({ dataFolder });
  await query(server.url, 'create table kept (line text)');
  await server.stop();
});

afterAll(() => discardEmbeddedPostgres(dataFolder));

describe('starting and stopping', () => {
  test('the address is one any client can use, on a free port that is not 5432', async () => {
    await whileRunning(async ({ url }) => {
      const address = new URL(url);
      expect(address.hostname).toBe('127.0.0.1');
      expect(address.port).not.toBe('5432');
      expect(await query(url, 'select current_user as name')).toEqual([{ name: address.username }]);
    });
  });

  test('a wrong password is refused', async () => {
    await whileRunning(async ({ url }) => {
      const address = new URL(url);
      address.password = 'guessed';
      await expect(query(address.href, 'select 1')).rejects.toThrow(/password authentication failed/);
    });
  });

  test('what was written is there after the next start, under the same address', async () => {
    const first = await whileRunning(async ({ url }) => {
      await query(url, "insert into kept values ('before the stop')");
      return url;
    });
    await whileRunning(async ({ url }) => {
      expect(url).toBe(first);
      expect(await keptLines(url)).toContain('before the stop');
    });
  });

  test('a stop leaves no process, no lock and no address behind', async () => {
    const pid = await whileRunning(async () => serverPid());
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(files.lock)).toBe(false);
    expect(await findEmbeddedPostgres(dataFolder)).toBeNull();
  });

  test('what a commit has answered is safe from a power cut', async () => {
    await whileRunning(async ({ url }) => {
      expect(await query(url, 'show fsync')).toEqual([{ fsync: 'on' }]);
      expect(await query(url, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
    });
  });

  test('another port is taken when the usual one is in use', async () => {
    const usual = await whileRunning(async ({ url }) => Number(new URL(url).port));
    const squatter = await occupyPort(usual, '127.0.0.1');
    try {
      await whileRunning(async ({ url }) => expect(Number(new URL(url).port)).not.toBe(usual));
    } finally {
      squatter.close();
    }
  });

  test('a start that fails says why in one sentence, and leaves the folder free', async () => {
    const start = startEmbeddedPostgres({ dataFolder, settings: { shared_buffers: 'plenty' } });
    await expect(start).rejects.toThrow(/did not start: .*FATAL: .*"shared_buffers"/);
    expect(existsSync(files.lock)).toBe(false);
  });
});

describe('beside a running one', () => {
  test('a second start is refused with one sentence, and the first goes on', async () => {
    await whileRunning(async ({ url }) => {
      const second = runScript('tests/support/embedded-starter.ts', [dataFolder]);
      expect(await second.ended).not.toBe(0);
      expect(second.stderr()).toContain(`already in use by process ${process.pid}`);
      expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    });
  });

  test('its address can be found by others', async () => {
    await whileRunning(async ({ url }) => expect(await findEmbeddedPostgres(dataFolder)).toBe(url));
  });
});

describe('after a crash', () => {
  test('the server of a killed process is used again with all its data, and then stopped', async () => {
    const { url, pid } = await startAndKill("insert into kept values ('before the kill')");
    expect(isAlive(pid)).toBe(true);
    await whileRunning(async (server) => {
      expect(server).toMatchObject({ url, reused: true });
      expect(await keptLines(url)).toContain('before the kill');
    });
    expect(isAlive(pid)).toBe(false);
  });

  test('a server that was killed too recovers with all its data', async () => {
    const { pid } = await startAndKill("insert into kept values ('before both were killed')");
    process.kill(pid, 'SIGKILL');
    expect(await waitForEnd(pid, 10_000)).toBe(true);
    await whileRunning(async ({ url, reused }) => {
      expect(reused).toBe(false);
      expect(await keptLines(url)).toContain('before both were killed');
    });
  });

  test('a pid file whose number belongs to another program by now does not prevent the start', async () => {
    const bystander = spawn('sleep', ['600'], { ...accountFor(files.database).ids, cwd: '/' });
    try {
      writeFileSync(join(files.database, 'postmaster.pid'), `${bystander.pid}\n${files.database}\n0\n0\n\n127.0.0.1\n`);
      await whileRunning(async ({ url }) => expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]));
      expect(bystander.exitCode).toBeNull();
    } finally {
      bystander.kill();
    }
  });

  test('an empty pid file does not prevent the start', async () => {
    writeFileSync(join(files.database, 'postmaster.pid'), '');
    await whileRunning(async ({ url }) => expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]));
  });

  test('a lock whose holder is dead is taken over', async () => {
    await startAndKill('select 1');
    expect(existsSync(files.lock)).toBe(true);
    await whileRunning(async () => {
      expect(JSON.parse(readFileSync(files.lock, 'utf8'))).toMatchObject({ pid: process.pid });
    });
  });

  test('a lock whose number belongs to a later process is taken over', async () => {
    writeFileSync(files.lock, JSON.stringify({ pid: process.pid, identity: 'of an earlier process' }));
    await whileRunning(async ({ url }) => expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]));
  });

  test('with a wrong password in its state file it says what to do, and doing it helps', async () => {
    const state = readState(files.state);
    if (!state) throw new Error('There is no state.');
    writeState(files.state, { ...state, password: 'another' });
    await expect(startEmbeddedPostgres({ dataFolder })).rejects.toThrow(/delete the file postgres.json/);
    rmSync(files.state);
    await whileRunning(async ({ url }) => expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]));
  });

  test('in a copy of the folder the server of the original is left alone', async () => {
    const { url, pid } = await startAndKill('checkpoint');
    const copy = makeDataFolder();
    execFileSync('cp', ['-a', `${dataFolder}/.`, copy]);
    try {
      const server = await startEmbeddedPostgres({ dataFolder: copy });
      expect(server).toMatchObject({ reused: false, url: expect.not.stringMatching(url) });
      await server.stop();
      expect(isAlive(pid)).toBe(true);
    } finally {
      await discardEmbeddedPostgres(copy);
    }
  });

  test('without its state file the data are still there, and an orphaned server is replaced', async () => {
    const { pid } = await startAndKill("insert into kept values ('before the state was lost')");
    rmSync(files.state);
    await whileRunning(async ({ url, reused }) => {
      expect(reused).toBe(false);
      expect(isAlive(pid)).toBe(false);
      expect(await keptLines(url)).toContain('before the state was lost');
    });
  });
});

async function whileRunning<Result>(use: (server: EmbeddedPostgres) => Promise<Result>): Promise<Result> {
  const server = await startEmbeddedPostgres({ dataFolder });
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

/** Another process starts the server, the statement is committed, and the process is killed without a warning. */
async function startAndKill(statement: string): Promise<{ url: string; pid: number }> {
  const starter = runScript('tests/support/embedded-starter.ts', [dataFolder]);
  const { url } = JSON.parse(await starter.line('{'));
  await query(url, statement);
  const pid = serverPid();
  starter.child.kill('SIGKILL');
  await starter.ended;
  return { url, pid };
}

function serverPid(): number {
  const pid = readState(files.state)?.pid;
  if (!pid) throw new Error('No server is running.');
  return pid;
}

async function keptLines(url: string): Promise<unknown[]> {
  return (await query(url, 'select line from kept')).map(({ line }) => line);
}

async function query(url: string, statement: string): Promise<postgres.Row[]> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return [...(await client.unsafe(statement))];
  } finally {
    await client.end();
  }
}
