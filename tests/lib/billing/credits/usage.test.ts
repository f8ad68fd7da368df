import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeys, users } from '@/db/schema';
import { capture, hold } from '@/lib/billing/credits/hold';
import { spend } from '@/lib/billing/credits/spend';
import { getUsage } from '@/lib/billing/credits/usage';
import { day, request, teamWith } from '../../../support/credits';
import { createTestDatabase, type TestDatabase } from '../../../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('usage', () => {
  it('counts what was spent on each day, UTC, and nothing that came in, was taken back or is only held', async () => {
    const { teamId, clock, context } = await teamWith(database.db, { credits: 1000 });
    clock.set('2026-09-20T23:59:59.999Z');
    await spend(database.db, clock, request(teamId, 30));
    clock.set('2026-09-21T00:00:00Z');
    const held = await hold(database.db, clock, { ...request(teamId, 50) });
    await hold(database.db, clock, { ...request(teamId, 7) });
    await capture(database.db, clock, { teamId, holdId: held.id, credits: 20 });
    clock.advance(day);
    const other = await teamWith(database.db, { credits: 1000 });
    await spend(database.db, other.clock, request(other.teamId, 99));
    expect(await getUsage(context, { teamId, days: 3 })).toMatchObject({
      total: 50,
      days: [
        { day: '2026-09-20', credits: 30 },
        { day: '2026-09-21', credits: 20 },
        { day: '2026-09-22', credits: 0 },
      ],
      reasons: [{ name: 'A test job', credits: 50, times: 2 }],
    });
    expect(await getUsage(context, { teamId, days: 2 })).toMatchObject({ total: 20 });
    expect(await getUsage(context, { teamId, days: 1 })).toMatchObject({ total: 0, reasons: [], actors: [] });
  });

  it('names who spent: people and keys by their names, those who are gone by their ids, the product as it says', async () => {
    const { teamId, clock, context } = await teamWith(database.db, { credits: 1000 });
    const [userId, keyId] = [`usr_${randomUUID()}`, `key_${randomUUID()}`];
    await database.db.insert(users).values({ id: userId, name: 'Ada' });
    await database.db
      .insert(apiKeys)
      .values({ id: keyId, teamId, name: 'Server', prefix: 'pk_', hash: keyId, scopes: ['credits:spend'] });
    const actors = [`user:${userId}`, `api_key:${keyId}`, 'user:usr_gone', 'batch:night'];
    for (const [index, actor] of actors.entries())
      await spend(database.db, clock, { ...request(teamId, 40 - index), actor });
    const { actors: shown } = await getUsage(context, { teamId, days: 1 });
    expect(shown).toEqual([
      { name: 'Ada', kind: 'member', credits: 40, times: 1 },
      { name: 'Server', kind: 'api_key', credits: 39, times: 1 },
      { name: 'usr_gone', kind: 'member', credits: 38, times: 1 },
      { name: 'batch:night', kind: 'product', credits: 37, times: 1 },
    ]);
  });

  it('shows ten reasons, and what all others come to, so that the parts add up', async () => {
    const { teamId, clock, context } = await teamWith(database.db, { credits: 1000 });
    for (let index = 0; index < 12; index += 1)
      await spend(database.db, clock, { ...request(teamId, 12 - index), reason: `Reason ${index}` });
    const { reasons, actors, total } = await getUsage(context, { teamId, days: 1 });
    expect(total).toBe(78);
    expect(reasons).toHaveLength(11);
    expect(reasons.at(0)).toEqual({ name: 'Reason 0', credits: 12, times: 1 });
    expect(reasons.at(-1)).toEqual({ name: null, credits: 3, times: 2 });
    expect(actors).toEqual([{ name: 'product', kind: 'product', credits: 78, times: 12 }]);
  });
});
