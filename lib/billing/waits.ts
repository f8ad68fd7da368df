import { sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { prepared } from '@/db/prepared';
import { credits } from '@/db/schema';

/** How long somebody is kept waiting at most, in milliseconds. */
export interface Waits {
  /** For a row that another transaction has. */
  lockMs: number;
  statementMs: number;
  /** For the answer to a delivery. */
  answerMs: number;
}

/** Paddle gives up after five seconds. */
export const usualWaits: Waits = { lockMs: 1000, statementMs: 2000, answerMs: 4000 };

/** Bounds every wait of the transaction, by settings that end with it: poolers refuse them as connection parameters. */
export async function boundWaits(tx: Transaction, { waits = usualWaits }: { waits?: Waits }): Promise<void> {
  await setTimeouts(tx, { lockTimeout: `${waits.lockMs}ms`, statementTimeout: `${waits.statementMs}ms` });
}

/**
 * Locks a team's balance where nobody has it now, and tells whether it could. What runs in the background leaves a team that
 * is busy to its next pass, instead of keeping the others waiting behind it.
 */
export async function lockIdleTeam(tx: Transaction, teamId: string): Promise<boolean> {
  const rows = await lockIdle(tx, { teamId });
  return rows.length > 0;
}

const value = sql.placeholder;

const setTimeouts = prepared(
  sql`
    select set_config('lock_timeout', ${value('lockTimeout')}, true),
      set_config('statement_timeout', ${value('statementTimeout')}, true)`,
);

const lockIdle = prepared(sql`select true from ${credits} where team_id = ${value('teamId')} for update skip locked`);
