import { pino } from 'pino';
import { env } from './env';

/** What a log line may carry: names, ids, states and numbers. Bodies, headers and secrets have no field here. */
export interface LogFields {
  provider?: string;
  eventId?: string;
  /** Of the outbox. */
  messageId?: string;
  type?: string | null;
  status?: string;
  httpStatus?: number;
  state?: string;
  code?: string | null;
  teamId?: string | null;
  durationMs?: number;
  attempts?: number;
  count?: number;
  error?: string;
  /** Of a charge. */
  operationId?: string;
  /** Of a background pass. */
  step?: string;
}

export interface Log {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

// A build runs without settings, and pino refuses a level that is not there.
const logger = pino({ level: env.LOG_LEVEL ?? 'info', base: undefined });

/** One JSON line on standard output per call. Fields that are not on the list are left out. */
export const log: Log = {
  info: (fields, message) => logger.info(allowed(fields), message),
  warn: (fields, message) => logger.warn(allowed(fields), message),
  error: (fields, message) => logger.error(allowed(fields), message),
};

const allowList: Record<keyof LogFields, true> = {
  provider: true,
  eventId: true,
  messageId: true,
  type: true,
  status: true,
  httpStatus: true,
  state: true,
  code: true,
  teamId: true,
  durationMs: true,
  attempts: true,
  count: true,
  error: true,
  operationId: true,
  step: true,
};

function allowed(fields: LogFields): LogFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in allowList));
}
