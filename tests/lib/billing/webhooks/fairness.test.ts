import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { drain } from '@/lib/billing/drain';
import { leavePayment } from '../../../support/backlog';
import { createTeam, fixedClock, testContext, usualLockWait } from '../../../support/billing';
import { createTestDatabase, openConnection, type TestDatabase } from '../../../support/database';
import { until } from '../../../support/locks';
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
  await database.db.execute(sql`truncate billing_webhook_events`);
});

/** Payments that a first attempt left behind, of one team or of a team each, and then one of another team. */
async function leaveToWorker(
  count: number,
  of: 'one team' | 'a team each',
): Promise<{ teamId: string; other: string }> {
  const [teamId, other] = [await createTeam(database.db), await createTeam(database.db)];
  for (let n = 0; n < count; n += 1)
    await leavePayment(database.db, { teamId: of === 'one team' ? teamId : await createTeam(database.db) });
  await leavePayment(database.db, { teamId: other });
  return { teamId, other };
}

/** The states of all events but those of this team. */
const tallyWithout = async (other: string) =>
  tally(
    (await rows(database.db, sql`select state from billing_webhook_events where team_id <> ${other}`)).map(
      ({ state }) => String(state),
    ),
  );

/** Passes until nothing is ours to try any more; a slow machine lets some rest in between. */
async function drainUntilSettled(): Promise<void> {
  await until(async () => {
    await database.db.execute(sql`
      update billing_webhook_events set next_attempt_at = now() where next_attempt_at is not null`);
    await drain(testContext(database.db, { clock: fixedClock(new Date()) }), { budgetMs: 60_000 });
    return (await tallyWithout('')).retrying === undefined;
  });
}

describe('very many events that are due', () => {
  it('200 of a team whose balance cannot be had do not keep those of another team waiting', async () => {
    const { teamId, other } = await leaveToWorker(200, 'one team');
    await database.db.execute(sql`insert into credits (team_id, balance) values (${teamId}, 0)`);
    const holder = openConnection(database.url, { max: 1 });
    await holder.transaction(async (tx) => {
      await tx.execute(sql`select 1 from credits where team_id = ${teamId} for update`);
      // Each attempt for the busy team takes the second that a lock is waited for: in turn they would take 200.
      await drain(testContext(database.db, { waits: usualLockWait }), { budgetMs: 30_000 });
      expect(await balanceOf(database.db, other)).toBe(1000);
      expect(await tallyWithout(other)).toEqual({ retrying: 200 });
    });
    await drainUntilSettled();
    expect(await tallyWithout(other)).toEqual({ applied: 200 });
    expect(await balanceOf(database.db, teamId)).toBe(200_000);
  });

  it('of many teams that break every attempt do not keep that of another waiting, and end with a person', async () => {
    const { other } = await leaveToWorker(120, 'a team each');
    await breakAttempts(other, "new.state = 'applied'");
    await drain(testContext(database.db, { clock: fixedClock(new Date()) }), { budgetMs: 60_000 });
    expect(await balanceOf(database.db, other)).toBe(1000);
    expect(await tallyWithout(other)).toEqual({ retrying: 120 });
    await database.db.execute(sql`
      update billing_webhook_events set received_at = received_at - interval '2 days' where team_id <> ${other}`);
    await drainUntilSettled();
    expect(await tallyWithout(other)).toEqual({ parked: 120 });
  });

  it('of many teams that cannot even be told to have failed rest, and let that of another have its turn', async () => {
    const { other } = await leaveToWorker(120, 'a team each');
    await breakAttempts(other, 'true');
    const passes = async () => {
      await drain(testContext(database.db, { clock: fixedClock(new Date()) }), { budgetMs: 60_000 });
      return (await balanceOf(database.db, other)) === 1000;
    };
    // The first pass sees a hundred of them, the second has room for the other team.
    expect((await passes()) || (await passes())).toBe(true);
    await database.db.execute(sql`drop trigger break_attempt on billing_webhook_events`);
    await drainUntilSettled();
    expect(await tallyWithout(other)).toEqual({ applied: 120 });
  });
});

/** From outside the work, so that what is broken is the whole attempt. */
async function breakAttempts(other: string, when: string): Promise<void> {
  await database.db.execute(sql`
    create or replace function break_attempt() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`);
  await database.db.execute(sql`
    create trigger break_attempt before update of attempts on billing_webhook_events for each row
    when (old.team_id <> ${sql.raw(`'${other}'`)} and ${sql.raw(when)}) execute function break_attempt()`);
}
