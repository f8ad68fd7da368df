import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { grantLot } from '@/lib/billing/credits/ledger';
import { drain } from '@/lib/billing/drain';
import { fixedClock } from '@/lib/clock';
import { createTeam, testContext } from '../../support/billing';
import { createTestDatabase, openConnection, type TestDatabase } from '../../support/database';
import { lost, newRenewing } from '../../support/renewing';
import { balanceOf, expectInvariants } from '../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

const endsAt = new Date('2026-09-20T12:00:00Z');
const later = () => testContext(database.db, { clock: fixedClock('2026-09-21T12:00:00Z') });

async function createTeamWithLot(): Promise<string> {
  const teamId = await createTeam(database.db);
  const at = new Date('2026-09-01T12:00:00Z');
  const lot = { credits: 100, sourceType: 'demo', sourceKey: teamId, expiresAt: endsAt } as const;
  const cause = { teamId, idempotencyKey: 'lot', kind: 'grant', reason: 'Test', ref: null, actor: 'test', at } as const;
  await database.db.transaction((tx) => grantLot(tx, lot, cause));
  return teamId;
}

describe('lots that have ended', () => {
  it('of a team that is busy keep no other team waiting, and lapse in the next pass', async () => {
    const [busy, other] = [await createTeamWithLot(), await createTeamWithLot()];
    const holder = openConnection(database.url, { max: 1 });
    await holder.transaction(async (tx) => {
      await tx.execute(sql`select 1 from credits where team_id = ${busy} for update`);
      const context = later();
      expect(await drain(context, { budgetMs: 60_000 })).toMatchObject({ teamsWithExpiredLots: 1 });
      // Nobody waited for it either.
      expect(context.lines.join()).not.toContain('lots not expired');
      expect([await balanceOf(database.db, busy), await balanceOf(database.db, other)]).toEqual([100, 0]);
    });
    await drain(later(), { budgetMs: 60_000 });
    expect(await balanceOf(database.db, busy)).toBe(0);
  });

  it('of a team whose lots cannot be moved keep no other team waiting, and the log names it', async () => {
    const [broken, other] = [await createTeamWithLot(), await createTeamWithLot()];
    await database.db.execute(sql`
      create function refuse_entry() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`);
    await database.db.execute(sql`
      create trigger refuse_entry before insert on credit_ledger_entries for each row
      when (new.team_id = ${sql.raw(`'${broken}'`)}) execute function refuse_entry()`);
    const context = later();
    await drain(context, { budgetMs: 60_000 });
    expect([await balanceOf(database.db, broken), await balanceOf(database.db, other)]).toEqual([100, 0]);
    expect(context.lines.filter((line) => line.includes('lots not expired'))).toEqual([
      expect.stringContaining(broken),
    ]);
    await database.db.execute(sql`drop trigger refuse_entry on credit_ledger_entries`);
  });
});

describe('a pass', () => {
  it('begins nothing once it was asked to stop', async () => {
    const teamId = await createTeamWithLot();
    const stopping = new AbortController();
    stopping.abort();
    expect(await drain(later(), { budgetMs: 60_000, stopping: stopping.signal })).toEqual({});
    expect(await balanceOf(database.db, teamId)).toBe(100);
  });

  it('that one step used up is followed by one that begins behind it', async () => {
    const other = await createTestDatabase();
    const renewing = await newRenewing(other.db);
    const { clock, context } = renewing;
    Object.assign(renewing.till, {
      charge: async () => {
        clock.advance(30_000);
        return lost;
      },
    });
    await renewing.begin();
    const names: string[] = [];
    for (const minutes of [2, 6]) {
      clock.advance(minutes * 60_000);
      names.push(...Object.keys(await drain(context, { budgetMs: 5000 })));
    }
    expect(names).toEqual(expect.arrayContaining(['charges', 'dunning', 'messages', 'reconciliations']));
    await other.drop();
  });

  it('goes on with the other steps when one cannot be done', async () => {
    const teamId = await createTeamWithLot();
    const other = await createTestDatabase();
    await other.db.execute(sql`drop table credit_holds`);
    const context = testContext(other.db);
    expect(await drain(context, { budgetMs: 60_000 })).toMatchObject({ holds: 0, teamsWithExpiredLots: 0, pruned: 0 });
    expect(context.lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'step failed', step: 'holds', code: '42P01' }),
    );
    await other.drop();
    await drain(later(), { budgetMs: 60_000 });
    expect(await balanceOf(database.db, teamId)).toBe(0);
  });
});
