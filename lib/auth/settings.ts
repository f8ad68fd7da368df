import { billingSettings } from '../billing/settings';
import { env } from '../env';

interface OAuthKeys {
  clientId: string;
  clientSecret: string;
}

export interface AuthSettings {
  /** Our own origin, without a slash at the end: the only one that may ask. */
  appUrl: string;
  /** At least 32 characters. Signs cookies and links, and encrypts the secrets of a second factor. */
  secret: string;
  productName: string;
  /** Headers that our own proxy sets to the client's address, and that no client can set. */
  addressHeaders: readonly string[];
  google: OAuthKeys | null;
  github: OAuthKeys | null;
  /** Visitors can try everything with play money, in a team of their own. */
  demoIsOpen: boolean;
  /** How long a visitor's team is kept; null: for keeps. */
  demoKeptForMs: number | null;
  /** What a demo is called, and whether its visitor sees every team's billing: on a developer's own machine only. */
  demoIsOperator: boolean;
}

const dayMs = 86_400_000;

let cached: AuthSettings | undefined;

/** The settings of this process, from its environment. Throws with one clear sentence when they are not right. */
export function authSettings(): AuthSettings {
  cached ??= readSettings();
  return cached;
}

function readSettings(): AuthSettings {
  if (!env.AUTH_SECRET) throw new Error('AUTH_SECRET is not set. Set at least 32 random characters.');
  const { appUrl, productName, providers, isPublicDemo } = billingSettings();
  return {
    ...{ appUrl, productName, secret: env.AUTH_SECRET, addressHeaders: addressHeaders() },
    google: keysOf(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
    github: keysOf(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET),
    demoIsOpen: providers.sandbox !== undefined,
    demoKeptForMs: isPublicDemo ? dayMs : null,
    demoIsOperator: env.NODE_ENV === 'development' && env.DEMO_OPERATOR === 'on',
  };
}

/** Vercel replaces its header whatever a client sends: https://vercel.com/docs/headers/request-headers. */
function addressHeaders(): readonly string[] {
  if (env.TRUSTED_IP_HEADER) return [env.TRUSTED_IP_HEADER];
  return env.VERCEL_URL ? ['x-vercel-forwarded-for'] : [];
}

function keysOf(clientId: string | undefined, clientSecret: string | undefined): OAuthKeys | null {
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}
