import type { Guard } from './guards';

const verbs = 'tests/lib/billing/operator/verbs.test.ts';
const disputes = 'tests/lib/billing/credits/dispute-cases.test.ts';
const queries = 'tests/lib/billing/operator/queries.test.ts';

/** The guards of what operators do by hand. */
export const operatorGuards: Guard[] = [
  {
    name: 'a replay of a settled event is a duplicate',
    file: 'lib/billing/operator/replay.ts',
    from: 'if (!isSettled(row.state)) {',
    to: 'if (true) {',
    tests: [{ file: verbs, name: 'a replay of an applied event answers duplicate and changes nothing' }],
  },
  {
    name: 'a dispute that is decided is nobody’s to answer any more',
    file: 'lib/billing/credits/dispute-case.ts',
    from: 'await closeCase(tx, { ...about, at, note: decisions[status] });',
    to: '',
    tests: [{ file: disputes, name: 'a dispute that is decided' }],
  },
  {
    name: 'a replay that applied nothing leaves no trace',
    file: 'lib/billing/operator/replay.ts',
    from: "if (attempted.outcome !== 'applied') throw new NothingNew();",
    to: '',
    tests: [{ file: verbs, name: 'a replay grants a paid period whose price is known by now, once' }],
  },
  {
    name: 'an operator’s word does not move a checkout or a subscription',
    file: 'lib/billing/customers/resolve.ts',
    from: 'if (assignedTeamId !== null && sure !== null && sure !== assignedTeamId)',
    to: 'if (false)',
    tests: [
      { file: verbs, name: 'assigning a team never moves a checkout of ours to another team' },
      { file: 'tests/lib/billing/customers/resolve.test.ts', name: 'what an operator says never moves' },
    ],
  },
  {
    name: 'only what is not settled is dismissed',
    file: 'lib/billing/operator/dismiss.ts',
    from: 'if (isSettled(row.state)) throw OperatorError.eventSettled(key.eventId, row.state);',
    to: '',
    tests: [{ file: verbs, name: 'a dismissal is for what is not settled' }],
  },
  {
    name: 'what is dismissed has a reason',
    file: 'lib/billing/operator/actions.ts',
    from: 'if (given.length < 3 || given.length > 500) throw OperatorError.reasonRequired();',
    to: '',
    tests: [{ file: verbs, name: 'a dismissal needs a reason' }],
  },
  {
    name: 'credits by hand move once per key',
    file: 'lib/billing/credits/adjust.ts',
    from: 'if (locked.earlier) return repeated(locked.earlier, request);',
    to: '',
    tests: [{ file: verbs, name: 'credits by hand are granted and taken once per key' }],
  },
  {
    name: 'only what is stuck is sent again',
    file: 'lib/billing/operator/resend.ts',
    from: 'if (!(await requeueMessage(tx, messageId, at))) throw OperatorError.messageNotStuck(messageId, state);',
    to: 'await requeueMessage(tx, messageId, at);',
    tests: [{ file: queries, name: 'the outbox shows what is stuck' }],
  },
];
