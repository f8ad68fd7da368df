import type { Transaction } from '@/db/client';
import { can, type Permission } from '../auth/permissions';
import { findMembership, lockTeam, type Membership } from '../auth/teams';
import type { Actor } from './context';
import { TeamError } from './errors';

/**
 * Locks the team, then asks whether the actor may: a role that was just taken away must not act once more. With
 * `update` nothing that refers to the team can be written meanwhile. Throws `team_not_found`, `not_allowed`.
 */
export async function lockTeamFor(
  tx: Transaction,
  actor: Actor,
  { permission, strength = 'no key update' }: { permission: Permission; strength?: 'no key update' | 'update' },
): Promise<Membership> {
  const team = await lockTeam(tx, actor.teamId, strength);
  const membership = team && (await findMembership(tx, actor));
  if (!membership) throw TeamError.teamNotFound();
  if (!can(membership.role, permission)) throw TeamError.notAllowed();
  return membership;
}

/** A visitor without an account sends no mail, and is not handed another team. Throws `account_required`. */
export function requireAccount({ isAnonymous }: Pick<Membership, 'isAnonymous'>): void {
  if (isAnonymous) throw TeamError.accountRequired();
}
