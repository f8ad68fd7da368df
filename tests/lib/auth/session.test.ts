import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionCookie, signSession, verifySession } from '@/lib/auth/session';
import { createDemoTeam, findMembership } from '@/lib/auth/teams';
import { fixedClock } from '@/lib/clock';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const secret = 's'.repeat(32);
const claims = { userId: 'usr_1', teamId: 'team_1' };

describe('a session', () => {
  it('is read back as it was signed', async () => {
    const clock = fixedClock('2026-09-20T12:00:00Z');
    expect(await verifySession(await signSession(claims, { secret, clock }), { secret, clock })).toEqual(claims);
  });

  it('of another secret, altered, or unsigned is none', async () => {
    const clock = fixedClock('2026-09-20T12:00:00Z');
    const token = await signSession(claims, { secret, clock });
    const [header, payload, signature] = token.split('.');
    const forged = Buffer.from(JSON.stringify({ sub: 'usr_1', team: 'team_2', exp: 9_999_999_999 })).toString(
      'base64url',
    );
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    for (const text of ['', 'x', `${header}.${forged}.${signature}`, unsigned])
      expect(await verifySession(text, { secret, clock })).toBeNull();
    expect(await verifySession(token, { secret: 't'.repeat(32), clock })).toBeNull();
  });

  it('ends after thirty days', async () => {
    const clock = fixedClock('2026-09-20T12:00:00Z');
    const token = await signSession(claims, { secret, clock });
    clock.advance(sessionCookie.maxAgeSeconds * 1000 + 1000);
    expect(await verifySession(token, { secret, clock })).toBeNull();
  });
});

describe('a demo team', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('is fresh for every visitor and opens for its owner only', async () => {
    const [one, two] = [await createDemoTeam(database.db, new Date()), await createDemoTeam(database.db, new Date())];
    expect(one.teamId).not.toBe(two.teamId);
    expect(await findMembership(database.db, one)).toEqual(one);
    expect(await findMembership(database.db, { userId: one.userId, teamId: two.teamId })).toBeNull();
  });
});
