import { createDatabase } from '@/db/client';
import { teamMembers, teams, users } from '@/db/schema';

/** The team that a fresh embedded database starts with. Seeding twice changes nothing. */
export async function seedDemo(url: string): Promise<void> {
  const db = createDatabase(url, { max: 1 });
  try {
    await db.insert(teams).values({ id: 'team_demo', name: 'Demo team' }).onConflictDoNothing({ target: teams.id });
    await db.insert(users).values({ id: 'user_demo', name: 'Demo' }).onConflictDoNothing({ target: users.id });
    await db
      .insert(teamMembers)
      .values({ id: 'member_demo', teamId: 'team_demo', userId: 'user_demo', role: 'owner' })
      .onConflictDoNothing({ target: teamMembers.id });
  } finally {
    await db.$client.end();
  }
}
