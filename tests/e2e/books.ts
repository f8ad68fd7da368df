import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Shop } from './shop';

export async function readBalanceOf({ database }: Shop, teamId: string): Promise<number> {
  const [row] = await database.execute(sql`select balance from credits where team_id = ${teamId}`);
  return Number(row?.balance);
}

/** The kinds of a team's open cases. */
export async function readCasesOf({ database }: Shop, teamId: string): Promise<string[]> {
  const rows = await database.execute(sql`
    select kind from reconciliation_cases where team_id = ${teamId} and state = 'open' order by kind`);
  return rows.map(({ kind }) => String(kind));
}

/**
 * Paid purchases of a team as they stand on record, the newest last; from the second on, two of them at the same time.
 * Returns their ids.
 */
export async function havePurchases({ database }: Shop, teamId: string, count: number): Promise<string[]> {
  const name = `${teamId}-${randomUUID()}-`;
  await database.execute(sql`
    insert into credit_purchases (id, team_id, provider, provider_checkout_id, provider_event_id, lines, credits, quantity,
      subtotal_minor, discount_minor, tax_minor, amount_minor, currency, paid_at)
    select ${name}::text || n, ${teamId}, 'stripe', ${name}::text || n, 'evt', '[{"item":"pack_1000","quantity":1}]', 1000,
      1, 4900, 0, 0, 4900, 'USD', now() - (${count} - n + 1) / 2 * interval '1 minute'
    from generate_series(1, ${count}::int) n`);
  return Array.from({ length: count }, (_, index) => `${name}${index + 1}`);
}
