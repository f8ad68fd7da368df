import { createServer } from 'node:http';
import { resendMailer } from '@/lib/email/resend';

export interface MailRequest {
  key: string;
  mail: { to: string[]; subject: string; html: string; text: string };
}

/** What the receiver does with a request: its status, or to take the mail and lose the answer. */
export type MailFault = number | 'lose_answer';

export interface MailReceiver {
  url: string;
  /** Every request, in order. */
  requests: MailRequest[];
  /** What was taken, by its key: a repeat under a key is dropped, as Resend does. */
  taken: Map<string, MailRequest['mail']>;
  /** Faults of the next requests. */
  faults: MailFault[];
  /** Every request is refused so while it is set. */
  outage: MailFault | null;
  /** Called with each request before it is answered. */
  onRequest: (count: number) => void;
  mailer: ReturnType<typeof resendMailer>;
  close(): Promise<void>;
}

/** Resend's interface for sending, as a server of a test's own. */
export async function openMailReceiver(): Promise<MailReceiver> {
  const requests: MailRequest[] = [];
  const taken: MailReceiver['taken'] = new Map();
  const faults: MailFault[] = [];
  const receiver: Pick<MailReceiver, 'requests' | 'taken' | 'faults' | 'outage' | 'onRequest'> = {
    ...{ requests, taken, faults, outage: null },
    onRequest: () => {},
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const key = String(request.headers['idempotency-key']);
    const mail: MailRequest['mail'] = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    requests.push({ key, mail });
    receiver.onRequest(requests.length);
    const fault = receiver.outage ?? faults.shift() ?? 200;
    if (fault === 'lose_answer' || fault === 200) taken.set(key, taken.get(key) ?? mail);
    if (fault === 'lose_answer') return request.socket.destroy();
    response.writeHead(fault, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(fault === 200 ? { id: `re_${key.length}` } : { statusCode: fault, name: `fault_${fault}` }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return Object.assign(receiver, {
    url,
    mailer: resendMailer({ apiKey: 're_test', from: 'Shop <billing@shop.example>', baseUrl: url }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
