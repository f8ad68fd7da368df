/**
 * What somebody who manages a team can go wrong with. Each has a stable `code`; messages are for people, and carry no
 * addresses.
 */
export type TeamErrorCode =
  | 'team_not_found'
  | 'not_allowed'
  | 'account_required'
  | 'invalid_name'
  | 'invalid_email'
  | 'last_owner'
  | 'member_not_found'
  | 'already_member'
  | 'invitation_not_found'
  | 'invitation_not_open'
  | 'invitation_expired'
  | 'address_not_verified'
  | 'too_many_invitations'
  | 'live_subscription';

export class TeamError extends Error {
  override readonly name = 'TeamError';

  private constructor(
    readonly code: TeamErrorCode,
    message: string,
  ) {
    super(message);
  }

  static teamNotFound() {
    return new TeamError('team_not_found', 'There is no such team, or you are not in it.');
  }

  static notAllowed() {
    return new TeamError('not_allowed', 'Your role in this team does not allow that.');
  }

  static accountRequired() {
    return new TeamError('account_required', 'A demo has no account. Sign up first: the demo team becomes yours.');
  }

  static invalidName() {
    return new TeamError('invalid_name', 'A team’s name has 1 to 80 characters.');
  }

  static invalidEmail() {
    return new TeamError('invalid_email', 'That is no e-mail address.');
  }

  static lastOwner() {
    return new TeamError('last_owner', 'A team needs an owner. Make somebody else one first.');
  }

  static memberNotFound() {
    return new TeamError('member_not_found', 'That person is not in this team.');
  }

  static alreadyMember() {
    return new TeamError('already_member', 'Somebody with that address is in this team already.');
  }

  static invitationNotFound() {
    return new TeamError('invitation_not_found', 'There is no such invitation for you.');
  }

  static invitationNotOpen(status: string) {
    return new TeamError('invitation_not_open', `This invitation was ${status}.`);
  }

  static invitationExpired() {
    return new TeamError('invitation_expired', 'This invitation has expired. Ask for a new one.');
  }

  static addressNotVerified() {
    return new TeamError('address_not_verified', 'Verify your e-mail address first, then open the invitation again.');
  }

  static tooManyInvitations(limit: number) {
    return new TeamError(
      'too_many_invitations',
      `A team can send ${limit} invitations a day, and so can a person. Try again tomorrow.`,
    );
  }

  static liveSubscription() {
    return new TeamError(
      'live_subscription',
      'The team still has a subscription that could not be canceled. Cancel it on the billing page, then delete the team.',
    );
  }
}
