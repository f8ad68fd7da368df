import { addMonths } from 'date-fns';
import { fixedClock } from '../../clock';
import type { BillingContext } from '../context';
import type { Pass } from '../drain';
import { BillingError } from '../errors';
import { chargeDue } from '../renewals/charge';
import { dunDue } from '../renewals/dunning';
import { getRenewal } from '../renewals/queries';
import { nextDueAt, simulateClock } from '../renewals/simulate';
import { tickDue } from '../renewals/tick';
import { findSimulatedTime, moveSimulatedTime } from './simulated-times';

/** How far time is moved: to whatever is due next, a month, or a year. */
export const timeLeaps = ['next', 'month', 'year'] as const;
export type TimeLeap = (typeof timeLeaps)[number];

/** A moment at which something was due, and what was done then. */
export interface Moment {
  at: Date;
  ticks: number;
  charges: number;
  dunning: number;
}

export interface Travelled {
  /** The made-up time at the end. */
  now: Date;
  moments: Moment[];
}

/** A year of monthly cycles, each dunned to its end, needs fewer; what needs more is taken up by the next leap. */
const momentsAtMost = 200;

/**
 * Moves the time of one sandbox subscription of the team, and does what falls due on the way as the background work
 * would: ticks, charges, dunning, each at its own moment. The subscription leaves real time for good. Throws
 * `subscription_not_found`, `not_renewed_here`, `subscription_action_unavailable`.
 */
export async function travel(
  context: BillingContext,
  { teamId, leap }: { teamId: string; leap: TimeLeap },
): Promise<Travelled> {
  const renewal = await getRenewal(context, teamId);
  if (!renewal) throw BillingError.subscriptionNotFound(teamId);
  const { subscriptionId } = renewal;
  await simulateClock(context, { teamId, subscriptionId });
  const from = (await findSimulatedTime(context.database, subscriptionId)) ?? context.clock.now();
  const target = targetOf(leap, from);
  const moments: Moment[] = [];
  let now = from;
  while (moments.length < momentsAtMost) {
    const due = await nextDueAt(context.database, subscriptionId);
    if (due === null || (target !== null && due > target)) break;
    now = new Date(Math.max(due.getTime(), now.getTime()));
    moments.push(await live(context, subscriptionId, now));
    if (target === null) break;
  }
  const isThere = target !== null && moments.length < momentsAtMost;
  const at = context.clock.now();
  if (isThere) now = target;
  await moveSimulatedTime(context.database, { subscriptionId, now, at });
  return { now, moments };
}

/** Everything that is due at one moment, until nothing is. */
async function live(context: BillingContext, subscriptionId: string, at: Date): Promise<Moment> {
  const then = { ...context, clock: fixedClock(at) };
  const moment: Moment = { at, ticks: 0, charges: 0, dunning: 0 };
  for (let turn = 0; turn < turnsAtMost; turn += 1) {
    const scope = { subscriptionId };
    const ticks = await tickDue(then, pass, scope);
    const charges = await chargeDue(then, pass, scope);
    const dunning = await dunDue(then, pass, scope);
    moment.ticks += ticks;
    moment.charges += charges;
    moment.dunning += dunning;
    if (ticks + charges + dunning === 0) break;
  }
  return moment;
}

/** Work that makes itself due again at the same moment must not keep the page waiting. */
const turnsAtMost = 10;

const pass: Pass = { isTimeLeft: () => true, limit: 100 };

/** Null: no further than what is due next. */
function targetOf(leap: TimeLeap, from: Date): Date | null {
  switch (leap) {
    case 'next':
      return null;
    case 'month':
      return addMonths(from, 1);
    case 'year':
      return addMonths(from, 12);
    default:
      return leap satisfies never;
  }
}
