import type { Server } from 'node:http';

export function addressOf(server: Server): string {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen.');
  return `http://127.0.0.1:${address.port}`;
}
