/** The door of e-mail: how mails leave, and what they look like. */
import { env } from '../env';
import { log } from '../log';
import { developmentMailer } from './development';
import type { Mailer } from './mailer';
import { resendMailer } from './resend';
import { smtpMailer } from './smtp';

export type { FindResult, Mail, Mailer, SendResult } from './mailer';
export { sendTimeoutMs } from './mailer';
export type { LinkContent, MailContent } from './templates/content';
export { type RenderedMail, renderMail } from './templates/render';

let cached: Mailer | null | undefined;

/** How this process sends mails, by its environment: Resend, SMTP, in development nowhere. Undefined: messages wait. */
export function mailerOfEnvironment(): Mailer | undefined {
  if (cached === undefined) cached = createMailer();
  return cached ?? undefined;
}

function createMailer(): Mailer | null {
  const { RESEND_API_KEY: apiKey, SMTP_URL: url, EMAIL_FROM: from } = env;
  if ((apiKey || url) && !from) {
    // Mails that cannot be sent must not keep a payment from being taken in.
    log.error({ code: 'EMAIL_FROM' }, 'EMAIL_FROM is not set, so no mail is sent: messages wait');
    return null;
  }
  if (apiKey && from) return resendMailer({ apiKey, from });
  if (url && from) return smtpMailer({ url, from });
  return env.NODE_ENV === 'development' ? developmentMailer(log) : null;
}
