import type { Intent } from '../intents';

/** What a team wants to pay for. */
export interface Wanted {
  provider: string;
  item: string;
  quantity: number;
  expectedAmountMinor: number;
  currency: string;
}

export type Opening =
  /** The same page is open: it is shown again. */
  | { kind: 'reuse'; intent: Intent }
  /** Somebody is opening a page for it right now. */
  | { kind: 'wait' }
  /** A plan's payment is on its way: a second one could be paid besides it. */
  | { kind: 'paying'; intent: Intent }
  /** The page of this intent never opened. */
  | { kind: 'resume'; intent: Intent; rivals: Intent[] }
  | { kind: 'new'; rivals: Intent[] };

/** After so long a bank has said yes or no. */
const bankMs = 14 * 86_400_000;
/** A page that closes in the next minute is of no use. */
const leastMs = 60_000;

/**
 * Which page a team gets to pay on, so that it has one for a plan, whatever the plan, and one for a pack. `rivals` are
 * pages that have to end first. Pure.
 */
export function decideOpening({
  wanted,
  isPlan,
  intents,
  now,
}: {
  wanted: Wanted;
  isPlan: (item: string) => boolean;
  intents: Intent[];
  now: Date;
}): Opening {
  const related = intents.filter(({ item }) => (isPlan(wanted.item) ? isPlan(item) : item === wanted.item));
  const open = related.filter(({ state }) => state === 'open');
  if (open.some((intent) => isBeingOpened(intent, now))) return { kind: 'wait' };
  const paying = related.find(({ state, updatedAt }) => state === 'pending' && isWithin(bankMs, updatedAt, now));
  if (paying && isPlan(wanted.item)) return { kind: 'paying', intent: paying };
  const same = open.find((intent) => isSame(intent, wanted) && !isClosing(intent, now));
  if (same?.url) return { kind: 'reuse', intent: same };
  const rivals = open.filter((intent) => intent !== same);
  return same ? { kind: 'resume', intent: same, rivals } : { kind: 'new', rivals };
}

function isBeingOpened({ url, openingUntil }: Intent, now: Date): boolean {
  return url === null && openingUntil !== null && openingUntil > now;
}

function isClosing({ expiresAt }: Intent, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() - now.getTime() < leastMs;
}

function isWithin(milliseconds: number, at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() < milliseconds;
}

function isSame(intent: Intent, wanted: Wanted): boolean {
  const { provider, item, quantity, expectedAmountMinor, currency } = wanted;
  return (
    intent.provider === provider &&
    intent.item === item &&
    intent.quantity === quantity &&
    intent.expectedAmountMinor === expectedAmountMinor &&
    intent.currency === currency
  );
}
