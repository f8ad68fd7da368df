import { APIError } from 'better-auth/api';
import { BillingError, forgetTeam } from '../billing';
import { deleteTeam, leaveTeams, listSolelyOwnedTeams, TeamError } from '../teams';

/** What an account that is deleted does to teams. */
export interface TeamEnds {
  listSolelyOwned(userId: string): Promise<{ teamId: string; otherMembers: number }[]>;
  /** Cancels what the team subscribes to, then deletes it. Throws where that is not sure. */
  deleteTeam(actor: { userId: string; teamId: string }): Promise<void>;
  /** Empties what providers sent about it. */
  forgetTeam(teamId: string): Promise<unknown>;
  /** Leaves the teams that go on without the user. Throws where one would have no owner then. */
  leaveTeams(userId: string): Promise<void>;
}

export const teamEnds: TeamEnds = { listSolelyOwned: listSolelyOwnedTeams, deleteTeam, forgetTeam, leaveTeams };

/**
 * Deletes the teams that end with an account: those with nobody else in them; and leaves the others. Refuses, with a
 * sentence for its owner, while others would be left without an owner, or where a subscription could not be canceled.
 */
export async function endTeams(ends: TeamEnds, userId: string): Promise<void> {
  const teams = await ends.listSolelyOwned(userId);
  if (teams.some(({ otherMembers }) => otherMembers > 0)) throw refusal('TEAM_NEEDS_OWNER');
  for (const { teamId } of teams) {
    await ends.deleteTeam({ userId, teamId }).catch((error: unknown) => {
      if (error instanceof TeamError || error instanceof BillingError) throw refusal('SUBSCRIPTION_NOT_CANCELED');
      throw error;
    });
    await ends.forgetTeam(teamId);
  }
  // One after the other under the team's lock: of two owners whose accounts end at once, the second one hears of the first.
  await ends.leaveTeams(userId).catch((error: unknown) => {
    throw error instanceof TeamError ? refusal('TEAM_NEEDS_OWNER') : error;
  });
}

function refusal(code: string): APIError {
  return new APIError('CONFLICT', { code, message: 'The account was not deleted.' });
}
