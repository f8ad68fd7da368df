import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArguments } from '@/scripts/reconcile/arguments';
import { tableOf } from '@/scripts/reconcile/table';
import { createTestDatabase, type TestDatabase } from '@/tests/support/database';
import { installedNames } from '@/tests/support/installed';
import { runScript } from '@/tests/support/processes';

const now = new Date('2026-10-02T12:00:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const run = (args: string[], env: Record<string, string> = {}) =>
  runScript('scripts/reconcile.ts', args, { env: { DATABASE_URL: database.url, NODE_ENV: 'test', ...env } });

describe('npm run reconcile', () => {
  it('without a key asks nobody, and checks the books', async () => {
    const { ended, stdout } = run([]);
    expect(await ended).toBe(0);
    expect(stdout()).toBe(
      'No provider has an API key here, so there is nobody to ask.\nBooks: the sums of 0 teams were checked, 0 are wrong.\n',
    );
  });

  it('names what a provider lacks that it is told to ask', async () => {
    const provider = installedNames.find((name) => name !== 'sandbox') ?? 'stripe';
    const { ended, stderr } = run(['--provider', provider], { [`${provider.toUpperCase()}_WEBHOOK_SECRET`]: 'x' });
    expect(await ended).toBe(1);
    expect(stderr()).toContain(`${provider} cannot be asked: it needs a webhook secret and an API key here.`);
  });

  it.each([
    ['7d', '2026-09-25T12:00:00.000Z'],
    ['12h', '2026-10-02T00:00:00.000Z'],
    ['90m', '2026-10-02T10:30:00.000Z'],
    ['2026-09-20', '2026-09-20T00:00:00.000Z'],
  ])('understands --since %s', (since, at) => {
    expect(readArguments(['--since', since], now).since?.toISOString()).toBe(at);
  });

  it('takes all providers and the watermark unless told, and changes things only without --dry-run', () => {
    expect(readArguments([], now)).toEqual({ provider: null, since: null, isDryRun: false, dataFolder: null });
    const asked = readArguments(['--provider', 'polar', '--dry-run'], now);
    expect(asked).toMatchObject({ provider: 'polar', isDryRun: true });
  });

  it.each([
    [['--since', 'yesterday'], '--since is a length'],
    [['--since', '2027-01-01'], '--since is a length'],
    [['--provider', 'acme'], '--provider is one of'],
    [['--provder', 'stripe'], 'Usage: npm run reconcile'],
  ])('refuses %j with one sentence', (args, sentence) => {
    expect(() => readArguments(args, now)).toThrow(sentence);
  });

  it('prints differences as a table of ids, states and amounts', () => {
    const remote = { amountMinor: 2900, currency: 'USD', items: [{ secret: 1 }] };
    const text = tableOf([
      { kind: 'missing', what: 'period', key: 'in_1', local: null, remote, outcome: 'applied' },
      { kind: 'differs', what: 'purchase', key: 'cs_1', local: { amountMinor: 100 }, remote, outcome: 'parked' },
    ]);
    expect(text.split('\n')).toEqual([
      'what      key   here             at the provider                 outcome',
      '--------  ----  ---------------  ------------------------------  -------',
      'period    in_1  missing          amountMinor 2900, currency USD  applied',
      'purchase  cs_1  amountMinor 100  amountMinor 2900, currency USD  parked',
    ]);
  });
});
