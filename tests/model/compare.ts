import { expect } from 'vitest';
import { expectInvariants } from '../support/state';
import { instant } from './calendar';
import { readHeld } from './held';
import type { Life } from './reference';
import type { World } from './world';

/** What the product holds is what the model says, to the second and to the credit. `context` is printed where not. */
export async function expectSame(world: World, life: Life, context: object): Promise<void> {
  const held = await readHeld(world);
  expect({ ...held, ...context }).toEqual({ ...expected(life), ...context });
  await expectInvariants(world.database, world.teamId);
}

function expected(life: Life) {
  const { credits, subscriptions, paid } = life;
  const number = new Map(subscriptions.map(({ id }, index) => [id, index]));
  const periods = [...paid].sort((a, b) => a.sub - b.sub || a.start - b.start);
  return {
    balance: credits.balance,
    subscriptions: subscriptions.map(({ id, standing, isCurrent }) => {
      const last = periods.filter(({ sub }) => sub === id).at(-1);
      return [
        ...[standing.status, standing.plan, standing.quantity, isCurrent],
        ...[last ? instant(last.start) : null, last ? instant(last.end) : null],
        // Whether an ended one still shows when it was to end differs between providers.
        standing.status === 'canceled' ? 'ended' : standing.cancelAt !== null,
        standing.endedAt === null ? null : instant(standing.endedAt),
      ].join(' ');
    }),
    periods: periods.map(({ sub, start, end, plan, quantity, invoice, supersededAt, taken }) =>
      [
        ...[number.get(sub), instant(start), instant(end), plan, quantity, invoice.net + invoice.tax, invoice.tax],
        ...[supersededAt === null ? null : instant(supersededAt), taken],
      ].join(' '),
    ),
    lots: credits.lots
      .map(({ paid: of, month, amount, remaining }) =>
        [of ? number.get(of.sub) : 'pack', of && instant(of.start), month, amount, remaining].join(' '),
      )
      .sort(),
    told: { transitions: paid.length, messages: paid.length },
    openCases: [
      ...paid.flatMap(({ dispute }) => (dispute === 'open' ? ['dispute_opened'] : [])),
      ...life.live().flatMap(({ isCurrent }) => (isCurrent ? [] : ['second_live_subscription'])),
    ],
    unsettled: [],
  };
}
