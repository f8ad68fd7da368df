import { isIP } from 'node:net';
import type { BetterAuthOptions } from 'better-auth';
import type { AuthSettings } from './settings';

/** Tries per minute from one address. */
const perMinute: Record<string, number> = {
  '/sign-in/email': 10,
  '/sign-in/magic-link': 5,
  '/sign-in/social': 20,
  '/sign-in/anonymous': 10,
  '/sign-up/email': 5,
  '/magic-link/verify': 10,
  '/verify-email': 10,
  '/send-verification-email': 3,
  '/request-password-reset': 3,
  '/reset-password': 10,
  '/two-factor/*': 10,
  '/change-password': 5,
  '/change-email': 3,
  '/delete-user': 5,
};

/**
 * Where no proxy tells addresses, everybody shares one count. It is wider then, or one visitor could keep all others from
 * signing in.
 */
const wider = 30;

/** How often an address may try what could be guessed, or sends mail. Counted in the database, for all servers. */
export function rateLimitsOf({ addressHeaders }: AuthSettings): BetterAuthOptions['rateLimit'] {
  const isKnown = ({ headers }: Request) => addressHeaders.some((name) => isIP(headers.get(name)?.trim() ?? '') !== 0);
  const rules = Object.entries(perMinute).map(([path, max]) => [
    path,
    (request: Request) => ({ window: 60, max: isKnown(request) ? max : max * wider }),
  ]);
  return {
    enabled: true,
    storage: 'database',
    modelName: 'auth_rate_limits',
    window: 10,
    max: 100,
    customRules: Object.fromEntries(rules),
  };
}
