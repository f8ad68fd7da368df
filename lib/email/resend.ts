import { Resend } from 'resend';
import { type Mail, type Mailer, type SendResult, sendTimeoutMs } from './mailer';

/**
 * Sends through Resend, which drops what comes again under a key for 24 hours
 * (https://resend.com/docs/dashboard/emails/idempotency-keys). `baseUrl` is for tests.
 */
export function resendMailer({ apiKey, from, baseUrl }: { apiKey: string; from: string; baseUrl?: string }): Mailer {
  const resend = new Resend(apiKey, baseUrl === undefined ? {} : { baseUrl });
  return { name: 'resend', idempotentForMs: 24 * 3_600_000, send: (mail) => send(resend, from, mail) };
}

async function send(resend: Resend, from: string, mail: Mail): Promise<SendResult> {
  const { to, subject, html, text, idempotencyKey } = mail;
  const signal = AbortSignal.timeout(sendTimeoutMs);
  const { data, error } = await resend.emails.send(
    { from, to: [...to], subject, html, text },
    { idempotencyKey, signal },
  );
  if (data) return { kind: 'sent', id: data.id };
  return resultOf(error.statusCode, error.name);
}

/** A gateway's timeout, an earlier try that still runs and no answer at all leave open what became of the mail. */
function resultOf(status: number | null, name: string): SendResult {
  const code = `resend_${name}`;
  if (status === null || status === 502 || status === 504 || name === 'concurrent_idempotent_requests')
    return { kind: 'ambiguous', code: status === null ? 'no_answer' : code };
  // A key that was revoked or a domain that is not verified is the owner's to mend, and then the mail can go.
  const isTemporary = status >= 500 || [401, 403, 408, 429].includes(status);
  return { kind: 'refused', code, permanent: !isTemporary };
}
