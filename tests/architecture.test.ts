import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { providerNames } from '../lib/billing/events';

const root = fileURLToPath(new URL('..', import.meta.url));

interface SourceFile {
  name: string;
  text: string;
  imports: { from: string; typesOnly: boolean }[];
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((name) => name !== '' && existsSync(path.join(root, name)))
  .map((name): SourceFile => {
    const text = readFileSync(path.join(root, name), 'utf8');
    return { name, text, imports: readImports(name, text) };
  });

/** Every import as a path from the root, or a package's name. */
function readImports(name: string, text: string): SourceFile['imports'] {
  const statements = text.matchAll(/^(?:import|export)\s+(type\s)?([^;]*?)\sfrom\s+['"]([^'"]+)['"]/gms);
  const dynamic = text.matchAll(/import\(\s*['"]([^'"]+)['"]\s*\)/g);
  const bare = text.matchAll(/^import\s+['"]([^'"]+)['"]/gm);
  return [
    ...[...statements].map(([, type, names = '', from = '']) => ({
      from: resolve(name, from),
      typesOnly: type !== undefined || onlyTypes(names),
    })),
    ...[...dynamic, ...bare].map(([, from = '']) => ({ from: resolve(name, from), typesOnly: false })),
  ];
}

function onlyTypes(names: string): boolean {
  const listed = /^\{([^}]*)\}$/s.exec(names.trim())?.[1];
  if (listed === undefined) return false;
  const parts = listed
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length > 0 && parts.every((part) => part.startsWith('type '));
}

function resolve(name: string, from: string): string {
  if (from.startsWith('@/')) return from.slice(2);
  return from.startsWith('.') ? path.posix.join(path.posix.dirname(name), from) : from;
}

const within = (folder: string) => files.filter(({ name }) => name.startsWith(folder));
const isLocal = (from: string) => /^(app|lib|db|scripts|tests)(\/|$)/.test(from);

/** `file -> import` for every import of these files that is not allowed. */
function forbidden(
  from: SourceFile[],
  isAllowed: (imported: string, file: SourceFile, typesOnly: boolean) => boolean,
): string[] {
  return from.flatMap((file) =>
    file.imports
      .filter(({ from: imported, typesOnly }) => !isAllowed(imported, file, typesOnly))
      .map(({ from: imported }) => `${file.name} -> ${imported}`),
  );
}

/** Where a command of ours enters the billing and may reach a provider. */
const entrances = [
  /^lib\/billing\/webhooks\/(receive|stored)\.ts$/,
  /^lib\/billing\/(checkout|settings)\.ts$/,
  /^lib\/billing\/(reader|seller|charger)-of\.ts$/,
  /^lib\/billing\/webhooks\/lookups\.ts$/,
  /^lib\/billing\/reconciliation\/(run|feed)\.ts$/,
  /^lib\/billing\/lab\//,
  /^lib\/billing\/top-ups\/(cards|charge)\.ts$/,
];

const pureFiles = [
  'lib/billing/credits/allowance-plan.ts',
  'lib/billing/credits/balance.ts',
  'lib/billing/credits/decide.ts',
  'lib/billing/credits/judge.ts',
  'lib/billing/credits/reversal-step.ts',
  'lib/billing/renewals/attempt-plan.ts',
  'lib/billing/renewals/decline.ts',
  'lib/billing/renewals/dunning-steps.ts',
  'lib/billing/renewals/schedule.ts',
  'lib/billing/subscriptions/access.ts',
  'lib/billing/subscriptions/period.ts',
  'lib/billing/subscriptions/plan.ts',
  'lib/billing/subscriptions/state.ts',
  'lib/billing/top-ups/decide.ts',
  'lib/billing/webhooks/ask.ts',
  'lib/billing/webhooks/settlement.ts',
];

const doors = [
  'lib/billing',
  'lib/billing/demo',
  'lib/billing/lab',
  'lib/billing/operations',
  'lib/billing/operator',
  'lib/billing/top-ups',
  'lib/api',
  'lib/auth',
  'lib/teams',
  'lib/money',
  'lib/playground',
  'lib/site',
  'lib/clock',
  'lib/env',
];

