import { anonymous } from 'better-auth/plugins/anonymous';
import { magicLink } from 'better-auth/plugins/magic-link';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { uuidv7 } from 'uuidv7';
import { teamNameOf } from './active-team';
import type { AuthContext } from './context';
import { mailsOf, validFor } from './mails';
import { claimDemoTeam } from './teams';

export function signInLinkPlugin(context: AuthContext) {
  return magicLink({
    expiresIn: validFor.signIn,
    storeToken: 'hashed',
    sendMagicLink: mailsOf(context).signInLink,
  });
}

export function secondFactorPlugin({ settings }: AuthContext) {
  return twoFactor({ issuer: settings.productName, twoFactorTable: 'two_factors' });
}

/** A visitor without an account: a user whose address nobody reads, until they sign up and take their team with them. */
export function demoPlugin({ settings, database }: AuthContext) {
  return anonymous({
    generateName: () => (settings.demoIsOperator ? 'Demo operator' : 'Demo visitor'),
    generateRandomEmail: () => `${uuidv7()}@visitor.invalid`,
    onLinkAccount: async ({ anonymousUser, newUser }) => {
      const { id, name } = newUser.user;
      await claimDemoTeam(database, { from: anonymousUser.user.id, to: id, name: teamNameOf({ name }) });
    },
  });
}
