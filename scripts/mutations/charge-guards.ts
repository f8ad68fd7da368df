import type { Guard } from './guards';

const faults = 'tests/lib/billing/renewals/faults.test.ts';
const dunning = 'tests/lib/billing/renewals/dunning.test.ts';
const rules = 'tests/lib/billing/renewals/charge-rules.test.ts';

/** The guards of what we charge ourselves. */
export const chargeGuards: Guard[] = [
  {
    name: 'every attempt of a try has the same key',
    file: 'lib/billing/renewals/operations.ts',
    from: `return \`\${id}:t\${tryNo}\`;`,
    to: `return \`\${id}:t\${tryNo}:\${Math.random()}\`;`,
    tests: [{ file: faults, name: 'a charge whose answer is lost twice behind the commit' }],
  },
  {
    name: 'only the newest attempt settles a charge',
    file: 'lib/billing/renewals/settle.ts',
    from: 'settling.operation.attempts !== leased.attempts || ',
    to: '',
    tests: [{ file: faults, name: 'a charge is not settled by the late decline' }],
  },
  {
    name: 'a late success is not dropped',
    file: 'lib/billing/renewals/settle.ts',
    from: "if (charge?.status !== 'succeeded') return;",
    to: 'return;',
    tests: [{ file: faults, name: 'a charge is settled by the late success' }],
  },
  {
    name: 'a key is sent only while its provider remembers it',
    file: 'lib/billing/renewals/attempt-plan.ts',
    from: 'return isKeySafe && tryAttempts < maxAttempts',
    to: 'return tryAttempts < maxAttempts',
    tests: [{ file: rules, name: 'what a due operation needs never sends a key' }],
  },
  {
    name: 'an absence is believed only behind the horizon of the key',
    file: 'lib/billing/renewals/attempt-plan.ts',
    from: 'const isAbsenceSure = now >= surelyAbsentFrom;',
    to: 'const isAbsenceSure = tryAttempts >= maxAttempts;',
    tests: [{ file: rules, name: 'what a due operation needs believes in an absence' }],
  },
  {
    name: 'what was canceled is not sent again',
    file: 'lib/billing/renewals/attempt-plan.ts',
    from: 'if (isAbsenceSure || cancelMode !== null)',
    to: 'if (isAbsenceSure)',
    tests: [{ file: dunning, name: 'a cancellation while a charge is on its way sends nothing more' }],
  },
  {
    name: 'the cycles of a subscription take their turn',
    file: 'lib/billing/renewals/lease.ts',
    from: ', notExists(isHeldUp)',
    to: '',
    tests: [{ file: faults, name: 'a charge of one subscription waits for the cycle before it' }],
  },
  {
    name: 'passes of one process share its charges on their way',
    file: 'lib/billing/renewals/charge.ts',
    from: 'renewals.concurrency - (busy.get(renewals) ?? 0)',
    to: 'renewals.concurrency',
    tests: [{ file: faults, name: 'many charges of one process' }],
  },
  {
    name: 'a lost answer is no decline',
    file: 'lib/billing/renewals/decline.ts',
    from: "case 'lost':\n      return 'unknown_outcome';",
    to: "case 'lost':\n      return 'soft_decline';",
    tests: [{ file: rules, name: 'an answer of stripe "no answer in time"' }],
  },
  {
    name: 'what waits for its buyer is withdrawn before another try',
    file: 'lib/billing/renewals/retry.ts',
    from: "operation.state === 'action_required' ? operation.providerPaymentId : null",
    to: 'null',
    tests: [{ file: dunning, name: 'a payment that needs its buyer is withdrawn before another card' }],
  },
  {
    name: 'once canceled, no other try is sent',
    file: 'lib/billing/renewals/attempt-plan.ts',
    from: "return cancelMode === null ? { kind: 'send', isNewTry: false }",
    to: "return tryAttempts === 0 ? { kind: 'send', isNewTry: false }",
    tests: [{ file: rules, name: 'what a due operation needs sends nothing more once it was canceled' }],
  },
  {
    name: 'a step of dunning is not taken before its day',
    file: 'lib/billing/renewals/dunning.ts',
    from: 'if (step && step.at > now && cycleNo > 0)',
    to: 'if (step && cycleNo < 0)',
    tests: [{ file: dunning, name: 'a renewal that is declined ends on its day also where the days of trying' }],
  },
  {
    name: 'a second payment of a cycle is seen',
    file: 'lib/billing/subscriptions/repeat.ts',
    from: 'const cases = chargedTwice(event, recorded);',
    to: 'const cases: CaseFinding[] = [];',
    tests: [{ file: faults, name: 'a charge is taken three times by a receiver' }],
  },
  {
    name: 'what was taken is what was asked for',
    file: 'lib/billing/renewals/settle-paid.ts',
    from: 'payload.amountMinor !== charge.amountMinor || ',
    to: '',
    tests: [{ file: faults, name: 'a charge of another amount than was asked for' }],
  },
];
