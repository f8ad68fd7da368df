import type { Guard } from './guards';

const clock = 'tests/lib/billing/renewals/clock.test.ts';
const subscribing = 'tests/lib/billing/renewals/subscribing.test.ts';

/** The guards of what renews by our own clock. */
export const renewalGuards: Guard[] = [
  {
    name: 'a tick looks at the cancellation again',
    file: 'lib/billing/renewals/tick.ts',
    from: 'if (subscription.cancelAtPeriodEnd) return endOrWait(tx, own, { clock, subscription });',
    to: '',
    tests: [{ file: subscribing, name: 'a cancellation before the tick: nothing is charged' }],
  },
  {
    name: 'a cycle that is registered again is the one that is there',
    file: 'lib/billing/renewals/operations.ts',
    from: '    .onConflictDoNothing({ target: chargeOperations.id })\n',
    to: '',
    tests: [{ file: clock, name: 'the tick finds an operation that was registered before' }],
  },
  {
    name: 'a registered cycle keeps its price',
    file: 'lib/billing/renewals/operations.ts',
    from: "held.payloadHash === payloadHash ? 'repeated' : 'conflict'",
    to: "'repeated'",
    tests: [{ file: clock, name: 'the tick opens a case for an operation that was registered with another price' }],
  },
  {
    name: 'clicks that subscribe take turns',
    file: 'lib/billing/renewals/subscribe.ts',
    from: `  await lockKeys(tx, [\`subscribe:\${teamId}\`]);\n`,
    to: '',
    tests: [{ file: subscribing, name: 'to subscribe with a saved card asked by five clicks at once' }],
  },
  {
    name: 'a clock that fails again and again halts',
    file: 'lib/billing/renewals/tick-failure.ts',
    from: 'if (failures >= patience) return halt(tx, { clock, failures, code, now });',
    to: '',
    tests: [{ file: clock, name: 'a clock whose tick fails backs off, then halts with a case' }],
  },
  {
    name: 'what is owed back keeps what it was for',
    file: 'lib/billing/renewals/operations.ts',
    from: 'lte(chargeOperations.settledAt, until), isRefunded',
    to: 'lte(chargeOperations.settledAt, until)',
    tests: [{ file: clock, name: 'what was charged long ago is kept while it is open, or is owed back' }],
  },
];
