/** For how long something is tried again by itself. Resend remembers a key for as long. */
export const tryForMs = 24 * 3_600_000;

/**
 * When to try again: after half a minute, a minute, two and so on up to a quarter of an hour, a fifth more or less, so
 * that what failed together does not come back together. Null once it was tried for a day.
 */
export function nextTry(tried: { attempts: number; firstTriedAt: Date; now: Date }): Date | null {
  const { attempts, firstTriedAt, now } = tried;
  if (now.getTime() - firstTriedAt.getTime() >= tryForMs) return null;
  const delayMs = Math.min(30_000 * 2 ** (Math.max(attempts, 1) - 1), 900_000);
  return new Date(now.getTime() + delayMs * (0.8 + 0.4 * Math.random()));
}
