import type { Brand, LinkContent } from './content';
import { formatDateTime } from './format';
import { Action, Layout, Paragraph } from './layout';

/** Opens something to its reader: an account, a new password, a team. */
export function LinkMail({ brand, content }: { brand: Brand; content: LinkContent }) {
  const { text, action, otherwise } = wordsOf(content, brand);
  return (
    <Layout brand={brand} preview={text} title={linkTitle(content)} footer={otherwise}>
      <Paragraph>{text}</Paragraph>
      <Action href={content.link}>{action}</Action>
      <Paragraph>The link works until {formatDateTime(content.expiresAt)}.</Paragraph>
    </Layout>
  );
}

/** Also what the subject says. */
export function linkTitle(content: LinkContent): string {
  switch (content.type) {
    case 'verify_email':
      return 'Confirm your e-mail address';
    case 'reset_password':
      return 'Choose a new password';
    case 'sign_in_link':
      return 'Your sign-in link';
    case 'account_exists':
      return 'You already have an account';
    case 'change_email':
      return 'Confirm your new e-mail address';
    case 'team_invitation':
      return `${content.inviterName} invites you to ${content.teamName}`;
    default:
      return content satisfies never;
  }
}

interface Words {
  text: string;
  action: string;
  /** What to do about a mail that nobody asked for. */
  otherwise: string;
}

function wordsOf(content: LinkContent, { productName }: Brand): Words {
  const ignore = 'If you did not ask for this, ignore it: nothing happens.';
  switch (content.type) {
    case 'verify_email':
      return {
        text: 'Confirm that this address is yours to use it with your account.',
        action: 'Confirm',
        otherwise: ignore,
      };
    case 'reset_password':
      return {
        text: 'Whoever opens this link may choose a new password for your account. All other devices are signed out then.',
        action: 'Choose a password',
        otherwise: 'If you did not ask for this, ignore it: your password stays as it is.',
      };
    case 'sign_in_link':
      return { text: 'This link signs you in, once.', action: 'Sign in', otherwise: ignore };
    case 'account_exists':
      return {
        text: `Somebody, perhaps you, wanted to sign up to ${productName} with this address. It has an account already: sign in, or choose a new password if you forgot yours.`,
        action: 'Sign in',
        otherwise: ignore,
      };
    case 'change_email':
      return {
        text: `Your account is to use ${content.newEmail} from now on. Confirm it here, and then in the mail that goes to the new address.`,
        action: 'Confirm the change',
        otherwise: 'If you did not ask for this, do not confirm it, and change your password.',
      };
    case 'team_invitation':
      return {
        text: `${content.inviterName} invites you to join ${content.teamName} on ${productName} as ${roleWords[content.role]}.`,
        action: 'See the invitation',
        otherwise: 'If you do not know who that is, ignore it: nothing happens.',
      };
    default:
      return content satisfies never;
  }
}

const roleWords = { owner: 'an owner', billing: 'a billing contact', member: 'a member' };
