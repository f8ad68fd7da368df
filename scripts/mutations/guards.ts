import { providerNames } from '../../lib/billing/events';
import { isInstalled } from '../../lib/billing/providers/registry';
import { accountGuards } from './account-guards';
import { chargeGuards } from './charge-guards';
import { messageGuards } from './message-guards';
import { operationsGuards } from './operations-guards';
import { operatorGuards } from './operator-guards';
import { productGuards } from './product-guards';
import { renewalGuards } from './renewal-guards';
import { signatureGuards } from './signature-guards';
import { subscriptions } from './subscription-guards';
import { teamGuards } from './team-guards';
import { transactionGuards } from './transaction-guards';

/** A guard of the money's way, how to take it away, and the tests that must notice. */
export interface Guard {
  name: string;
  file: string;
  /** Must be found exactly once. */
  from: string;
  to: string;
  tests: readonly GuardTest[];
}

export interface GuardTest {
  file: string;
  /** The test's full name, or the beginning of it. */
  name: string;
}

const answers = 'tests/lib/billing/webhooks/answers.test.ts';
const deliveries = 'tests/races/deliveries.test.ts';
const slowness = 'tests/races/refund-and-purchase.test.ts';
const holds = 'tests/lib/billing/credits/hold.test.ts';
const identity = 'tests/lib/billing/customers/resolve.test.ts';

const inbox: Guard[] = [
  {
    name: 'the conflict target of the receipt',
    file: 'lib/billing/webhooks/inbox.ts',
    from: '      on conflict (provider, event_id) do nothing\n',
    to: '',
    tests: [{ file: answers, name: 'seen before a settled event is a duplicate' }],
  },
  {
    name: 'a receipt that is there already is not new',
    file: 'lib/billing/webhooks/inbox.ts',
    from: "if (recorded?.is_new) return { kind: 'new' };",
    to: "if (recorded) return { kind: 'new' };",
    tests: [{ file: answers, name: 'seen before a settled event is a duplicate' }],
  },
  {
    name: 'only what is settled makes a duplicate',
    file: 'lib/billing/webhooks/inbox.ts',
    from: "return state === 'applied' || state === 'ignored' || state === 'stale' || state === 'dismissed';",
    to: 'return state !== undefined;',
    tests: [{ file: answers, name: 'a failure of ours leaves a receipt and no effect' }],
  },
  {
    name: 'the savepoint around the work',
    file: 'lib/billing/webhooks/attempt.ts',
    from: 'return await tx.transaction(work);',
    to: 'return await work(tx);',
    tests: [{ file: answers, name: 'a failure of ours leaves a receipt and no effect' }],
  },
  {
    name: 'what is created wakes what waited for it',
    file: 'lib/billing/webhooks/attempt.ts',
    from: 'wakeWaiting(tx, created, now)',
    to: 'wakeWaiting(tx, [], now)',
    tests: [{ file: answers, name: "waiting and waking a customer's first known purchase wakes" }],
  },
  {
    name: 'the advisory locks on what events name',
    file: 'lib/billing/webhooks/apply.ts',
    from: 'await lockKeys(tx, keysOf(provider, events), customersOf(provider, events));',
    to: 'customersOf(provider, keysOf(provider, events).length > 0 ? events : []);',
    tests: [{ file: slowness, name: 'a refund that is slow to commit and its purchase' }],
  },
  {
    name: 'the customer of an event that waits is not shared',
    file: 'lib/billing/webhooks/apply.ts',
    from: 'await lockKeys(tx, keysOf(provider, events));',
    to: 'await lockKeys(tx, keysOf(provider, events), customersOf(provider, events));',
    tests: [{ file: 'tests/races/customers.test.ts', name: 'a payment that is slow to commit (named)' }],
  },
  {
    name: 'the locks of an event that waits, until it is committed',
    file: 'lib/billing/webhooks/attempt.ts',
    from: "if (outcome.kind !== 'waiting') return outcome;",
    to: 'if (outcome) return outcome;',
    tests: [{ file: slowness, name: 'a refund that is slow to commit and its purchase' }],
  },
  {
    name: 'the environment',
    file: 'lib/billing/webhooks/attempt.ts',
    from: 'message.environment !== null && message.environment !== settings.environment',
    to: 'message.environment !== null && settings.environment === null',
    tests: [{ file: answers, name: 'kept, but not applied an event of the other environment' }],
  },
  {
    name: 'the account',
    file: 'lib/billing/webhooks/attempt.ts',
    from: 'message.account !== null && account !== null && message.account !== account',
    to: "account === ''",
    tests: [{ file: answers, name: "kept, but not applied another seller's event" }],
  },
  {
    name: 'the comparison when an event id comes again',
    file: 'lib/billing/webhooks/receive.ts',
    from: 'if (row.bodySha256 !== receipt.bodySha256) await compareBodies(tx, context, { key, row, rawBody: receipt.rawBody });',
    to: '',
    tests: [{ file: answers, name: 'seen before the same event id that tells something else' }],
  },
];

