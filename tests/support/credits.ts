import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '@/db/client';
import { grantLot } from '@/lib/billing/credits/ledger';
import { fixedClock } from '@/lib/clock';
import { createTeam, testContext } from './billing';
import { rows } from './state';

const start = '2026-09-20T12:00:00Z';
/** Milliseconds. */
export const day = 86_400_000;

/** A team that was given these lots by hand, on a clock of its own. */
export async function teamWith(database: Database, ...lots: { credits: number; expiresInDays?: number }[]) {
  const clock = fixedClock(start);
  const teamId = await createTeam(database);
  for (const { credits, expiresInDays } of lots) {
    const key = randomUUID();
    const expiresAt = expiresInDays === undefined ? null : new Date(clock.now().getTime() + expiresInDays * day);
    await database.transaction((tx) =>
      grantLot(
        tx,
        { credits, sourceType: 'manual', sourceKey: key, expiresAt },
        {
          teamId,
          idempotencyKey: key,
          kind: 'grant',
          reason: 'Test credits',
          ref: null,
          actor: 'test',
          at: clock.now(),
        },
      ),
    );
  }
  return { teamId, clock, context: testContext(database, { clock }) };
}

export const lotsOf = (database: Database, teamId: string) =>
  rows(
    database,
    sql`select remaining, held from credit_grants where team_id = ${teamId} order by expires_at nulls last, id`,
  );
export const request = (teamId: string, credits: number, idempotencyKey: string = randomUUID()) => ({
  teamId,
  credits,
  idempotencyKey,
  reason: 'A test job',
});
/** Matches an error by its code. */
export const code = (value: string) => expect.objectContaining({ code: value });
