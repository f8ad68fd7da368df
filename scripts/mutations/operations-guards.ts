import type { Guard } from './guards';

const fairness = 'tests/lib/billing/webhooks/fairness.test.ts';
const sweeps = 'tests/lib/billing/fair-sweeps.test.ts';
const retention = 'tests/lib/billing/retention/retention.test.ts';
const health = 'tests/lib/billing/operations/health.test.ts';

/** The guards of what is done in the background, kept and shown. */
export const operationsGuards: Guard[] = [
  {
    name: 'the events of one team are one queue',
    file: 'lib/billing/webhooks/due-list.ts',
    from: "coalesce('team:' || team_id, provider || ':' || coalesce(subject_key, event_id)) as owner",
    to: "provider || ':' || event_id as owner",
    tests: [{ file: fairness, name: 'very many events that are due 200 of a team whose balance cannot be had' }],
  },
  {
    name: 'an attempt that breaks is counted',
    file: 'lib/billing/webhooks/due.ts',
    from: 'return countBroken(context, key, error);',
    to: 'return countBroken.length > 0 ? null : countBroken(context, key, error);',
    tests: [{ file: fairness, name: 'very many events that are due of many teams that break every attempt' }],
  },
  {
    name: 'an event that cannot even be counted rests',
    file: 'lib/billing/webhooks/due.ts',
    from: 'await rest(context, [key]);',
    to: 'await rest(context, []);',
    tests: [{ file: fairness, name: 'very many events that are due of many teams that cannot even be told' }],
  },
  {
    name: 'the background leaves a busy team alone',
    file: 'lib/billing/waits.ts',
    from: "'teamId')} for update skip locked`",
    to: "'teamId')} for update`",
    tests: [{ file: sweeps, name: 'lots that have ended of a team that is busy' }],
  },
  {
    name: 'a step that fails stops no other',
    file: 'lib/billing/drain.ts',
    from: 'return { count: 0, isFinished: true };',
    to: 'throw error;',
    tests: [{ file: sweeps, name: 'a pass goes on with the other steps' }],
  },
  {
    name: 'what was not exported is not deleted',
    file: 'lib/billing/retention/prune.ts',
    from: 'settledUntil: exportedUntil',
    to: 'settledUntil: clock.now()',
    tests: [{ file: retention, name: 'rows of settled events that were settled after the export' }],
  },
  {
    name: 'the watermark moves after the file is safe',
    file: 'lib/billing/retention/export.ts',
    from: '  await finish();\n  await moveWatermark(database, until, now);',
    to: '  await moveWatermark(database, until, now);\n  await finish();',
    tests: [{ file: retention, name: 'the export that breaks off moves no watermark' }],
  },
  {
    name: 'the watermark never moves back',
    file: 'lib/billing/retention/watermark.ts',
    from: '      setWhere: lt(retentionWatermarks.exportedUntil, exportedUntil),\n',
    to: '',
    tests: [{ file: retention, name: 'the export never moves the watermark back' }],
  },
  {
    name: 'bodies are needed until their event is settled',
    file: 'lib/billing/webhooks/inbox.ts',
    from: "const isSettledRow = sql`state in ('applied', 'ignored', 'stale', 'dismissed')`;",
    to: 'const isSettledRow = sql`true`;',
    tests: [{ file: retention, name: 'bodies of settled events are emptied after 90 days' }],
  },
  {
    name: 'pruning leaves out what somebody works on',
    file: 'lib/billing/webhooks/inbox.ts',
    from: '::int\n      for update skip locked))\n    returning event_id`);\nconst emptyOld',
    to: '::int))\n    returning event_id`);\nconst emptyOld',
    tests: [{ file: retention, name: 'bodies are emptied in batches that leave out' }],
  },
  {
    name: 'a token is compared',
    file: 'lib/billing/operations/bearer.ts',
    from: "timingSafeEqual(digest(told), digest(token)) ? 'admitted' : 'refused'",
    to: "told !== '' && timingSafeEqual(digest(told), digest(told)) ? 'admitted' : 'refused'",
    tests: [{ file: health, name: 'a bearer token Bearer wrong' }],
  },
];
