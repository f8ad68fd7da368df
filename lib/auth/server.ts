import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { uuidv7 } from 'uuidv7';
import * as schema from '@/db/schema';
import type { AuthContext } from './context';
import { endTeams } from './end-teams';
import { rateLimitsOf } from './limits';
import { mailsOf, validFor } from './mails';
import { demoPlugin, secondFactorPlugin, signInLinkPlugin } from './plugins';

export type AuthServer = ReturnType<typeof createAuth>;

/** Thirty days after it began a session is over, whatever happened meanwhile. */
const sessionSeconds = 30 * 86_400;

/** better-auth on our tables. It alone writes the tables of accounts; teams are ours. */
export function createAuth(context: AuthContext) {
  const { settings } = context;
  const mails = mailsOf(context);
  return betterAuth({
    appName: settings.productName,
    baseURL: settings.appUrl,
    secret: settings.secret,
    database: drizzleAdapter(context.database, { provider: 'pg', schema: tables, transaction: true }),
    telemetry: { enabled: false },
    logger: loggerOf(context),
    // Where a browser ends up that comes back from another site too late: the library has a page for it, and we do not.
    onAPIError: { onError: reporterOf(context), errorURL: `${settings.appUrl}/sign-in?notice=refused` },
    user: {
      modelName: 'users',
      changeEmail: { enabled: true, sendChangeEmailConfirmation: mails.changeEmail },
      deleteUser: { enabled: true, beforeDelete: ({ id }) => endTeams(context.teamEnds, id) },
    },
    session: {
      modelName: 'sessions',
      expiresIn: sessionSeconds,
      disableSessionRefresh: true,
      additionalFields: { activeTeamId: { type: 'string', required: false } },
    },
    account: { modelName: 'accounts', encryptOAuthTokens: true },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: 10,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: validFor.resetPassword,
      sendResetPassword: mails.reset,
      onExistingUserSignUp: mails.accountExists,
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: true,
      expiresIn: validFor.verifyEmail,
      sendVerificationEmail: mails.verification,
    },
    socialProviders: {
      ...(settings.google ? { google: settings.google } : {}),
      ...(settings.github ? { github: settings.github } : {}),
    },
    plugins: [
      signInLinkPlugin(context),
      secondFactorPlugin(context),
      ...(settings.demoIsOpen ? [demoPlugin(context)] : []),
    ],
    rateLimit: rateLimitsOf(settings),
    databaseHooks: { session: { create: { before: requireSecondFactor } } },
    advanced: advancedOf(context),
  });
}

/** The library looks a table up by the name that it has in the database. */
const tables = {
  users: schema.users,
  sessions: schema.sessions,
  accounts: schema.accounts,
  verifications: schema.verifications,
  two_factors: schema.twoFactors,
  auth_rate_limits: schema.authRateLimits,
};

function advancedOf({ settings }: AuthContext): BetterAuthOptions['advanced'] {
  return {
    cookiePrefix: 'paidonce',
    // Said aloud, because the library leaves them out where NODE_ENV is `test`.
    disableOriginCheck: false,
    disableCSRFCheck: false,
    useSecureCookies: settings.appUrl.startsWith('https:'),
    ipAddress: { ipAddressHeaders: [...settings.addressHeaders] },
    database: { generateId: ({ model }) => (model === 'user' ? `usr_${uuidv7()}` : uuidv7()) },
  };
}

/** Only the kind of a fault: the library's sentences name addresses and links. */
function loggerOf({ log }: AuthContext): BetterAuthOptions['logger'] {
  return {
    level: 'error',
    log: (level, message) => {
      if (level === 'error') log.warn({ code: message.split(':')[0]?.slice(0, 100) ?? null }, 'account request failed');
    },
  };
}

/** What was refused is the answer's to tell; what broke is ours to know. */
function reporterOf({ log }: AuthContext): (error: unknown) => void {
  return (error) => {
    if (error instanceof APIError && error.statusCode < 500) return;
    log.error({ error: error instanceof Error ? error.name : 'unknown' }, 'account request broke');
  };
}

type SessionHook = NonNullable<
  NonNullable<NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['session']>['create']>['before']
>;

/** What asks for the second factor itself, comes after it, or goes on with a session that had it. */
const withSecondFactor = /^\/(sign-in\/email|two-factor\/.+|change-password)$/;

/** The library asks for it after a password only: a link in a mail, or another site's word, would pass it by. */
const requireSecondFactor: SessionHook = async ({ userId }, endpoint) => {
  if (!endpoint || withSecondFactor.test(endpoint.path)) return;
  const user = await endpoint.context.internalAdapter.findUserById(userId);
  if (user && 'twoFactorEnabled' in user && user.twoFactorEnabled)
    throw new APIError('FORBIDDEN', { code: 'SECOND_FACTOR_REQUIRED', message: 'Sign in with your password.' });
};