const credits: Guard[] = [
  {
    name: 'the key of a purchase',
    file: 'lib/billing/credits/purchase.ts',
    from: '    purchaseKey: event.purchaseKey,\n    checkoutId:',
    to: '    purchaseKey: event.purchaseKey + applying.eventId,\n    checkoutId:',
    tests: [{ file: deliveries, name: 'at once, on 50 connections the same payment under 50 event ids' }],
  },
  {
    name: 'the comparison when a purchase comes again',
    file: 'lib/billing/credits/judge.ts',
    from: "if (isSame) return { kind: 'duplicate'",
    to: "if (isSame || recorded.id) return { kind: 'duplicate'",
    tests: [{ file: answers, name: 'seen before a known purchase under a new event id with another amount' }],
  },
  {
    name: 'the increment of a balance in SQL',
    file: 'lib/billing/credits/ledger.ts',
    from: 'balance} + excluded.balance',
    to: 'balance} * 0 + (select read.balance from credits as read where read.team_id = excluded.team_id) + excluded.balance',
    tests: [{ file: 'tests/races/increments.test.ts', name: 'a purchase that waits for the balance of another' }],
  },
  {
    name: 'the lock on a balance',
    file: 'lib/billing/credits/ledger.ts',
    from: '} for update`',
    to: '}`',
    tests: [
      { file: 'tests/races/spending.test.ts', name: 'at once, on 50 connections 200 spends on a balance of 120' },
    ],
  },
  {
    name: 'spending no more than is available',
    file: 'lib/billing/credits/spend.ts',
    from: 'const takings = available >= credits ? planSpend(locked.lots, credits) : null;',
    to: 'const takings = available >= credits ? planSpend(locked.lots, credits) : [];',
    tests: [{ file: 'tests/lib/billing/credits/spend.test.ts', name: 'spending never goes below what is available' }],
  },
  {
    name: "the room that a lot's own refunds may need",
    file: 'lib/billing/credits/balance.ts',
    from: 'room(lot) - lot.owed',
    to: 'room(lot)',
    tests: [
      {
        file: 'tests/lib/billing/credits/give-back.test.ts',
        name: 'a refund of a pack that is over does not bring back',
      },
    ],
  },
  {
    name: 'the key of a spend',
    file: 'lib/billing/credits/spend.ts',
    from: 'if (locked.earlier) return repeated(locked.earlier, request);',
    to: '',
    tests: [{ file: 'tests/lib/billing/credits/spend.test.ts', name: 'spending spends once under one key' }],
  },
  {
    name: 'the lots that a hold pins',
    file: 'lib/billing/credits/hold.ts',
    from: 'const lots = pins.map((pin) => ({ lotId: pin.lotId, remaining: 0, held: pin.credits }));',
    to: 'const lots = pins.map((pin) => ({ lotId: pin.lotId, remaining: 0, held: 0 }));',
    tests: [
      { file: 'tests/lib/billing/credits/hold.test.ts', name: 'a hold captures exactly the lots that it pinned' },
    ],
  },
  {
    name: 'credits that have lapsed are not spent',
    file: 'lib/billing/credits/spend.ts',
    from: 'const current = await lapse(tx, { teamId, at, locked });',
    to: 'const current = locked;',
    tests: [{ file: 'tests/lib/billing/credits/spend.test.ts', name: 'spending does not spend what has lapsed' }],
  },
  {
    name: 'a hold whose time is over is not captured',
    file: 'lib/billing/credits/hold.ts',
    from: "if (row.expiresAt <= at) throw BillingError.holdNotOpen(row.id, 'expired');",
    to: '',
    tests: [{ file: holds, name: 'a hold releases itself when its time is over' }],
  },
  {
    name: "another team's hold is not found",
    file: 'lib/billing/credits/hold.ts',
    from: 'and(eq(creditHolds.id, holdId), eq(creditHolds.teamId, teamId))',
    to: 'and(eq(creditHolds.id, holdId))',
    tests: [{ file: holds, name: "a hold is not another team's to touch" }],
  },
  {
    name: 'reversals only move forward',
    file: 'lib/billing/credits/reversal-step.ts',
    from: "return rank[told.status] > rank[held.status] ? 'forward' : 'older';",
    to: "return 'forward';",
    tests: [{ file: 'tests/lib/billing/credits/reversal-steps.test.ts', name: 'a reversal that was told before' }],
  },
  {
    name: 'the team that is known against the team that is told',
    file: 'lib/billing/customers/resolve.ts',
    from: 'if (buyer.claimedTeamId !== null && buyer.claimedTeamId !== known)',
    to: "if (buyer.claimedTeamId === '')",
    tests: [{ file: identity, name: 'who a payment is for a known customer against what the buyer says' }],
  },
];

const others = [
  accountGuards,
  chargeGuards,
  messageGuards,
  operationsGuards,
  operatorGuards,
  productGuards,
  renewalGuards,
  teamGuards,
  transactionGuards,
].flat();

/** What went with a provider that was taken out, its file or its tests, has nothing left to guard. */
const removed = providerNames.filter((name) => !isInstalled(name));
const isHere = (text: string) => !removed.some((name) => text.toLowerCase().includes(name));

export const guards: readonly Guard[] = [...inbox, ...credits, ...signatureGuards, ...subscriptions, ...others]
  .filter(({ file }) => isHere(file))
  .map((guard) => ({ ...guard, tests: guard.tests.filter(({ file, name }) => isHere(file) && isHere(name)) }))
  .filter(({ tests }) => removed.length === 0 || tests.length > 0);
