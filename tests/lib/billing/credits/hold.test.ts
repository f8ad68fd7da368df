import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { capture, expireHolds, hold, release } from '@/lib/billing/credits/hold';
import { getCredits } from '@/lib/billing/credits/queries';
import { createTeam, testContext } from '../../../support/billing';
import { code, lotsOf, request, teamWith } from '../../../support/credits';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { balanceOf, expectInvariants } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

describe('a hold', () => {
  it('reserves, is captured in part, and frees the rest', async () => {
    const { teamId, clock, context } = await teamWith(database.db, { credits: 100 });
    const held = await hold(database.db, clock, request(teamId, 60));
    expect(await getCredits(context, teamId)).toEqual({ balance: 100, held: 60, available: 40 });
    expect(await capture(database.db, clock, { teamId, holdId: held.id, credits: 25 })).toMatchObject({
      state: 'captured',
      captured: 25,
    });
    expect(await getCredits(context, teamId)).toEqual({ balance: 75, held: 0, available: 75 });
    expect(await capture(database.db, clock, { teamId, holdId: held.id, credits: 25 })).toMatchObject({ captured: 25 });
    await expect(capture(database.db, clock, { teamId, holdId: held.id, credits: 26 })).rejects.toEqual(
      code('hold_not_open'),
    );
    await expect(release(database.db, clock, { teamId, holdId: held.id })).rejects.toEqual(code('hold_not_open'));
    expect(await balanceOf(database.db, teamId)).toBe(75);
  });

  it('is one hold under one key', async () => {
    const { teamId, clock } = await teamWith(database.db, { credits: 100 });
    const first = await hold(database.db, clock, request(teamId, 60, 'job'));
    expect((await hold(database.db, clock, request(teamId, 60, 'job'))).id).toBe(first.id);
    await expect(hold(database.db, clock, request(teamId, 61, 'job'))).rejects.toEqual(code('idempotency_key_reused'));
  });

  it('cannot be captured for more than it has', async () => {
    const { teamId, clock } = await teamWith(database.db, { credits: 100 });
    const { id } = await hold(database.db, clock, request(teamId, 60));
    await expect(capture(database.db, clock, { teamId, holdId: id, credits: 61 })).rejects.toEqual(
      code('capture_exceeds_hold'),
    );
  });

  it("is not another team's to touch", async () => {
    const { teamId, clock } = await teamWith(database.db, { credits: 100 });
    const { id } = await hold(database.db, clock, request(teamId, 60));
    const stranger = await createTeam(database.db);
    await expect(capture(database.db, clock, { teamId: stranger, holdId: id })).rejects.toEqual(code('hold_not_found'));
    await expect(release(database.db, clock, { teamId: stranger, holdId: id })).rejects.toEqual(code('hold_not_found'));
  });

  it('releases itself when its time is over, and cannot be captured after that', async () => {
    const { teamId, clock, context } = await teamWith(database.db, { credits: 100 });
    const { id } = await hold(database.db, clock, { ...request(teamId, 60), expiresInSeconds: 60 });
    clock.advance(60_000);
    await expect(capture(database.db, clock, { teamId, holdId: id })).rejects.toEqual(code('hold_not_open'));
    await expireHolds(testContext(database.db), clock.now(), 100);
    expect(await getCredits(context, teamId)).toEqual({ balance: 100, held: 0, available: 100 });
    expect(await release(database.db, clock, { teamId, holdId: id })).toMatchObject({ state: 'expired' });
  });

  it('captures exactly the lots that it pinned', async () => {
    const { teamId, clock } = await teamWith(
      database.db,
      { credits: 50, expiresInDays: 5 },
      { credits: 50, expiresInDays: 9 },
    );
    const { id } = await hold(database.db, clock, request(teamId, 70));
    expect(await lotsOf(database.db, teamId)).toEqual([
      { remaining: '50', held: '50' },
      { remaining: '50', held: '20' },
    ]);
    await capture(database.db, clock, { teamId, holdId: id });
    expect(await lotsOf(database.db, teamId)).toEqual([
      { remaining: '0', held: '0' },
      { remaining: '30', held: '0' },
    ]);
  });
});
