import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getCredits } from '@/lib/billing/credits/queries';
import { analyse } from '@/lib/playground/analyse';
import { testSecrets } from '../../support/billing';
import { code, teamWith } from '../../support/credits';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { expectInvariants } from '../../support/state';

let database: TestDatabase;
let reportOnText: typeof import('@/lib/playground').reportOnText;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('SANDBOX_WEBHOOK_SECRET', testSecrets.sandbox);
  ({ reportOnText } = await import('@/lib/playground'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await expectInvariants(database.db);
  await database.drop();
});

const job = (teamId: string, text: string) => ({ teamId, userId: 'usr_1', jobId: randomUUID(), text });

describe('a report', () => {
  it('holds what it may cost, spends a credit per hundred words, and frees the rest', async () => {
    const { teamId, context } = await teamWith(database.db, { credits: 100 });
    const text = 'counting '.repeat(250).trim();
    let during: unknown;
    const work = async (read: string) => {
      during = await getCredits(context, teamId);
      return analyse(read);
    };
    expect(await reportOnText(job(teamId, text), work)).toMatchObject({
      ...{ held: 12, spent: 3 },
      report: { words: 250, frequent: [{ word: 'counting', times: 250 }] },
    });
    expect(during).toEqual({ balance: 100, held: 12, available: 88 });
    expect(await getCredits(context, teamId)).toEqual({ balance: 97, held: 0, available: 97 });
  });

  it('that fails costs nothing', async () => {
    const { teamId, context } = await teamWith(database.db, { credits: 100 });
    const work = () => Promise.reject(new Error('The job broke.'));
    await expect(reportOnText(job(teamId, 'A text.'), work)).rejects.toThrow('The job broke.');
    expect(await getCredits(context, teamId)).toEqual({ balance: 100, held: 0, available: 100 });
  });

  it('that is sent twice is paid once, also at the same moment', async () => {
    const { teamId, context } = await teamWith(database.db, { credits: 100 });
    const request = job(teamId, 'A text of some words.');
    const run = () => reportOnText(request);
    const [one, other] = await Promise.all([run(), run()]);
    expect(other).toEqual(one);
    expect(await run()).toEqual(one);
    expect(await getCredits(context, teamId)).toEqual({ balance: 99, held: 0, available: 99 });
  });

  it('is not begun without the credits for it, and never costs more than was held', async () => {
    const { teamId } = await teamWith(database.db, { credits: 1 });
    const run = (text: string) => reportOnText(job(teamId, text));
    await expect(run('a '.repeat(400))).rejects.toEqual(code('insufficient_credits'));
    for (const text of ['a', 'a b', 'a '.repeat(99), 'a '.repeat(100).trim()])
      expect(Math.ceil(analyse(text).words / 100)).toBeLessThanOrEqual(Math.ceil((text.length + 1) / 200));
    expect(await run('a')).toMatchObject({ held: 1, spent: 1 });
  });
});

describe('what is counted', () => {
  it.each([
    ['', { words: 0, sentences: 0, readingMinutes: 1, frequent: [] }],
    ['One. Two! Three?', { words: 3, sentences: 3, readingMinutes: 1, frequent: [{ word: 'three', times: 1 }] }],
    ['Größe größe GRÖSSE …', { words: 4, sentences: 1 }],
  ])('of "%s"', (text, expected) => {
    expect(analyse(text)).toMatchObject(expected);
  });
});
