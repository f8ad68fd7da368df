import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { nextProgram } from './build';

export interface Server {
  url: string;
  pid: number;
  stop(): void;
}

/** Serves a built folder with `next start` and returns once it answers. */
export async function serve(start: { folder: string; port: number; env: NodeJS.ProcessEnv }): Promise<Server> {
  const child = spawn(process.execPath, [nextProgram, 'start', '--port', String(start.port)], {
    cwd: start.folder,
    env: start.env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${start.port}`;
  while (child.exitCode === null && !(await answers(url))) await wait(50);
  if (child.exitCode !== null || child.pid === undefined) throw new Error('The built product did not start.');
  return { url, pid: child.pid, stop: () => child.kill() };
}

/** Any answer will do. */
async function answers(url: string): Promise<boolean> {
  try {
    await fetch(`${url}/api/webhooks/stripe`);
    return true;
  } catch {
    return false;
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
    });
  });
}
