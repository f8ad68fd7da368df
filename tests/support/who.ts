import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { rows } from './state';

/** Everybody who can ask for something, as seen from the team whose things they are. */
export const whos = ['owner', 'billing', 'member', 'stranger', 'demo', 'operator', 'visitor'] as const;
export type Who = (typeof whos)[number];

/** A digest of everything that is a team's, by table: what somebody else's request must leave as it was. */
export async function digestOf(database: Database, teamId: string): Promise<Record<string, string>> {
  const tables = await rows(
    database,
    sql`select table_name from information_schema.columns where table_schema = 'public' and column_name = 'team_id' order by 1`,
  );
  const parts = tables.map(({ table_name: name }) => digest(String(name), sql`team_id = ${teamId}`));
  const digests = await rows(database, sql.join([...parts, digest('teams', sql`id = ${teamId}`)], sql` union all `));
  return Object.fromEntries(digests.map(({ name, digest: value }) => [name, String(value)]));
}

function digest(table: string, where: ReturnType<typeof sql>) {
  const from = sql.identifier(table);
  return sql`select ${table}::text as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest
    from ${from} t where ${where}`;
}
