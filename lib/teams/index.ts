/** The door of teams: who is in one, with which role, and how it ends. Verbs ask themselves whether the actor may. */
import type { Role } from '../auth/permissions';
import * as answering from './answer-invitation';
import * as roles from './change-role';
import { type Actor, teamsContext } from './context';
import * as creating from './create';
import * as deleting from './delete';
import * as inviting from './invite';
import * as leaving from './leave';
import * as queries from './queries';
import * as removing from './remove-member';
import * as renaming from './rename';
import * as owning from './solely-owned';
import * as transferring from './transfer';
import * as withdrawing from './withdraw-invitation';

export type { Actor } from './context';
export { TeamError } from './errors';
export type { InvitationView, MemberView, OpenInvitation } from './queries';

/** Makes another team, owned by the user. Returns its id. Throws `invalid_name`, `account_required`. */
export function createTeam(request: { userId: string; name: string }): Promise<string> {
  return creating.create(teamsContext(), request);
}

/** Throws `invalid_name`, `not_allowed`, `team_not_found`. */
export function renameTeam(actor: Actor, name: string): Promise<void> {
  return renaming.rename(teamsContext(), actor, name);
}

/**
 * Invites an address and mails it a link; send it with `deliverSecrets` of the billing. Throws `invalid_email`,
 * `already_member`, `too_many_invitations`, `account_required`, `not_allowed`.
 */
export function inviteMember(actor: Actor, invited: { email: string; role: Role }): Promise<string> {
  return inviting.invite(teamsContext(), actor, invited);
}

/** Takes back an open invitation. Throws `invitation_not_found`, `not_allowed`. */
export function withdrawInvitation(actor: Actor, invitationId: string): Promise<void> {
  return withdrawing.withdrawInvitation(teamsContext(), actor, invitationId);
}

/**
 * Joins the team that invited the user; returns its id. Throws `invitation_not_found`, `invitation_not_open`,
 * `invitation_expired`, `address_not_verified`.
 */
export function acceptInvitation(answer: answering.Answer): Promise<string> {
  return answering.accept(teamsContext(), answer);
}

/** Says no to an invitation. Throws as `acceptInvitation` does. */
export function declineInvitation(answer: answering.Answer): Promise<void> {
  return answering.decline(teamsContext(), answer);
}

/** Takes oneself out of the team. Throws `last_owner`, `account_required`. */
export function leaveTeam(actor: Actor): Promise<void> {
  return leaving.leave(teamsContext(), actor);
}

/** Takes a user whose account ends out of every team. Throws `last_owner`. */
export function leaveTeams(userId: string): Promise<void> {
  return leaving.leaveAll(teamsContext(), userId);
}

/** Takes somebody out of the team. Throws `last_owner`, `member_not_found`, `not_allowed`. */
export function removeMember(actor: Actor, userId: string): Promise<void> {
  return removing.removeMember(teamsContext(), actor, userId);
}

/** Gives somebody another role. Throws `last_owner`, `member_not_found`, `not_allowed`. */
export function changeRole(actor: Actor, change: { userId: string; role: Role }): Promise<void> {
  return roles.changeRole(teamsContext(), actor, change);
}

/** Makes another member the owner in one's place. Throws `member_not_found`, `not_allowed`. */
export function transferTeam(actor: Actor, userId: string): Promise<void> {
  return transferring.transfer(teamsContext(), actor, userId);
}

/**
 * Ends the team's subscriptions at their providers, then deletes it. What it paid stays on record. Throws `not_allowed`,
 * `account_required`, `live_subscription`, and the `BillingError` with which a provider could not cancel.
 */
export function deleteTeam(actor: Actor): Promise<void> {
  return deleting.deleteTeam(teamsContext(), actor);
}

/** A team's members, the first to join first. */
export function listMembers(teamId: string): Promise<queries.MemberView[]> {
  return queries.listMembers(teamsContext(), teamId);
}

/** A team's invitations that nobody has answered, the newest first. */
export function listOpenInvitations(teamId: string): Promise<queries.OpenInvitation[]> {
  return queries.listOpenInvitations(teamsContext(), teamId);
}

/** An invitation as whoever has its link sees it; null where there is none. */
export function getInvitation(
  invitationId: string,
  reader: { userId: string } | null,
): Promise<queries.InvitationView | null> {
  return queries.getInvitation(teamsContext(), invitationId, reader);
}

/** The teams that nobody but this user owns: to be handed over or deleted before the account can go. */
export function listSolelyOwnedTeams(userId: string): Promise<owning.SolelyOwnedTeam[]> {
  return owning.listSolelyOwned(teamsContext(), userId);
}
