import { createDatabase } from '@/db/client';
import { createDemoTeam } from '@/lib/auth/teams';
import { systemClock } from '@/lib/clock';

/** Makes the demo team of a database that has no team yet. */
export async function seedDemo(url: string): Promise<void> {
  const db = createDatabase(url, { max: 1 });
  try {
    const anyTeam = await db.query.teams.findFirst();
    if (!anyTeam) await createDemoTeam(db, systemClock.now());
  } finally {
    await db.$client.end();
  }
}
