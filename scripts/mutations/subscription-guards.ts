import type { Guard } from './guards';

/** The guards of paid periods and snapshots. */
export const subscriptions: Guard[] = [
  {
    name: 'a renewal joins the paid period exactly',
    file: 'lib/billing/subscriptions/period.ts',
    from: 'if (last && endOf(last) === told.start) return record(',
    to: 'if (last) return record(',
    tests: [{ file: 'tests/lib/billing/subscriptions/renewals.test.ts', name: 'gaps a later period waits' }],
  },
  {
    name: 'a period told again is compared',
    file: 'lib/billing/subscriptions/repeat.ts',
    from: 'if (!isSamePayment(event, recorded)) return conflict(event, recorded);',
    to: '',
    tests: [
      {
        file: 'tests/lib/billing/subscriptions/renewals.test.ts',
        name: 'a paid period told again with another amount',
      },
    ],
  },
  {
    name: 'one range is paid for once',
    file: 'lib/billing/subscriptions/period.ts',
    from: "if (taken) return { kind: 'fault', code: 'period_range_conflict', periodId: taken.id };",
    to: '',
    tests: [
      {
        file: 'tests/lib/billing/subscriptions/renewals.test.ts',
        name: 'a paid period under another key for the same time',
      },
    ],
  },
  {
    name: 'an older snapshot does not stand',
    file: 'lib/billing/subscriptions/state.ts',
    from: "if (told.occurredAt < held.occurredAt) return { kind: 'stale', earlier: held.earlier };",
    to: "if (told.occurredAt < held.occurredAt) return { kind: 'newer', earlier: own };",
    tests: [{ file: 'tests/lib/billing/subscriptions/state.test.ts', name: 'which snapshot stands' }],
  },
];
