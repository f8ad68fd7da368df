import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** A port that nothing listens on now. */
export async function freePort(): Promise<number> {
  const server = await occupyPort();
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

/** Takes a port, on the given address or on all. */
export async function occupyPort(port = 0, host?: string): Promise<Server> {
  const server = createServer().listen({ port, host });
  await once(server, 'listening');
  return server;
}

export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.');
  return address.port;
}
