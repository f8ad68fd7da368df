import type { AuthAnswer } from '@/lib/auth';

/** What a person reads of better-auth's codes. Nothing here tells whether an address has an account. */
const reasons: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'The e-mail address or the password is wrong.',
  INVALID_PASSWORD: 'The password is wrong.',
  INVALID_EMAIL: 'That is no e-mail address.',
  PASSWORD_TOO_SHORT: 'A password needs at least 10 characters.',
  PASSWORD_TOO_LONG: 'A password has at most 128 characters.',
  INVALID_TOKEN: 'This link does not work any more. Ask for a new one.',
  TOKEN_EXPIRED: 'This link is too old. Ask for a new one.',
  SECOND_FACTOR_REQUIRED: 'This account asks for a second factor. Sign in with your password.',
  INVALID_CODE: 'The code is wrong. Each works for 30 seconds.',
  INVALID_BACKUP_CODE: 'The backup code is wrong, or was used before.',
  INVALID_TWO_FACTOR_COOKIE: 'That took too long. Sign in again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Sign in again.',
  TEAM_NEEDS_OWNER: 'Other people are in a team that only you own. Hand it over or delete it first.',
  SUBSCRIPTION_NOT_CANCELED:
    'A subscription of your team could not be canceled, so nothing was deleted. Try again in a minute.',
  SESSION_NOT_FRESH: 'For this you need to have signed in today. Sign out and in again.',
  SESSION_EXPIRED: 'For this you need to have signed in today. Sign out and in again.',
};

/** Why better-auth did not do what it was asked, as one sentence. */
export function reasonOf({ status, code }: Pick<AuthAnswer, 'status' | 'code'>): string {
  if (status === 429) return 'Too many tries. Wait a minute, then try again.';
  return (code && reasons[code]) || 'That did not work. Try again in a minute.';
}
