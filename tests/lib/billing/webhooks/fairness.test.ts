import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { drain } from '@/lib/billing/drain';
import { together } from '../../../support/barrier';
import { createTeam, send, testContext } from '../../../support/billing';
import { createTestDatabase, openConnection, type TestDatabase } from '../../../support/database';
import { createPayment, type Payment } from '../../../support/payments';
import { balanceOf, expectInvariants, rows } from '../../../support/state';
import { tally } from '../../../support/tally';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  await database.db.execute(sql`drop trigger if exists break_attempt on billing_webhook_events`);
  await expectInvariants(database.db);
});

/** Payments that were received while nothing could be applied, and are due by now; those of `first` for longer. */
async function leaveToWorker(first: readonly Payment[], last: Payment): Promise<void> {
  const failing = testContext(database.db, {
    onStep: (step) => {
      if (step === 'worked') throw new Error('not now');
    },
  });
  const answers = await Promise.all(
    [...first, last].map((payment) => send(failing, { provider: 'stripe', body: payment.paid() })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['retrying']));
  await database.db.execute(sql`
    update billing_webhook_events
    set next_attempt_at = now() - case when team_id = ${last.teamId} then interval '1 second' else interval '1 minute' end
    where next_attempt_at is not null`);
}

const tallyOf = async (teamId: string) =>
  tally(
    (await rows(database.db, sql`select state from billing_webhook_events where team_id = ${teamId}`)).map(
      ({ state }) => String(state),
    ),
  );

/** Gives everything that is due its turn, and does not end before. */
async function drainAll(): Promise<void> {
  await database.db.execute(
    sql`update billing_webhook_events set next_attempt_at = now() where next_attempt_at is not null`,
  );
  await drain(testContext(database.db), { budgetMs: 60_000 });
}

describe('very many events of one team that are due', () => {
  it('200 that cannot have its balance do not keep those of another team waiting', async () => {
    const teamId = await createTeam(database.db);
    const hot = await together(200, () => createPayment(database.db, { teamId }));
    const other = await createPayment(database.db);
    await leaveToWorker(hot, other);
    await database.db.execute(
      sql`insert into credits (team_id, balance) values (${teamId}, 0) on conflict (team_id) do nothing`,
    );
    const holder = openConnection(database.url, { max: 1 });
    await holder.transaction(async (tx) => {
      await tx.execute(sql`select 1 from credits where team_id = ${teamId} for update`);
      // Each attempt for the busy team takes the second that a lock is waited for: in turn they would take 200.
      await drain(testContext(database.db), { budgetMs: 30_000 });
      expect(await balanceOf(database.db, other.teamId)).toBe(1000);
      expect(await tallyOf(teamId)).toEqual({ retrying: 200 });
    });
    await drainAll();
    expect(await tallyOf(teamId)).toEqual({ applied: 200 });
    expect(await balanceOf(database.db, teamId)).toBe(200_000);
  });

  it('that break every attempt do not keep those of another team waiting, and end with a person', async () => {
    const teamId = await createTeam(database.db);
    const poison = await together(120, () => createPayment(database.db, { teamId }));
    const other = await createPayment(database.db);
    await leaveToWorker(poison, other);
    await breakAttempts(teamId, "new.state = 'applied'");
    const context = testContext(database.db);
    await drain(context, { budgetMs: 20_000 });
    expect(await balanceOf(database.db, other.teamId)).toBe(1000);
    expect(await tallyOf(teamId)).toEqual({ retrying: 120 });
    await database.db.execute(sql`
      update billing_webhook_events set received_at = received_at - interval '2 days', next_attempt_at = now()
      where team_id = ${teamId}`);
    await drain(context, { budgetMs: 60_000 });
    expect(await tallyOf(teamId)).toEqual({ parked: 120 });
    await database.db.execute(sql`drop trigger break_attempt on billing_webhook_events`);
  });

  it('that cannot even be told to have failed rest for a while', async () => {
    const teamId = await createTeam(database.db);
    const poison = await together(120, () => createPayment(database.db, { teamId }));
    const other = await createPayment(database.db);
    await leaveToWorker(poison, other);
    await breakAttempts(teamId, 'true');
    await drain(testContext(database.db), { budgetMs: 20_000 });
    expect(await balanceOf(database.db, other.teamId)).toBe(1000);
    await database.db.execute(sql`drop trigger break_attempt on billing_webhook_events`);
    await drainAll();
    expect(await tallyOf(teamId)).toEqual({ applied: 120 });
  });
});

/** From outside the work, so that what is broken is the whole attempt. */
async function breakAttempts(teamId: string, when: string): Promise<void> {
  await database.db.execute(sql`
    create or replace function break_attempt() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`);
  await database.db.execute(sql`
    create trigger break_attempt before update of attempts on billing_webhook_events for each row
    when (old.team_id = ${sql.raw(`'${teamId}'`)} and ${sql.raw(when)}) execute function break_attempt()`);
}
