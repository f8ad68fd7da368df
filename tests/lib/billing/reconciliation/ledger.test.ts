import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BillingContext } from '@/lib/billing/context';
import { spend } from '@/lib/billing/credits/spend';
import { checkLedger } from '@/lib/billing/reconciliation/ledger';
import { createTeam, fixedClock, send, testContext } from '@/tests/support/billing';
import { createTestDatabase, type TestDatabase } from '@/tests/support/database';
import { purchaseOf } from '@/tests/support/reconciled';
import { rows } from '@/tests/support/state';

let database: TestDatabase;
let context: BillingContext & { clock: ReturnType<typeof fixedClock> };

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  const clock = fixedClock('2026-10-02T00:00:00Z');
  context = { ...testContext(database.db), clock };
});
afterAll(() => database.drop());

/** A team that bought a pack and spent of it. */
async function buyer(): Promise<string> {
  const teamId = await createTeam(database.db);
  const body = await purchaseOf(database.db, teamId);
  expect((await send(context, { provider: 'stripe', body })).status).toBe('applied');
  const spending = { teamId, credits: 300, idempotencyKey: 'job', reason: 'A job' };
  await spend(database.db, context.clock, spending);
  return teamId;
}

const casesOf = (subject: string) =>
  rows(
    database.db,
    sql`select kind, state, local from reconciliation_cases where subject = ${subject} order by opened_at`,
  );

it('books that are right open nothing', async () => {
  await buyer();
  expect(await checkLedger(context)).toMatchObject({ kind: 'done', counted: { differences: 0, casesOpened: 0 } });
});

const faults = {
  'the balance': (teamId: string) => sql`update credits set balance = balance + 1 where team_id = ${teamId}`,
  'the lots': (teamId: string) => sql`update credit_grants set remaining = remaining - 1 where team_id = ${teamId}`,
  'what is held': (teamId: string) => sql`update credits set held = held + 1 where team_id = ${teamId}`,
  'what the lots hold': (teamId: string) => sql`update credit_grants set held = held + 1 where team_id = ${teamId}`,
  'the ledger': (teamId: string) =>
    sql`update credit_ledger_entries set delta = delta - 1 where team_id = ${teamId} and kind = 'spend'`,
};

it.each(Object.entries(faults))(
  '%s that somebody changed by hand is one case, until it is right again',
  async (_, fault) => {
    const teamId = await buyer();
    const repair = await rows(database.db, sql`select balance, held from credits where team_id = ${teamId}`);
    await database.db.execute(fault(teamId));
    expect(await checkLedger(context)).toMatchObject({ counted: { differences: 1, casesOpened: 1 } });
    expect(await checkLedger(context)).toMatchObject({ counted: { differences: 1, casesOpened: 0 } });
    expect(await casesOf(`team:${teamId}`)).toMatchObject([{ kind: 'ledger_mismatch', state: 'open' }]);
    await database.db.execute(
      sql`update credits set balance = ${repair[0]?.balance}, held = 0 where team_id = ${teamId}`,
    );
    await database.db.execute(sql`update credit_grants set remaining = 700, held = 0 where team_id = ${teamId}`);
    await database.db.execute(
      sql`update credit_ledger_entries set delta = -300 where team_id = ${teamId} and kind = 'spend'`,
    );
    expect(await checkLedger(context)).toMatchObject({ counted: { differences: 0 } });
    expect(await casesOf(`team:${teamId}`)).toMatchObject([{ kind: 'ledger_mismatch', state: 'closed' }]);
  },
);

it('more teams than fit into one batch are checked one batch after the other, also when it is cut off between', async () => {
  await database.db.execute(sql`
    insert into teams (id, name) select 'team_many_' || n, 'Team' from generate_series(1, 450) as n`);
  await database.db.execute(
    sql`insert into credits (team_id) select 'team_many_' || n from generate_series(1, 450) as n`,
  );
  await database.db.execute(sql`update credits set balance = 5 where team_id = 'team_many_99'`);
  const paused = await checkLedger(context, { isTimeLeft: () => false });
  expect(paused).toMatchObject({ kind: 'paused', counted: { compared: 200 } });
  const done = await checkLedger(context);
  expect(done).toMatchObject({ kind: 'done', counted: { differences: 1 } });
  expect(done.kind === 'done' && done.counted.compared).toBeGreaterThanOrEqual(450);
  expect(await casesOf('team:team_many_99')).toMatchObject([{ kind: 'ledger_mismatch', state: 'open' }]);
});

it('a lease that is over for an hour is a case, until somebody takes the work up', async () => {
  const teamId = await createTeam(database.db);
  await database.db.execute(sql`
    insert into subscription_outbox (id, event_type, team_id, dedup_key, payload, state, leased_until)
    values ('msg_stuck', 'receipt', ${teamId}, 'stuck', '{}', 'sending', '2026-10-01T20:00:00Z')`);
  await checkLedger(context);
  expect(await casesOf('leases:messages')).toMatchObject([{ kind: 'stuck_lease', state: 'open', local: { count: 1 } }]);
  await database.db.execute(
    sql`update subscription_outbox set state = 'sent', leased_until = null where id = 'msg_stuck'`,
  );
  await checkLedger(context);
  expect(await casesOf('leases:messages')).toMatchObject([{ state: 'closed' }]);
});
