export interface Mail {
  to: readonly string[];
  subject: string;
  html: string;
  text: string;
  /** The same for every try of one message: printable ASCII without spaces, at most 256 characters. */
  idempotencyKey: string;
}

export type SendResult =
  | { kind: 'sent'; id: string | null }
  /** The receiver said no, or was not reached: it has no mail. Permanent: another try would end in the same way. */
  | { kind: 'refused'; code: string; permanent: boolean }
  /** The mail went out and no answer came back. */
  | { kind: 'ambiguous'; code: string };

export type FindResult = { kind: 'sent'; id: string | null } | { kind: 'absent' } | { kind: 'unknown' };

/** A way for mails to leave. It never throws for what became of a mail. */
export interface Mailer {
  name: string;
  /** For how long its receiver drops what comes again under a key, milliseconds; null: it does not. */
  idempotentForMs: number | null;
  /** Who gets what nobody has an address for. Only for a mailer that reaches nobody. */
  fallbackRecipient?: string;
  /** It reaches nobody, and mails are read in the outbox: links in them stay there. */
  isMailbox?: boolean;
  send(mail: Mail): Promise<SendResult>;
  /** Asks what became of a mail, where the receiver can be asked. */
  find?(idempotencyKey: string): Promise<FindResult>;
}

/** No try of a mailer takes longer. */
export const sendTimeoutMs = 25_000;
