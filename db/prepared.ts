import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Queryable } from './client';

const dialect = new PgDialect();

/**
 * A statement of the hot path: its SQL is built once per process and prepared once per connection, which costs a
 * third of building and parsing it on every call. Values are named with `sql.placeholder`; times go in as ISO text,
 * JSON as text, bytes as `Buffer`. Rows come back as the driver reads them (bigint as text, times as text).
 */
export function prepared<Row>(
  name: string,
  template: SQL,
): (on: Queryable, values: Record<string, unknown>) => Promise<Row[]> {
  const query = dialect.sqlToQuery(template);
  return async (on, values) => {
    const statement = on._.session.prepareQuery(query, undefined, name, false);
    return (await statement.execute(values)) as Row[];
  };
}
