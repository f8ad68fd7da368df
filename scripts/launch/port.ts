import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { LaunchError } from './errors';

/**
 * Throws when `port` is taken on this machine. After a crash the former server may need a moment to notice and to go:
 * it is given `patienceMs`.
 */
export async function requireFreePort(port: number, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await isFree(port))) {
    if (performance.now() > deadline) throw LaunchError.portTaken(port);
    await wait(50);
  }
}

/** On all addresses, as the app listens, and on the loopback alone, which some systems let two servers share. */
async function isFree(port: number): Promise<boolean> {
  return (await canListen(port)) && (await canListen(port, '127.0.0.1'));
}

function canListen(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host }, () => server.close(() => resolve(true)));
  });
}
