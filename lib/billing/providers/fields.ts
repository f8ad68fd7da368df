import { z } from 'zod';
import type { Instant } from '../events';

/**
 * An id of a provider's, or one of ours that it carries: 1 to 200 characters as text, without what Postgres cannot
 * store (NUL) or not within JSON (half a surrogate pair).
 */
export const id = z
  .union([z.string(), z.number().int().nonnegative()])
  .transform((value) =>
    String(value)
      .replaceAll('\0', '')
      .replace(/\p{Surrogate}/gu, '\uFFFD'),
  )
  .pipe(z.string().min(1).max(200));

/** An id that may be missing, or that a buyer may have written: what is no id is null. */
export const reference = id.nullable().catch(null);

/** A time with its offset, as an `Instant`: UTC, six fractional digits, none of them lost. */
export const instant = z.string().transform((text, context): Instant => {
  const read = toInstant(text);
  if (read !== null) return read;
  context.addIssue({ code: 'custom', message: 'not a time' });
  return z.NEVER;
});

/** A time that may be missing: what is no time is null. */
export const looseInstant = instant.nullable().catch(null);

/** An amount in minor units; below zero where something is credited. Unsafe integers are no amounts. */
export const minor = z.number().int();

/** An amount in minor units from zero on. */
export const positiveMinor = minor.nonnegative();

/** How many of a thing were paid for: at least one. */
export const quantity = z.number().int().positive();

/** What is shown of a saved card, in Stripe's names, within what its columns hold. */
export const cardFields = {
  brand: id,
  last4: id,
  exp_month: z.int().min(1).max(12),
  exp_year: z.int().min(1).max(9999),
};

/** Upper-case ISO 4217. */
export const currency = z.string().regex(/^[A-Z]{3}$/);

/** Where in the body reading stopped. Names the field and never its value. */
export function unreadableReason(error: z.ZodError): string {
  return error.issues[0]?.path.join('.') || 'body';
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
