import { and, eq, isNull, sql } from 'drizzle-orm';
import { teamMembers, teams } from '@/db/schema';
import type { TeamsContext } from './context';

export interface SolelyOwnedTeam {
  teamId: string;
  teamName: string;
  /** Who would be left without an owner. */
  otherMembers: number;
}

/** The teams that nobody but this user owns: what has to be handed over or deleted before the account can go. */
export function listSolelyOwned({ database }: TeamsContext, userId: string): Promise<SolelyOwnedTeam[]> {
  const others = sql`from ${teamMembers} other where other.team_id = ${teams.id} and other.user_id <> ${userId}`;
  return database
    .select({
      teamId: teams.id,
      teamName: teams.name,
      otherMembers: sql<number>`(select count(*)::int ${others})`,
    })
    .from(teamMembers)
    .innerJoin(teams, and(eq(teams.id, teamMembers.teamId), isNull(teams.deletedAt)))
    .where(
      and(
        eq(teamMembers.userId, userId),
        eq(teamMembers.role, 'owner'),
        sql`not exists (select ${others} and other.role = 'owner')`,
      ),
    );
}
