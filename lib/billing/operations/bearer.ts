import { createHash, timingSafeEqual } from 'node:crypto';

/** `unset`: there is no token to compare with, so nobody is let in. */
export type Admission = 'admitted' | 'refused' | 'unset';

/** Compares `Authorization: Bearer ...` with the token, in a time that says nothing about either. */
export function checkBearer(header: string | null, token: string | undefined): Admission {
  if (token === undefined) return 'unset';
  const told = /^Bearer +(.+)$/i.exec(header ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(told), digest(token)) ? 'admitted' : 'refused';
}

/** Of one length, as the comparison wants it. */
function digest(value: string): Buffer {
  return createHash('sha256').update(value.trim()).digest();
}