/** Table -> the one file that writes it. */
const writers: Record<string, string> = {
  billingWebhookEvents: 'lib/billing/webhooks/inbox.ts',
  billingCheckouts: 'lib/billing/intents.ts',
  billingCustomers: 'lib/billing/customers/store.ts',
  creditPurchases: 'lib/billing/credits/purchase.ts',
  paymentReversals: 'lib/billing/credits/reverse.ts',
  credits: 'lib/billing/credits/ledger.ts',
  creditGrants: 'lib/billing/credits/ledger.ts',
  creditLedgerEntries: 'lib/billing/credits/ledger.ts',
  creditHolds: 'lib/billing/credits/hold.ts',
  subscriptions: 'lib/billing/subscriptions/store.ts',
  subscriptionBillingPeriods: 'lib/billing/subscriptions/periods.ts',
  subscriptionTransitionAudits: 'lib/billing/subscriptions/audits.ts',
  renewalClocks: 'lib/billing/renewals/clocks.ts',
  savedPaymentMethods: 'lib/billing/renewals/payment-methods.ts',
  paymentMethodSetups: 'lib/billing/renewals/setups.ts',
  chargeOperations: 'lib/billing/renewals/operations.ts',
  chargeAttempts: 'lib/billing/renewals/attempts.ts',
  subscriptionOutbox: 'lib/billing/outbox/outbox.ts',
  outgoingWebhookDeliveries: 'lib/billing/outbox/outbox.ts',
  outgoingWebhookEndpoints: 'lib/billing/outbox/endpoints.ts',
  messagePreferences: 'lib/billing/outbox/preferences.ts',
  reconciliationCases: 'lib/billing/reconciliation/cases.ts',
  reconciliationRuns: 'lib/billing/reconciliation/runs.ts',
  reconciliationWatermarks: 'lib/billing/reconciliation/runs.ts',
  operatorActions: 'lib/billing/operator/actions.ts',
  sandboxRuns: 'lib/billing/lab/run.ts',
  sandboxSubscriptions: 'lib/billing/lab/sold.ts',
  sandboxSetups: 'lib/billing/lab/card-store.ts',
  sandboxCards: 'lib/billing/lab/card-store.ts',
  sandboxCharges: 'lib/billing/lab/charge-store.ts',
  simulatedTimes: 'lib/billing/lab/simulated-times.ts',
  workerHeartbeats: 'lib/billing/operations/heartbeats.ts',
  retentionWatermarks: 'lib/billing/retention/watermark.ts',
  teams: 'lib/auth/teams.ts',
  users: 'lib/auth/teams.ts',
  teamMembers: 'lib/auth/teams.ts',
  teamInvitations: 'lib/teams/invitations.ts',
  apiKeys: 'lib/auth/api-keys.ts',
  apiRequests: 'lib/api/idempotency.ts',
  rateLimits: 'lib/rate-limit.ts',
  autoTopUps: 'lib/billing/top-ups/settings.ts',
  topUpCharges: 'lib/billing/top-ups/charges.ts',
};

/** Tables that better-auth alone writes, by the name under which lib/auth/server.ts hands them to it. */
const ownTables = ['sessions', 'accounts', 'verifications', 'twoFactors', 'authRateLimits'];

