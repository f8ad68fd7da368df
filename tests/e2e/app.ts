import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { discardEmbeddedPostgres, findEmbeddedPostgres } from '@/db/embedded';
import { makeDataFolder } from '../support/data-folder';
import { type RunningProcess, runScript } from '../support/processes';
import { openSmtpReceiver, type ReceivedMail, type SmtpReceiver } from '../support/smtp-receiver';

/** The built app, served with an embedded database of its own. */
export interface RunningApp {
  /** Without a slash at the end. */
  url: string;
  databaseUrl: string;
  /** What the server wrote so far. */
  output(): string;
  /** What the server mailed so far. */
  mails: readonly ReceivedMail[];
  stopDatabase(): Promise<void>;
  stop(): Promise<void>;
}

const script = fileURLToPath(new URL('./serve.ts', import.meta.url));

/** With further settings, which may need the app's address. Throws with what the server wrote when it ends before it answers. */
export async function startApp(settingsFor: (url: string) => Record<string, string> = () => ({})): Promise<RunningApp> {
  const dataFolder = makeDataFolder();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const smtp = await openSmtpReceiver();
  const server = serve(dataFolder, { PORT: String(port), ...mailing(smtp), ...settingsFor(url) });
  const output = () => server.stdout() + server.stderr();
  const stop = async () => {
    server.child.kill('SIGTERM');
    await server.ended;
    await discardEmbeddedPostgres(dataFolder);
    await smtp.close();
  };
  const over = server.ended.then(() => {
    throw new Error(`The app ended before it answered: ${output()}`);
  });
  await Promise.race([over, answering(url)]);
  // From here on its end is what `stop` waits for.
  over.catch(() => {});
  const databaseUrl = await findEmbeddedPostgres(dataFolder);
  if (!databaseUrl) throw new Error(`The app runs without its embedded database: ${output()}`);
  return { url, databaseUrl, output, mails: smtp.mails, stopDatabase: () => discardEmbeddedPostgres(dataFolder), stop };
}

/** Runs the built app with these settings alone. */
export function serve(dataFolder: string, settings: Record<string, string>): RunningProcess {
  const env = { NODE_ENV: 'production', LOG_LEVEL: 'warn', NEXT_TELEMETRY_DISABLED: '1', ...settings };
  return runScript(script, [dataFolder], { env });
}

const mailing = ({ url }: SmtpReceiver) => ({ SMTP_URL: url, EMAIL_FROM: 'Paidonce <shop@example.com>' });

async function answering(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was given.');
  return address.port;
}
