import type { Guard } from './guards';

const accounts = 'tests/lib/auth/accounts.test.ts';
const security = 'tests/lib/auth/security.test.ts';
const session = 'tests/lib/auth/session.test.ts';
const secrets = 'tests/lib/billing/outbox/secrets.test.ts';

/** What keeps an account, and the mails that open one, for its owner. */
export const accountGuards: readonly Guard[] = [
  {
    name: 'a link in a mail does not pass the second factor by',
    file: 'lib/auth/server.ts',
    from: '/^\\/(sign-in\\/email|two-factor\\/.+|change-password)$/',
    to: '/^\\/.*$/',
    tests: [{ file: security, name: 'a second factor is passed by no link in a mail' }],
  },
  {
    name: 'other sites cannot ask in somebody’s name',
    file: 'lib/auth/server.ts',
    from: 'disableCSRFCheck: false',
    to: 'disableCSRFCheck: true',
    tests: [{ file: accounts, name: 'whoever asks from another site is refused' }],
  },
  {
    name: 'one address gets few mails',
    file: 'lib/auth/mails.ts',
    from: 'if (allowed) await',
    to: 'if (allowed || to !== address) await',
    tests: [{ file: accounts, name: 'a link in a mail goes to one address ten times an hour at most' }],
  },
  {
    name: 'requests that come first together make one team',
    file: 'lib/auth/active-team.ts',
    from: "for('update')",
    to: "for('key share')",
    tests: [{ file: session, name: 'the team of a session is made once, however many requests come first' }],
  },
  {
    name: 'an account with others in its team stays until they have an owner',
    file: 'lib/auth/end-teams.ts',
    from: 'if (teams.some(({ otherMembers }) => otherMembers > 0))',
    to: 'if (teams.some(({ otherMembers }) => otherMembers > 9))',
    tests: [
      { file: security, name: 'an account that is deleted is refused while others would be left without an owner' },
    ],
  },
  {
    name: 'a link is emptied once nobody has to send it any more',
    file: 'lib/billing/outbox/deliver.ts',
    from: 'return settlement.nextAttemptAt === null && !isMailbox ? { ...settlement, sealed: null } : settlement;',
    to: 'return isMailbox ? { ...settlement } : settlement;',
    tests: [
      {
        file: secrets,
        name: 'a mail with a link goes to its one reader, with the link, and is emptied once it is sent',
      },
    ],
  },
  {
    name: 'a link that has expired is not sent',
    file: 'lib/billing/outbox/prepare.ts',
    from: 'if (expiryOf(message) <= context.clock.now())',
    to: 'if (expiryOf(message) <= message.createdAt)',
    tests: [{ file: secrets, name: 'a mail with a link is not sent once its link has expired' }],
  },
];
