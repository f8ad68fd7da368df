import { is, Placeholder, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { PostgresJsSession } from 'drizzle-orm/postgres-js';
import type { Queryable } from './client';

const dialect = new PgDialect();

/** Times go in as ISO text, JSON as text, bytes as `Buffer`, arrays of texts as arrays (cast them to `text[]`). */
type Value = string | number | boolean | Uint8Array | readonly string[] | null;

/**
 * A statement of the hot path: its SQL is built once per process and prepared once per connection, and it goes to the
 * driver as it is, which costs a fraction of building, parsing and mapping it on every call. Values are named with
 * `sql.placeholder`. Rows come back as the driver reads them (bigint as text, times as text). Statements of one
 * transaction run in the order in which they were called; those that are called without waiting travel together. One
 * without values is not prepared: the driver sends it as plain text.
 */
export function prepared<Row>(
  template: SQL,
): (on: Queryable, values: Readonly<Record<string, Value>>) => Promise<Row[]> {
  const { sql, params } = dialect.sqlToQuery(template);
  const names = params.map(nameOf);
  return async (on, values) => {
    const { session } = on._;
    if (!is(session, PostgresJsSession)) throw new TypeError('Prepared statements need the postgres.js driver.');
    const parameters = names.map((name) => need(values, name));
    return await session.client.unsafe<Row[]>(sql, parameters, { prepare: true }).execute();
  };
}

function nameOf(parameter: unknown): string {
  if (is(parameter, Placeholder)) return parameter.name;
  throw new TypeError('A prepared statement takes its values by name.');
}

function need(values: Readonly<Record<string, Value>>, name: string): Value {
  const value = values[name];
  if (value === undefined) throw new TypeError(`A prepared statement has no value for ${name}.`);
  return value;
}
