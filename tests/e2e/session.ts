import { eq } from 'drizzle-orm';
import type { BrowserContext } from 'playwright-core';
import { createDatabase } from '@/db/client';
import { sessions, teamMembers } from '@/db/schema';

/** Who the browser's session is for, and the team that they joined first. */
export async function readSessionOf(
  context: BrowserContext,
  databaseUrl: string,
): Promise<{ userId: string; teamId: string }> {
  const cookie = (await context.cookies()).find(({ name }) => name === 'paidonce.session_token');
  const token = decodeURIComponent(cookie?.value ?? '').split('.')[0] ?? '';
  const database = createDatabase(databaseUrl, { max: 1 });
  try {
    const [row] = await database
      .select({ userId: sessions.userId, teamId: teamMembers.teamId })
      .from(sessions)
      .innerJoin(teamMembers, eq(teamMembers.userId, sessions.userId))
      .where(eq(sessions.token, token));
    if (!row) throw new Error('There is no session.');
    return row;
  } finally {
    await database.$client.end();
  }
}
