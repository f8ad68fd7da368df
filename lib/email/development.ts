import { createHash } from 'node:crypto';
import type { Log } from '../log';
import type { Mailer } from './mailer';

/** Sends to nobody: says so in the log, without the text. `/dev/outbox` shows the mails. */
export function developmentMailer(log: Log): Mailer {
  return {
    name: 'development',
    idempotentForMs: Number.POSITIVE_INFINITY,
    fallbackRecipient: 'visitor@example.com',
    isMailbox: true,
    send: async ({ idempotencyKey }) => {
      log.info({ type: idempotencyKey.split(':')[0] ?? null }, 'mail kept for /dev/outbox');
      return { kind: 'sent', id: `dev_${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 16)}` };
    },
  };
}
