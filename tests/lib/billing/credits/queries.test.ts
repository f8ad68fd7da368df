import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listBillingHistory, listMovementsByDay } from '@/lib/billing/credits/queries';
import { spend } from '@/lib/billing/credits/spend';
import { code, day, request, teamWith } from '../../../support/credits';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { expectInvariants } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

describe('the history', () => {
  it.each([0, 1, 10, 11, 101, 250])(
    'of %i entries is read page by page, every entry once, while new ones arrive',
    async (entries) => {
      const { teamId, clock, context } = await teamWith(
        database.db,
        ...Array.from({ length: entries }, () => ({ credits: 1 })),
      );
      const seen: string[] = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const page = await listBillingHistory(context, { teamId, limit: 10, ...(cursor ? { cursor } : {}) });
        seen.push(...page.entries.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
        pages += 1;
        if (pages === 2) await spend(database.db, clock, request(teamId, 1));
      } while (cursor);
      expect(seen).toHaveLength(entries);
      expect(new Set(seen).size).toBe(entries);
    },
  );

  it("never shows another team's entries", async () => {
    const one = await teamWith(database.db, { credits: 5 });
    const other = await teamWith(database.db, { credits: 7 });
    const { entries } = await listBillingHistory(one.context, { teamId: other.teamId });
    expect(entries.map(({ delta }) => delta)).toEqual([7]);
  });

  it('refuses a cursor that is none', async () => {
    const { teamId, context } = await teamWith(database.db, { credits: 5 });
    await expect(listBillingHistory(context, { teamId, cursor: "1' or 1=1" })).rejects.toEqual(code('invalid_cursor'));
  });

  it('adds up by day, with the days in which nothing moved', async () => {
    const { teamId, clock, context } = await teamWith(database.db, { credits: 100 });
    clock.advance(2 * day);
    await spend(database.db, clock, request(teamId, 30));
    expect(await listMovementsByDay(context, teamId, 4)).toEqual([
      { day: '2026-09-19', creditsIn: 0, creditsOut: 0, balance: 0 },
      { day: '2026-09-20', creditsIn: 100, creditsOut: 0, balance: 100 },
      { day: '2026-09-21', creditsIn: 0, creditsOut: 0, balance: 100 },
      { day: '2026-09-22', creditsIn: 0, creditsOut: 30, balance: 70 },
    ]);
  });
});
