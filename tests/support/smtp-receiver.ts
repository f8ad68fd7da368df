import { createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and text as they came. */
  source: string;
}

/** How the server answers a step: a line such as `451 later`, or nothing and the end of the connection. */
export type SmtpAnswer = string | 'hang_up';

export interface SmtpReceiver {
  url: string;
  /** What it took, also where its answer was lost. */
  mails: ReceivedMail[];
  /** Answers of the next connections, by step; a step that is not named is accepted. */
  next: { recipient?: SmtpAnswer; text?: SmtpAnswer }[];
  close(): Promise<void>;
}

/** An SMTP server of a test's own, as small as it can be, on 127.0.0.1. */
export async function openSmtpReceiver(): Promise<SmtpReceiver> {
  const sockets = new Set<Socket>();
  const receiver: Pick<SmtpReceiver, 'mails' | 'next'> = { mails: [], next: [] };
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}));
    converse(socket, receiver);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    ...receiver,
    url: `smtp://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function converse(socket: Socket, { mails, next }: Pick<SmtpReceiver, 'mails' | 'next'>): void {
  const faults = next.shift() ?? {};
  const mail: ReceivedMail = { from: '', to: [], source: '' };
  const answer = (line: SmtpAnswer) => (line === 'hang_up' ? socket.destroy() : socket.write(`${line}\r\n`));
  let buffer = '';
  let isText = false;
  answer('220 receiver');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    buffer += chunk;
    for (;;) {
      const end = buffer.indexOf(isText ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const part = buffer.slice(0, end);
      buffer = buffer.slice(end + (isText ? 5 : 2));
      if (isText) {
        isText = false;
        mail.source = part;
        const reply = faults.text ?? '250 taken';
        // What hangs up has taken the mail: the sender cannot know.
        if (reply === 'hang_up' || reply.startsWith('2')) mails.push(mail);
        answer(reply);
        continue;
      }
      const verb = part.slice(0, 4).toUpperCase();
      if (verb === 'MAIL') mail.from = part;
      if (verb === 'RCPT') mail.to.push(/<(.*?)>/.exec(part)?.[1] ?? '');
      isText = verb === 'DATA';
      if (verb === 'RCPT') answer(faults.recipient ?? '250 ok');
      else if (verb === 'EHLO') answer('250 receiver');
      else answer(isText ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 ok');
    }
  });
}
