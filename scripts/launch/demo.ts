import { createDatabase } from '@/db/client';
import { createDemoTeam } from '@/lib/auth/teams';
import { systemClock } from '@/lib/clock';

/** Makes the demo team of a database that has no team yet, and tells whether it did. */
export async function seedDemo(url: string): Promise<boolean> {
  const db = createDatabase(url, { max: 1 });
  try {
    const anyTeam = await db.query.teams.findFirst();
    if (anyTeam) return false;
    await createDemoTeam(db, systemClock.now());
    return true;
  } finally {
    await db.$client.end();
  }
}
