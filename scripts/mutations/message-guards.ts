import type { Guard } from './guards';

const deliver = 'tests/lib/billing/outbox/deliver.test.ts';
const outgoing = 'tests/lib/billing/outbox/outgoing.test.ts';
const messages = 'tests/lib/billing/outbox/messages.test.ts';

/** The guards of what is told afterwards. */
export const messageGuards: Guard[] = [
  {
    name: 'a lost answer is not sent again blindly',
    file: 'lib/billing/outbox/deliver.ts',
    from: 'if (mailer.idempotentForMs === null || firstTriedAt === null) return false;',
    to: 'if (mailer.idempotentForMs === null || firstTriedAt === null) return true;',
    tests: [{ file: deliver, name: 'a lost answer of SMTP, which knows no keys' }],
  },
  {
    name: 'a refusal does not settle a lost answer before it',
    file: 'lib/billing/outbox/settlement.ts',
    from: "if (result.kind === 'ambiguous' || isUnclear(tried))",
    to: "if (result.kind === 'ambiguous')",
    tests: [{ file: deliver, name: 'a lost answer is ambiguous still when the next try is refused' }],
  },
  {
    name: 'only the holder of the lease settles a message',
    file: 'lib/billing/outbox/outbox.ts',
    from: ".where(and(eq(ofId, id), eq(ofAttempt, leaseAttempt), eq(state, 'sending')))",
    to: '.where(eq(ofId, id))',
    tests: [{ file: deliver, name: 'a sender that died and comes back writes nothing' }],
  },
  {
    name: 'a message keeps its key',
    file: 'lib/billing/outbox/prepare.ts',
    from: '(await write(context, message)), idempotencyKey: keyOf(message)',
    to: '(await write(context, message)), idempotencyKey: String(message.attempts)',
    tests: [{ file: deliver, name: 'a message that fails twice is sent under one key' }],
  },
  {
    name: 'what a team is told of an end follows its newest snapshot',
    file: 'lib/billing/subscriptions/ending.ts',
    from: 'await supersedeOthers(tx, { subscriptionId, eventTypes, dedupKey: ending?.dedupKey ?? null, at });',
    to: '',
    tests: [{ file: messages, name: 'the end of a subscription is told no more once it is taken back' }],
  },
  {
    name: 'an outgoing webhook reaches no private address behind a name',
    file: 'lib/billing/outbox/post.ts',
    from: "return isSafe ? first : 'private_address';",
    to: 'return first;',
    tests: [{ file: outgoing, name: 'a private address behind a name' }],
  },
  {
    name: 'an outgoing webhook goes to the address that was judged',
    file: 'lib/billing/outbox/post.ts',
    from: 'lookup: (_host, { all }, found) => (all ? found(null, [target]) : found(null, address, family)),',
    to: '',
    tests: [{ file: outgoing, name: 'a connection goes to the address that was judged' }],
  },
  {
    name: 'an old secret stops signing',
    file: 'lib/billing/outbox/outgoing.ts',
    from: 'previousSecretEndsAt !== null && previousSecretEndsAt > at;',
    to: 'previousSecretEndsAt !== null;',
    tests: [{ file: outgoing, name: 'a secret that is rotated' }],
  },
];
