import { type SQL, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Queryable } from '@/db/client';

interface Invariants extends Record<string, unknown> {
  team_id: string;
  balance: string;
  ledger: string;
  remaining: string;
  held: string;
  lots_held: string;
  open_holds: string;
  last_balance: string;
}

/** The sums that hold after everything, whatever happened. Checked for one team, or for all. */
export async function expectInvariants(database: Queryable, teamId?: string): Promise<void> {
  const sums = await database.execute<Invariants>(sql`
    select c.team_id, c.balance, c.held,
      (select coalesce(sum(delta), 0) from credit_ledger_entries e where e.team_id = c.team_id) as ledger,
      (select coalesce(sum(remaining), 0) from credit_grants g where g.team_id = c.team_id) as remaining,
      (select coalesce(sum(held), 0) from credit_grants g where g.team_id = c.team_id) as lots_held,
      (select coalesce(sum(credits), 0) from credit_holds h where h.team_id = c.team_id and state = 'held') as open_holds,
      coalesce((select balance_after from credit_ledger_entries e where e.team_id = c.team_id order by sequence desc limit 1), 0) as last_balance
    from credits c where ${teamId === undefined ? sql`true` : sql`c.team_id = ${teamId}`}`);
  for (const row of sums) {
    const numbers = {
      ledger: Number(row.ledger),
      remaining: Number(row.remaining),
      held: Number(row.held),
      last: Number(row.last_balance),
    };
    expect({ team: row.team_id, ...numbers, lotsHeld: Number(row.lots_held) }).toEqual({
      team: row.team_id,
      ledger: Number(row.balance),
      remaining: Math.max(Number(row.balance), 0),
      held: Number(row.open_holds),
      last: Number(row.balance),
      lotsHeld: Number(row.open_holds),
    });
  }
}

/** One row of numbers and texts, for a look that no verb offers. */
export async function one(database: Queryable, query: SQL): Promise<Record<string, unknown>> {
  const [row] = await database.execute(query);
  if (!row) throw new Error('The query found nothing.');
  return row;
}

/** All rows of a query, as the driver reads them. */
export async function rows(database: Queryable, query: SQL): Promise<Record<string, unknown>[]> {
  return [...(await database.execute(query))];
}

export async function balanceOf(database: Queryable, teamId: string): Promise<number> {
  const row = await one(
    database,
    sql`select coalesce((select balance from credits where team_id = ${teamId}), 0) as balance`,
  );
  return Number(row.balance);
}

export async function count(database: Queryable, query: SQL): Promise<number> {
  const row = await one(database, query);
  return Number(row.count);
}
