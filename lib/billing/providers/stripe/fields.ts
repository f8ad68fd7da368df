import { z } from 'zod';
import type { Instant } from '../../events';

/** An id of Stripe's, as it stands in keys: never altered, so a character that cannot be stored refuses it. */
export const id = z.string().regex(/^[^\0\p{Surrogate}]{1,200}$/u);

/** An id, or the object itself where the field was expanded. */
export const reference = z
  .union([id, z.object({ id })])
  .transform((value) => (typeof value === 'string' ? value : value.id));

export const optionalReference = reference.nullish().transform((value) => value ?? null);

/** Minor units. `z.int()` holds it below 2^53. */
export const amount = z.int().nonnegative();

export const quantity = z
  .int()
  .nonnegative()
  .nullish()
  .transform((value) => value ?? 1);

export const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .transform((code) => code.toUpperCase());

/** Unix seconds up to the year 9999. */
export const instant = z.int().min(0).max(253_402_300_799).transform(toInstant);

export const optionalInstant = instant.nullish().transform((value) => value ?? null);

/** Text that somebody else may have typed. What is no usable text counts as absent. */
export const optionalText = z.unknown().optional().transform(toText);

/** What we put into metadata, or what somebody put there in our name. */
export const metadata = z
  .unknown()
  .optional()
  .transform((value) => {
    const entries = isRecord(value) ? value : {};
    return {
      checkoutId: toText(entries.checkout_id),
      teamId: toText(entries.team_id),
      kind: toText(entries.kind),
      setupId: toText(entries.setup_id),
    };
  });

/** 1 to 200 characters without NUL, which Postgres cannot store; else null. */
export function toText(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 200) return null;
  const text = value.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD');
  return text === '' ? null : text;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toInstant(seconds: number): Instant {
  return new Date(seconds * 1000).toISOString().replace('.000Z', '.000000Z');
}
