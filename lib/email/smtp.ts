import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { type Mail, type Mailer, type SendResult, sendTimeoutMs } from './mailer';

/**
 * Sends through an SMTP server: `smtp://user:password@host:587` or `smtps://…`. SMTP knows no idempotency: once the text
 * of a mail has begun to leave, only the server's answer says whether it took it.
 */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer {
  return { name: 'smtp', idempotentForMs: null, send: (mail) => send({ url, from }, mail) };
}

async function send({ url, from }: { url: string; from: string }, mail: Mail): Promise<SendResult> {
  const { to, subject, html, text, idempotencyKey } = mail;
  const transport = createTransport({ url, connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 15_000 });
  let hasBegun = false;
  transport.use('stream', ({ message }, done) => {
    const createReadStream = message.createReadStream.bind(message);
    // The connection reads from it only once the server has asked for the text.
    message.createReadStream = (options) => {
      const stream = createReadStream(options);
      stream.once('resume', () => {
        hasBegun = true;
      });
      return stream;
    };
    done();
  });
  const reference = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32);
  const messageId = `<${reference}@${domainOf(from)}>`;
  const headers = { 'X-Entity-Ref-ID': reference };
  const signal = AbortSignal.timeout(sendTimeoutMs);
  try {
    await transport.sendMail({ from, to: [...to], subject, html, text, messageId, headers, signal });
    return { kind: 'sent', id: messageId };
  } catch (error) {
    return resultOf(error, hasBegun);
  } finally {
    transport.close();
  }
}

function resultOf(error: unknown, hasBegun: boolean): SendResult {
  const status = numberOf(error, 'responseCode');
  // A wrong password is the owner's to mend, and then the mail can go.
  const isPermanent = status !== null && status >= 500 && codeOf(error) !== 'EAUTH';
  if (status !== null) return { kind: 'refused', code: `smtp_${status}`, permanent: isPermanent };
  return hasBegun
    ? { kind: 'ambiguous', code: 'no_answer' }
    : { kind: 'refused', code: 'unreachable', permanent: false };
}

function numberOf(error: unknown, name: string): number | null {
  const value = error instanceof Error ? Object.entries(error).find(([key]) => key === name)?.[1] : null;
  return typeof value === 'number' ? value : null;
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** `Example <billing@example.com>` is of `example.com`. */
function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
