import type { BetterAuthOptions } from 'better-auth';
import type { LinkContent } from '../email';
import type { AuthContext } from './context';

const minute = 60;
/** How long the links of mails work, seconds. */
export const validFor = { verifyEmail: 24 * 60 * minute, resetPassword: 60 * minute, signIn: 15 * minute };

type LinkType = Extract<LinkContent, { link: string; newEmail?: never; teamName?: never }>['type'];

/**
 * What the library calls for each mail. The links are to pages of ours, where a click does what the mail is about:
 * programs that look at mails open every link in them, and would use up what works once.
 */
export function mailsOf({ settings, clock, sendSecret }: AuthContext) {
  const send = (to: string, mail: { type: LinkType; path: string; seconds: number }) =>
    sendSecret({ to, content: { type: mail.type, ...linkTo(mail) } });
  const linkTo = ({ path, seconds }: { path: string; seconds: number }) => ({
    link: `${settings.appUrl}${path}`,
    expiresAt: new Date(clock.now().getTime() + seconds * 1000),
  });
  const page = (path: string, token: string) => `${path}?${new URLSearchParams({ token })}`;
  const { verifyEmail, resetPassword, signIn } = validFor;
  return {
    verification: ({ user, token }) =>
      send(user.email, { type: 'verify_email', path: page('/verify-email', token), seconds: verifyEmail }),
    reset: ({ user, token }) =>
      send(user.email, { type: 'reset_password', path: page('/reset-password', token), seconds: resetPassword }),
    accountExists: ({ user }) => send(user.email, { type: 'account_exists', path: '/sign-in', seconds: verifyEmail }),
    changeEmail: ({ user, newEmail, token }) =>
      sendSecret({
        to: user.email,
        content: {
          type: 'change_email',
          newEmail,
          ...linkTo({ path: page('/verify-email', token), seconds: verifyEmail }),
        },
      }),
    signInLink: ({ email, token }: { email: string; token: string }) =>
      send(email, { type: 'sign_in_link', path: page('/magic-link', token), seconds: signIn }),
  } satisfies Mails;
}

interface Mails {
  verification: NonNullable<NonNullable<BetterAuthOptions['emailVerification']>['sendVerificationEmail']>;
  reset: NonNullable<NonNullable<BetterAuthOptions['emailAndPassword']>['sendResetPassword']>;
  accountExists: NonNullable<NonNullable<BetterAuthOptions['emailAndPassword']>['onExistingUserSignUp']>;
  changeEmail: NonNullable<
    NonNullable<NonNullable<BetterAuthOptions['user']>['changeEmail']>['sendChangeEmailConfirmation']
  >;
  signInLink(mail: { email: string; token: string }): Promise<void>;
}