describe('imports', () => {
  it('lib knows neither the framework nor the pages, and React only where mails are drawn', () => {
    const isAllowed = (imported: string, { name }: SourceFile) =>
      !/^(next|react|react-dom|app)(\/|$)/.test(imported) ||
      (imported === 'react' && name.startsWith('lib/email/templates/'));
    expect(forbidden(within('lib/'), isAllowed)).toEqual([]);
  });

  it('db knows nothing of lib, and the embedded server is for scripts and tests', () => {
    expect(forbidden(within('db/'), (imported) => !isLocal(imported) || imported.startsWith('db'))).toEqual([]);
    const others = files.filter(({ name }) => /^(app|lib)\//.test(name));
    expect(forbidden(others, (imported) => !imported.startsWith('db/embedded'))).toEqual([]);
  });

  it('pages come in through the doors', () => {
    const isAllowed = (imported: string, file: SourceFile) =>
      !isLocal(imported) ||
      imported.startsWith('app') ||
      doors.includes(imported) ||
      doors.map((door) => `${door}/index`).includes(imported) ||
      file.name.startsWith('app/api/health');
    expect(forbidden(within('app/'), isAllowed)).toEqual([]);
  });

  it('providers see no table and no other room', () => {
    const isAllowed = (imported: string, file: SourceFile) => {
      if (!isLocal(imported)) return !['drizzle-orm', 'postgres'].includes(imported.split('/')[0] ?? '');
      if (['lib/billing/events', 'lib/money', 'lib/billing/errors'].includes(imported)) return true;
      const own = path.posix.dirname(file.name);
      const isShared =
        /^lib\/billing\/providers\/[a-z-]+$/.test(imported) &&
        !providerNames.some((name) => imported.endsWith(`/${name}`));
      return imported.startsWith(`${own}/`) || isShared || file.name.endsWith('/providers/installed.ts');
    };
    expect(forbidden(within('lib/billing/providers/'), isAllowed)).toEqual([]);
  });

  it('only the entrances reach a provider', () => {
    const rooms = within('lib/').filter(
      ({ name }) => !name.startsWith('lib/billing/providers/') && !entrances.some((entrance) => entrance.test(name)),
    );
    const isAllowed = (imported: string, _: SourceFile, typesOnly: boolean) =>
      typesOnly || !imported.startsWith('lib/billing/providers/');
    expect(forbidden(rooms, isAllowed)).toEqual([]);
  });

  it('every provider that is here is installed', () => {
    const here = within('lib/billing/providers/').flatMap(
      ({ name }) => /^(.*\/providers\/.+)\/index\.ts$/.exec(name)?.[1] ?? [],
    );
    const [installed] = within('lib/billing/providers/installed.ts');
    expect(installed?.imports.map(({ from }) => from).sort()).toEqual(here.sort());
  });

  it('pure files import types only', () => {
    const pure = files.filter(({ name }) => pureFiles.includes(name));
    expect(pure).toHaveLength(pureFiles.length);
    expect(forbidden(pure, (_, __, typesOnly) => typesOnly)).toEqual([]);
  });
});

describe('tables', () => {
  it('each is written by one file', () => {
    const schema = within('db/schema/').flatMap(({ text }) =>
      [...text.matchAll(/export const (\w+) = pgTable\(/g)].map(([, table]) => table),
    );
    expect([...schema].sort()).toEqual([...Object.keys(writers), ...ownTables].sort());
    const found = within('lib/').flatMap(({ name, text }) => {
      const builder = [...text.matchAll(/\.(?:insert|update|delete)\((\w+)\)/g)];
      const raw = [...text.matchAll(/(?:insert into|update|delete from)\s+\$\{(\w+)\}/g)];
      return [...builder, ...raw]
        .map(([, table = '']) => ({ table, name }))
        .filter(({ table }) => schema.includes(table));
    });
    expect(found.filter(({ table, name }) => writers[table] !== name)).toEqual([]);
    expect(new Set(found.map(({ table }) => table))).toEqual(new Set(Object.keys(writers)));
  });

  it('every conflict names its target: an untargeted one swallows the other constraints', () => {
    expect(
      files
        .filter(
          ({ text, name }) =>
            /onConflictDoNothing\(\s*\)|on conflict do nothing/.test(text) && !name.startsWith('tests/architecture'),
        )
        .map(({ name }) => name),
    ).toEqual([]);
  });
});

describe('shape', () => {
  const handWritten = files.filter(({ name }) => /^(app|lib|db|scripts)\//.test(name));

  it('no file is longer than 250 lines', () => {
    expect(handWritten.filter(({ text }) => text.trimEnd().split('\n').length > 250).map(({ name }) => name)).toEqual(
      [],
    );
  });

  it('half of the files have at most 70 lines', () => {
    const lengths = handWritten.map(({ text }) => text.trimEnd().split('\n').length).sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(70);
  });

  it('no folder is called after nothing', () => {
    expect(
      handWritten
        .filter(({ name }) => /\/(utils|helpers|services|managers|repositories|types)\//.test(name))
        .map(({ name }) => name),
    ).toEqual([]);
  });

  it('settings come from env, times from the clock', () => {
    const readers = within('lib/').filter(({ name, text }) => /process\.env/.test(text) && name !== 'lib/env.ts');
    const clocks = within('lib/').filter(
      ({ name, text }) => /Date\.now\(|new Date\(\)/.test(text) && name !== 'lib/clock.ts',
    );
    const pages = within('app/').filter(({ text }) => /process\.env/.test(text));
    expect([...readers, ...clocks, ...pages].map(({ name }) => name)).toEqual([]);
  });
});
