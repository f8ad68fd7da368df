import type { Instant, SubscriptionState, SubscriptionStatus } from '../events';

/** A snapshot as it is compared: what it tells, when, and where it stands among those of one instant. */
export interface Told {
  occurredAt: Instant;
  succession: number;
  content: SubscriptionState;
  /** What this update changed, with the values before it. */
  previous: Partial<SubscriptionState> | null;
}

/** The snapshot that was applied last, with the states that are known to be before it. */
export interface Held {
  occurredAt: Instant | null;
  succession: number | null;
  content: SubscriptionState | null;
  earlier: readonly SubscriptionState[];
}

/** `earlier`: the states of this instant that are known to be before the one that stands after this decision. */
export type SnapshotOrder =
  | { kind: 'newer' | 'stale'; earlier: readonly SubscriptionState[] }
  | { kind: 'duplicate' }
  /** Nothing tells which of the two is the later one. */
  | { kind: 'tie' };

/**
 * Which of two snapshots stands. By time; at one time equal content is the same snapshot, then the succession of their
 * events decides, then what an update says it changed. Never by arrival. Pure.
 */
export function decideSnapshot(held: Held, told: Told): SnapshotOrder {
  const before = stateBefore(told);
  const own = before ? [before] : [];
  if (held.occurredAt === null || held.content === null || told.occurredAt > held.occurredAt)
    return { kind: 'newer', earlier: own };
  if (told.occurredAt < held.occurredAt) return { kind: 'stale', earlier: held.earlier };
  if (isSame(told.content, held.content)) return { kind: 'duplicate' };
  const succession = held.succession ?? 0;
  if (told.succession !== succession)
    return told.succession > succession ? { kind: 'newer', earlier: own } : { kind: 'stale', earlier: held.earlier };
  return decideByChain({ ...held, content: held.content }, told.content, before);
}

/** Updates of one instant, each of which says what stood before it. Where that leads in a circle, it tells nothing. */
function decideByChain(
  held: Held & { content: SubscriptionState },
  told: SubscriptionState,
  before: SubscriptionState | null,
): SnapshotOrder {
  const follows = before !== null && isSame(before, held.content);
  const precedes = held.earlier.some((state) => isSame(state, told));
  const own = before ? [before] : [];
  if (follows === precedes) return { kind: 'tie' };
  if (follows) return { kind: 'newer', earlier: [...held.earlier, held.content] };
  return { kind: 'stale', earlier: [...held.earlier, ...own] };
}

function stateBefore({ content, previous }: Told): SubscriptionState | null {
  return previous && Object.keys(previous).length > 0 ? { ...content, ...previous } : null;
}

/** What is remembered of a subscription's failing payments. */
export interface Outstanding {
  status: SubscriptionStatus;
  occurredAt: Instant | null;
  pastDueSince: Instant | null;
  /** The newest snapshot that told of no outstanding payment. */
  healthyAt: Instant | null;
}

/**
 * Since when a payment is outstanding: the first snapshot that says so after the last one that does not. Pure. A
 * snapshot that comes late still counts for its own time.
 */
export function decideOutstanding(
  held: Outstanding,
  told: { status: SubscriptionStatus; occurredAt: Instant; isNewer: boolean },
): Pick<Outstanding, 'pastDueSince' | 'healthyAt'> {
  const { pastDueSince, healthyAt } = held;
  if (isHealthy(told.status)) {
    const latest = healthyAt !== null && healthyAt > told.occurredAt ? healthyAt : told.occurredAt;
    if (told.isNewer) return { pastDueSince: null, healthyAt: latest };
    const isBroken = pastDueSince !== null && pastDueSince < told.occurredAt;
    return { pastDueSince: isBroken ? held.occurredAt : pastDueSince, healthyAt: latest };
  }
  if (!isOutstanding(told.status)) return { pastDueSince, healthyAt };
  const counts = told.isNewer || (isOutstanding(held.status) && (healthyAt === null || healthyAt < told.occurredAt));
  const isFirst = pastDueSince === null || told.occurredAt < pastDueSince;
  return { pastDueSince: counts && isFirst ? told.occurredAt : pastDueSince, healthyAt };
}

/** It gives, or may give again, what its team has access to. */
export function isLive(status: SubscriptionStatus): boolean {
  return status !== 'canceled' && status !== 'incomplete';
}

function isHealthy(status: SubscriptionStatus): boolean {
  return status === 'active' || status === 'trialing';
}

function isOutstanding(status: SubscriptionStatus): boolean {
  return status === 'past_due' || status === 'unpaid';
}

/** Deep, and blind to the order of keys: Postgres keeps none. */
export function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = entries(a);
  const right = new Map(entries(b));
  return left.length === right.size && left.every(([key, value]) => right.has(key) && isSame(value, right.get(key)));
}

function entries(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, inner]) => inner !== undefined);
}
