import type { Guard } from './guards';

const members = 'tests/lib/teams/members.test.ts';
const invitations = 'tests/lib/teams/invitations.test.ts';
const deletion = 'tests/lib/teams/delete.test.ts';
const requests = 'tests/proxy.test.ts';

/** What keeps a team for its people, and an owner for a team. */
export const teamGuards: readonly Guard[] = [
  {
    name: 'owners who leave at once do so one after the other',
    file: 'lib/auth/teams.ts',
    from: '    .for(strength);\n',
    to: '    .limit(strength.length);\n',
    tests: [{ file: members, name: 'the last owner stays when two owners leave' }],
  },
  {
    name: 'the last owner stays',
    file: 'lib/teams/owners.ts',
    from: "if (member.role === 'owner' && !(await hasOtherOwner(tx, member)))",
    to: "if (member.role !== 'owner' && !(await hasOtherOwner(tx, member)))",
    tests: [{ file: members, name: 'the last owner cannot leave' }],
  },
  {
    name: 'a role says what its member may do to a team',
    file: 'lib/teams/authorize.ts',
    from: '  if (!can(membership.role, permission)) throw TeamError.notAllowed();\n',
    to: '',
    tests: [{ file: members, name: 'members get another role from an owner, and from nobody else' }],
  },
  {
    name: 'an invitation is for its own address',
    file: 'lib/teams/answer-invitation.ts',
    from: ' || user.email !== invitation.email)',
    to: ')',
    tests: [{ file: invitations, name: 'an invitation is for the right, verified address only' }],
  },
  {
    name: 'an invitation is for an address that is verified',
    file: 'lib/teams/answer-invitation.ts',
    from: '  if (!user.emailVerified) throw TeamError.addressNotVerified();\n',
    to: '',
    tests: [{ file: invitations, name: 'an invitation is for the right, verified address only' }],
  },
  {
    name: 'a subscription that begins while a team is deleted is seen',
    file: 'lib/teams/delete.ts',
    from: 'if (live.length > 0)',
    to: 'if (live.length < 0)',
    tests: [{ file: deletion, name: 'deleting a team is refused where a subscription begins' }],
  },
  {
    name: 'a payment for a deleted team is a case',
    file: 'lib/billing/webhooks/attempt.ts',
    from: '[...settlement.cases, ...late]',
    to: 'settlement.cases',
    tests: [{ file: deletion, name: 'a payment for a deleted team is recorded, and is a case' }],
  },
  {
    name: 'another site cannot make a browser change anything',
    file: 'proxy.ts',
    from: '!isOwnRequest(request.headers)',
    to: 'isOwnRequest(new Headers())',
    tests: [{ file: requests, name: 'what may change something is refused from another site' }],
  },
];
