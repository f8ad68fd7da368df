import { z } from 'zod';
import type { Instant } from '../events';
import type { MessageContent } from './provider';

/** An id of a provider's, or one of ours that it carries: 1 to 200 characters without NUL, as text. */
export const identifier = z
  .union([z.string(), z.number().int().nonnegative()])
  .transform((value) => String(value).replaceAll('\0', ''))
  .pipe(z.string().min(1).max(200));

/** A time with its offset, as an `Instant`: UTC, six fractional digits, none of them lost. */
export const instant = z.string().transform((text, context): Instant => {
  const read = toInstant(text);
  if (read !== null) return read;
  context.addIssue({ code: 'custom', message: 'not a time' });
  return z.NEVER;
});

/** An amount in minor units as a JSON number: a safe integer from zero on. */
export const minorUnits = z.number().int().nonnegative();

export const currency = z.string().regex(/^[A-Z]{3}$/);

/** An id from metadata, which a buyer may have written: what is not one is null, never an error. */
export function idFromMetadata(metadata: unknown, key: string): string | null {
  if (typeof metadata !== 'object' || metadata === null) return null;
  const id = identifier.safeParse(Reflect.get(metadata, key));
  return id.success ? id.data : null;
}

/** Where in the body reading stopped. Names the field and never its value. */
export function unreadable(error: z.ZodError | string): Extract<MessageContent, { kind: 'unreadable' }> {
  const reason = typeof error === 'string' ? error : (error.issues[0]?.path ?? []).join('.');
  return { kind: 'unreadable', reason: reason === '' ? 'body' : reason };
}

const rfc3339 = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})$/;

/** Null when the text is no RFC 3339 time, or one that no calendar has. */
export function toInstant(text: string): Instant | null {
  const [, day, time, fraction = '', zone] = rfc3339.exec(text) ?? [];
  if (day === undefined || time === undefined || zone === undefined) return null;
  const local = new Date(`${day}T${time}Z`);
  if (Number.isNaN(local.getTime()) || local.toISOString().slice(0, 19) !== `${day}T${time}`) return null;
  const utc = new Date(`${day}T${time}${zone.toUpperCase()}`);
  if (Number.isNaN(utc.getTime()) || !/^\d{4}-/.test(utc.toISOString())) return null;
  return `${utc.toISOString().slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z`;
}
