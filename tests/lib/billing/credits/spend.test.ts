import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hold } from '@/lib/billing/credits/hold';
import { getCredits, listBillingHistory } from '@/lib/billing/credits/queries';
import { spend } from '@/lib/billing/credits/spend';
import { createTeam } from '../../../support/billing';
import { code, day, lotsOf, request, teamWith } from '../../../support/credits';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { balanceOf, expectInvariants } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

describe('spending', () => {
  it('takes the lot that expires first and says why in the ledger', async () => {
    const { teamId, clock, context } = await teamWith(
      database.db,
      { credits: 100 },
      { credits: 50, expiresInDays: 10 },
    );
    const spent = await spend(database.db, clock, { ...request(teamId, 70), ref: 'job-1', actor: 'usr_1' });
    expect(spent).toMatchObject({ balanceAfter: 80, duplicate: false });
    expect(await lotsOf(database.db, teamId)).toEqual([
      { remaining: '0', held: '0' },
      { remaining: '80', held: '0' },
    ]);
    const { entries } = await listBillingHistory(context, { teamId, limit: 1 });
    expect(entries[0]).toMatchObject({
      kind: 'spend',
      delta: -70,
      balanceAfter: 80,
      reason: 'A test job',
      ref: 'job-1',
      actor: 'usr_1',
    });
  });

  it('spends once under one key, and refuses the key for another amount', async () => {
    const { teamId, clock } = await teamWith(database.db, { credits: 100 });
    const first = await spend(database.db, clock, request(teamId, 40, 'job-7'));
    expect(await spend(database.db, clock, request(teamId, 40, 'job-7'))).toEqual({ ...first, duplicate: true });
    await expect(spend(database.db, clock, request(teamId, 41, 'job-7'))).rejects.toEqual(
      code('idempotency_key_reused'),
    );
    expect(await balanceOf(database.db, teamId)).toBe(60);
  });

  it('never goes below what is available', async () => {
    const { teamId, clock } = await teamWith(database.db, { credits: 100 });
    await hold(database.db, clock, request(teamId, 60));
    await expect(spend(database.db, clock, request(teamId, 41))).rejects.toEqual(code('insufficient_credits'));
    await spend(database.db, clock, request(teamId, 40));
    await expect(spend(database.db, clock, request(teamId, 1))).rejects.toEqual(code('insufficient_credits'));
    await expect(spend(database.db, clock, request(await createTeam(database.db), 1))).rejects.toEqual(
      code('insufficient_credits'),
    );
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses %s credits', async (credits) => {
    const { teamId, clock } = await teamWith(database.db, { credits: 100 });
    expect(() => spend(database.db, clock, request(teamId, credits))).toThrow(code('invalid_credits'));
  });

  it.each(['', 'x'.repeat(201), 'a\0b'])('refuses an idempotency key that is none', async (key) => {
    const { teamId, clock } = await teamWith(database.db, { credits: 100 });
    expect(() => spend(database.db, clock, request(teamId, 1, key))).toThrow(code('invalid_idempotency_key'));
  });

  it('does not spend what has lapsed, even before the sweep', async () => {
    const { teamId, clock, context } = await teamWith(database.db, { credits: 100, expiresInDays: 1 }, { credits: 30 });
    clock.advance(day);
    expect(await getCredits(context, teamId)).toEqual({ balance: 130, held: 0, available: 30 });
    await expect(spend(database.db, clock, request(teamId, 31))).rejects.toEqual(code('insufficient_credits'));
    expect((await spend(database.db, clock, request(teamId, 30))).balanceAfter).toBe(0);
  });
});
