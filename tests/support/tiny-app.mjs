import { createServer } from 'node:http';

/** Stands where Next does in the launcher's tests: tells what it was given, and ends with the code it is asked for. */
createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const { pid, env } = process;
  const { DATABASE_URL, AUTH_SECRET, SANDBOX_BILLING } = env;
  response.end(JSON.stringify({ pid, DATABASE_URL, AUTH_SECRET, SANDBOX_BILLING }), () => {
    if (searchParams.has('exit')) process.exit(Number(searchParams.get('exit')));
  });
}).listen(Number(process.env.PORT));
