import { and, eq } from 'drizzle-orm';
import type { Database, Queryable } from '@/db/client';
import { messagePreferences } from '@/db/schema';
import { type OptionalType, optionalTypes } from './messages';

export interface MessagePreference {
  type: OptionalType;
  isWanted: boolean;
}

/** What a team wants to be mailed of what it can switch off. Everything, unless it said otherwise. */
export async function listMessagePreferences(database: Queryable, teamId: string): Promise<MessagePreference[]> {
  const rows = await database.select().from(messagePreferences).where(eq(messagePreferences.teamId, teamId));
  return optionalTypes.map((type) => ({
    type,
    isWanted: rows.find(({ eventType }) => eventType === type)?.isWanted ?? true,
  }));
}

/** Remembers what a team wants to be mailed. What it does not name stays as it is. */
export async function setMessagePreferences(
  database: Database,
  { teamId, preferences }: { teamId: string; preferences: readonly MessagePreference[] },
  at: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { type, isWanted } of preferences) {
      await tx
        .insert(messagePreferences)
        .values({ teamId, eventType: type, isWanted, updatedAt: at })
        .onConflictDoUpdate({
          target: [messagePreferences.teamId, messagePreferences.eventType],
          set: { isWanted, updatedAt: at },
        });
    }
  });
}

/** Whether a team wants to be mailed of this. */
export async function isWanted(database: Queryable, teamId: string, type: OptionalType): Promise<boolean> {
  const { teamId: ofTeam, eventType } = messagePreferences;
  const [row] = await database
    .select({ isWanted: messagePreferences.isWanted })
    .from(messagePreferences)
    .where(and(eq(ofTeam, teamId), eq(eventType, type)));
  return row?.isWanted ?? true;
}
