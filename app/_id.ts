import { z } from 'zod';

/** An id as somebody sends it: of ours or a provider's. What no id can be is not looked up. */
export const id = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[\x20-\x7e]+$/);

/** The id in an address, undone from its encoding; null where it can be none. */
export function idOf(value: unknown): string | null {
  const parsed = id.safeParse(value);
  return parsed.success ? parsed.data : null;
}
