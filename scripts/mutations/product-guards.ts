import type { Guard } from './guards';

const api = 'tests/app/api/v1.test.ts';
const topUps = 'tests/lib/billing/top-ups/top-ups.test.ts';
const cards = 'tests/lib/billing/top-ups/cards.test.ts';

/** What keeps product servers and automatic top-ups from spending and paying twice. */
export const productGuards: readonly Guard[] = [
  {
    name: 'an idempotency key stands for one request',
    file: 'lib/api/call.ts',
    from: "  if (claim.kind === 'reused')\n",
    to: "  if (claim.kind === 'reused' && request.teamId === '')\n",
    tests: [{ file: api, name: 'POST /api/v1/credits/spend refuses a key that stands for something else already' }],
  },
  {
    name: 'a key is refused beyond its limit',
    file: 'lib/rate-limit.ts',
    from: 'where rate_limits.count < ',
    to: 'where rate_limits.count < 1000000 + ',
    tests: [
      { file: api, name: 'a key is refused beyond its limit, says when it may again, and leaves other keys alone' },
    ],
  },
  {
    name: 'a deleted team has no keys',
    file: 'lib/auth/api-keys.ts',
    from: 'and(eq(teams.id, apiKeys.teamId), isNull(teams.deletedAt))',
    to: 'eq(teams.id, apiKeys.teamId)',
    tests: [{ file: api, name: 'a key that was revoked, or has expired, or whose team was deleted' }],
  },
  {
    name: 'a lost answer of a top-up is looked up before it is sent again',
    file: 'lib/billing/top-ups/charge.ts',
    from: '  if (charge.attempts === 1) return null;\n',
    to: '  if (charge.attempts > 0) return null;\n',
    tests: [
      { file: topUps, name: 'a card that Stripe keeps is charged once when the answer is lost' },
      { file: cards, name: 'Paddle charges once when the answer is lost' },
    ],
  },
  {
    name: 'nobody is led to pay for a top-up on a page',
    file: 'lib/billing/top-ups/begin.ts',
    from: "    await markCheckout(tx, { checkoutId: order.id, state: 'pending', at });\n",
    to: '',
    tests: [{ file: topUps, name: 'a card that Stripe keeps is charged while nobody is there' }],
  },
  {
    name: 'a top-up is looked for where it was made',
    file: 'lib/billing/top-ups/charge.ts',
    from: '(await findSent(context, due)) ?? (await planSending(context, due))',
    to: 'await planSending(context, due)',
    tests: [
      { file: cards, name: 'Paddle looks for a charge where it was made' },
      { file: topUps, name: 'a card that Stripe keeps is looked for with the customer that was charged' },
    ],
  },
  {
    name: 'a top-up that is perhaps still being made is not sent again',
    file: 'lib/billing/top-ups/charge.ts',
    from: 'const lateMs = 600_000;',
    to: 'const lateMs = 0;',
    tests: [
      { file: cards, name: 'Paddle is not charged twice because it carries out late what was asked of it' },
      { file: topUps, name: 'a charge whose first attempt nobody got is the only one while it may still go through' },
    ],
  },
  {
    name: 'a declined card stops the top-up',
    file: 'lib/billing/top-ups/stop.ts',
    from: '  await pauseAutoTopUp(tx, teamId, reason);\n',
    to: '',
    tests: [{ file: topUps, name: 'a card that Stripe keeps that is declined is tried once' }],
  },
];
