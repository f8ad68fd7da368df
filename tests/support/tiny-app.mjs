import { createServer } from 'node:http';

/** Stands where Next does in the launcher's tests: tells what it was given, and ends with the code it is asked for. */
const { DATABASE_URL, AUTH_SECRET, SANDBOX_BILLING, PORT } = process.env;

createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  response.end('served', () => {
    if (searchParams.has('exit')) process.exit(Number(searchParams.get('exit')));
  });
}).listen(Number(PORT), () => {
  console.log(JSON.stringify({ pid: process.pid, DATABASE_URL, AUTH_SECRET, SANDBOX_BILLING }));
});
