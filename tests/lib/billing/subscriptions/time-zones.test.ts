import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bursts } from '../../../support/bursts';
import { createTestDatabase, openConnection, type TestDatabase } from '../../../support/database';
import { type Life, newLife } from '../../../support/life';
import { post, type ServerProcess, startServer } from '../../../support/server';
import { expectInvariants, rows } from '../../../support/state';

const providers = ['stripe', 'lemonsqueezy', 'polar', 'paddle'] as const;
type PlanProvider = (typeof providers)[number];

/** The days on which the payloads' two periods begin and the second one ends, and other days to put in their place. */
const told = ['2026-09-01', '2026-10-01', '2026-11-01'] as const;
const calendars = [
  { name: 'over the end of summer time', days: told },
  {
    name: 'over the ends of months and the beginning of summer time',
    days: ['2027-01-31', '2027-02-28', '2027-03-31'],
  },
  { name: 'over a leap day', days: ['2028-01-31', '2028-02-29', '2028-03-31'] },
  { name: 'where the provider drifts to the shortest month', days: ['2027-01-31', '2027-02-28', '2027-03-28'] },
] as const;

/** What each provider says of the time of day, to its last digit. */
const times: Record<PlanProvider, readonly [string, string, string]> = {
  stripe: ['10:00:00.000000', '10:00:00.000000', '10:00:00.000000'],
  lemonsqueezy: ['10:00:03.000000', '10:00:00.000000', '10:00:00.000000'],
  polar: ['10:00:00.512345', '10:00:00.512345', '10:00:00.512345'],
  paddle: ['10:00:00.449123', '10:00:00.449123', '10:00:00.449123'],
};

describe.each(['UTC', 'America/New_York', 'Pacific/Apia'])('a server and a database that live in %s', (zone) => {
  let database: TestDatabase;
  let server: ServerProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
    const admin = openConnection(database.url, { max: 1 });
    await admin.execute(sql.raw(`alter database ${new URL(database.url).pathname.slice(1)} set timezone to '${zone}'`));
    server = await startServer({ databaseUrl: database.url, steps: {}, env: { TZ: zone } });
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
  });

  it.each(calendars.flatMap(({ name, days }) => providers.map((provider) => ({ provider, name, days }))))(
    'record a first payment and a renewal of $provider to the second, $name',
    async ({ provider, days }) => {
      const life = await newLife(database.db, provider);
      for (const name of [...bursts[provider].first, ...bursts[provider].renewal]) {
        const body = moved(life.body(name), days);
        expect(await post(server, { provider, body, eventId: `msg_${randomUUID()}` })).toMatch(
          /^200 (applied|duplicate|stale|ignored|waiting)$/,
        );
      }
      const [start, middle, end] = days.map((day, n) => `${day}T${times[provider][n]}Z`);
      expect(await periodsOf(database, life)).toEqual([
        { kind: 'first', start, end: middle, lapses: null },
        { kind: 'renewal', start: middle, end, lapses: '72 hours later' },
      ]);
      await expectInvariants(database.db, life.teamId);
    },
  );
});

/** The same body with every time on another day: texts and seconds alike. */
function moved(body: Uint8Array, days: readonly string[]): Uint8Array {
  let text = new TextDecoder().decode(body);
  for (const [n, day] of told.entries()) text = text.replaceAll(`${day}T`, `${days[n]}T`);
  text = text.replace(/\b17\d{8}\b/g, (seconds) => {
    const at = new Date(Number(seconds) * 1000).toISOString();
    const n = told.findIndex((day) => at.startsWith(day));
    return n < 0 ? seconds : String(Date.parse(`${days[n]}${at.slice(10)}`) / 1000);
  });
  return new TextEncoder().encode(text);
}

/** In UTC to the microsecond, and how long after its period each allowance lapses. */
async function periodsOf({ db }: TestDatabase, { teamId }: Life) {
  const inUtc = (column: string) =>
    sql.raw(`to_char(p.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${column.slice(7)}`);
  return rows(
    db,
    sql`
      select p.kind, ${inUtc('period_start')}, ${inUtc('period_end')},
        (select round(extract(epoch from g.expires_at - p.period_end) / 3600)::text || ' hours later'
          from credit_grants g where g.source_key = p.id and g.remaining > 0) as lapses
      from subscription_billing_periods p join subscriptions s on s.id = p.subscription_id
      where s.team_id = ${teamId} order by p.period_start`,
  );
}
