import { createHash } from 'node:crypto';
import type { BetterAuthOptions } from 'better-auth';
import type { LinkContent } from '../email';
import { consumeFrom } from '../rate-limit';
import type { AuthContext } from './context';

const minute = 60;
/** How long the links of mails work, seconds. */
export const validFor = { verifyEmail: 24 * 60 * minute, resetPassword: 60 * minute, signIn: 15 * minute };

/** Mails with links to one address, per hour: nobody can fill the mailbox of another. */
const perHour = 10;

/**
 * What the library calls for each mail. The links are to pages of ours, where a click does what the mail is about:
 * programs that look at mails open every link in them, and would use up what works once.
 */
export function mailsOf(context: AuthContext): Mails {
  const { verifyEmail, resetPassword, signIn } = validFor;
  const linkTo = (path: string, seconds: number) => ({
    link: `${context.settings.appUrl}${path}`,
    expiresAt: new Date(context.clock.now().getTime() + seconds * 1000),
  });
  const send = (to: string, content: LinkContent) => sendUnlessMany(context, to, content);
  return {
    verification: ({ user, token, url }) =>
      send(user.email, { type: 'verify_email', ...linkTo(pathTo('/verify-email', token, url), verifyEmail) }),
    reset: ({ user, token, url }) =>
      send(user.email, { type: 'reset_password', ...linkTo(pathTo('/reset-password', token, url), resetPassword) }),
    accountExists: ({ user }) => send(user.email, { type: 'account_exists', ...linkTo('/sign-in', verifyEmail) }),
    changeEmail: ({ user, newEmail, token, url }) =>
      send(user.email, {
        ...{ type: 'change_email', newEmail },
        ...linkTo(pathTo('/verify-email', token, url), verifyEmail),
      }),
    signInLink: ({ email, token, url }) =>
      send(email, { type: 'sign_in_link', ...linkTo(pathTo('/magic-link', token, url), signIn) }),
  };
}

/** A page of ours, with the path that the library would have gone on to. */
function pathTo(page: string, token: string, url: string): string {
  const next = new URL(url).searchParams.get('callbackURL');
  return `${page}?${new URLSearchParams({ token, ...(next && next !== '/' ? { next } : {}) })}`;
}

async function sendUnlessMany(context: AuthContext, to: string, content: LinkContent): Promise<void> {
  const address = createHash('sha256').update(to).digest('base64url').slice(0, 22);
  const { allowed } = await consumeFrom(context, { key: `mail:${address}`, limit: perHour, windowSeconds: 3600 });
  if (allowed) await context.sendSecret({ to, content });
  else context.log.warn({ type: content.type }, 'mail not written: too many to one address');
}

interface Mails {
  verification: NonNullable<NonNullable<BetterAuthOptions['emailVerification']>['sendVerificationEmail']>;
  reset: NonNullable<NonNullable<BetterAuthOptions['emailAndPassword']>['sendResetPassword']>;
  accountExists: NonNullable<NonNullable<BetterAuthOptions['emailAndPassword']>['onExistingUserSignUp']>;
  changeEmail: NonNullable<
    NonNullable<NonNullable<BetterAuthOptions['user']>['changeEmail']>['sendChangeEmailConfirmation']
  >;
  signInLink(mail: { email: string; token: string; url: string }): Promise<void>;
}
