/** The arithmetic of credits. Pure: numbers in, a plan out. All credits are whole; all amounts are minor units. */

/** A lot as spending sees it. The caller hands lots over in spending order: what expires first comes first. */
export interface Lot {
  id: string;
  remaining: number;
  held: number;
}

export interface Taking {
  lotId: string;
  credits: number;
}

/** Takes what is free of holds, lot by lot. Null when the free credits do not suffice. */
export function planSpend(lots: readonly Lot[], credits: number): Taking[] | null {
  const { takings, rest } = takeFrom(lots, credits, (lot) => lot.remaining - lot.held);
  return rest === 0 ? takings : null;
}

/**
 * Takes what must go whether or not it is there: from the preferred lots first, then from the others, held credits
 * included. What no lot covers is debt: the balance goes below zero by it.
 */
export function planForcedTaking(lots: readonly Lot[], credits: number, preferredLotIds: readonly string[]): Taking[] {
  const preferred = lots.filter((lot) => preferredLotIds.includes(lot.id));
  const others = lots.filter((lot) => !preferredLotIds.includes(lot.id));
  return takeFrom([...preferred, ...others], credits, (lot) => lot.remaining).takings;
}

/**
 * Captures a hold: from the lots that it pins, each up to what it pinned, then from what is free, then by force. Only
 * a refund that took pinned credits makes it go past the first step.
 */
export function planCapture(lots: readonly Lot[], pins: readonly Taking[], credits: number): Taking[] {
  const pinned = new Map(pins.map((pin) => [pin.lotId, pin.credits]));
  const left = lots.map((lot) => ({ ...lot }));
  const taken = new Map<string, number>();
  let rest = credits;
  const steps: ((lot: Lot) => number)[] = [
    (lot) => Math.min(lot.remaining, pinned.get(lot.id) ?? 0),
    (lot) => lot.remaining - lot.held,
    (lot) => lot.remaining,
  ];
  for (const free of steps) {
    const step = takeFrom(left, rest, free);
    for (const taking of step.takings) taken.set(taking.lotId, (taken.get(taking.lotId) ?? 0) + taking.credits);
    for (const lot of left) lot.remaining -= step.takings.find(({ lotId }) => lotId === lot.id)?.credits ?? 0;
    // What the hold pinned is spent or free again once its own lots were asked.
    if (free === steps[0]) for (const lot of left) lot.held -= pinned.get(lot.id) ?? 0;
    rest = step.rest;
  }
  return [...taken].map(([lotId, amount]) => ({ lotId, credits: amount }));
}

/** A lot as giving credits back sees it. */
export interface Room {
  id: string;
  /** How many it came with: it never has more. */
  amount: number;
  remaining: number;
  /** What the reversals of the lot's own payment took and may yet give back: that much of its room is theirs. */
  owed: number;
  /** It came from the payment whose credits are given back. */
  isOwn: boolean;
  isOver: boolean;
}

/**
 * Gives credits back: into own lots while they run, then into others that run, then into own ones that are over. A
 * team's lots together came with no less than it has, so the last step finds room for whatever is left.
 */
export function planGiveBack(lots: readonly Room[], credits: number): Taking[] {
  const left = lots.map((lot) => ({ ...lot }));
  const room = (lot: Room) => lot.amount - lot.remaining;
  const steps: ((lot: Room) => number)[] = [
    (lot) => (lot.isOwn && !lot.isOver ? room(lot) : 0),
    (lot) => (lot.isOwn || lot.isOver ? 0 : room(lot) - lot.owed),
    (lot) => (lot.isOwn ? room(lot) : 0),
    room,
  ];
  let rest = credits;
  for (const free of steps) {
    for (const lot of left) {
      const part = Math.min(rest, Math.max(free(lot), 0));
      lot.remaining += part;
      rest -= part;
    }
  }
  const parts = left.map((lot, n) => ({ lotId: lot.id, credits: lot.remaining - (lots[n]?.remaining ?? 0) }));
  return parts.filter((part) => part.credits > 0);
}

/** How much of `credits` a lot keeps when it arrives at this balance: a debt is paid first. */
export function afterDebt(balance: number, credits: number): number {
  return Math.max(balance + credits, 0) - Math.max(balance, 0);
}

/** One refund or dispute as it counts, or a provider's running total of refunds. */
export interface Reversal {
  kind: 'refund' | 'dispute';
  amountMinor: number;
  /** The whole payment in the same basis as `amountMinor`. */
  totalMinor: number;
  cumulative: boolean;
  status: 'pending' | 'succeeded' | 'failed' | 'open' | 'won' | 'lost';
  /** ISO text in UTC to the microsecond: compares as text. */
  occurredAt: string;
}

export interface Reversed {
  /** Of the purchase's credits. */
  credits: number;
  /** Of the amount paid, rounded down, disputes included. */
  amountMinor: number;
  /** Refunds alone, not capped: above the amount paid, the provider reported too much. */
  refundedMinor: number;
  disputed: boolean;
  chargedBack: boolean;
}

/**
 * What the reversals of a payment take together:
 * floor(credits x min(paid, max(succeeded refunds, running total) + open and lost disputes) / paid).
 * It depends on the set of reversals alone, so neither order nor repetition can matter.
 */
export function planReversal(paid: { credits: number; amountMinor: number }, reversals: readonly Reversal[]): Reversed {
  const disputes = reversals.filter(
    ({ kind, status }) => kind === 'dispute' && (status === 'open' || status === 'lost'),
  );
  const refunds = refundedShare(reversals);
  const share = atMostAll(disputes.map(shareOf).reduce(add, refunds));
  return {
    credits: scale(share, paid.credits),
    amountMinor: scale(share, paid.amountMinor),
    refundedMinor: scale(refunds, paid.amountMinor),
    disputed: disputes.some(({ status }) => status === 'open'),
    chargedBack: disputes.some(({ status }) => status === 'lost'),
  };
}

/** A share of the payment, exact: taxed and untaxed amounts have different totals. */
interface Share {
  part: bigint;
  whole: bigint;
}

const none: Share = { part: 0n, whole: 1n };

function refundedShare(reversals: readonly Reversal[]): Share {
  const refunds = reversals.filter(({ kind }) => kind === 'refund');
  const single = refunds
    .filter(({ cumulative, status }) => !cumulative && status === 'succeeded')
    .map(shareOf)
    .reduce(add, none);
  const totals = refunds.filter(({ cumulative, status }) => cumulative && status === 'succeeded');
  return totals.map((total) => withoutFailed(total, refunds)).reduce(larger, single);
}

/** A running total still contains a refund that failed after it was reported. */
function withoutFailed(total: Reversal, refunds: readonly Reversal[]): Share {
  const failedLater = refunds.filter(
    ({ cumulative, status, occurredAt }) => !cumulative && status === 'failed' && occurredAt >= total.occurredAt,
  );
  const failed = failedLater.map(shareOf).reduce(add, none);
  return larger(none, add(shareOf(total), { part: -failed.part, whole: failed.whole }));
}

function shareOf({ amountMinor, totalMinor }: Reversal): Share {
  return { part: BigInt(amountMinor), whole: BigInt(totalMinor) };
}

function add(a: Share, b: Share): Share {
  return a.whole === b.whole
    ? { part: a.part + b.part, whole: a.whole }
    : { part: a.part * b.whole + b.part * a.whole, whole: a.whole * b.whole };
}

function larger(a: Share, b: Share): Share {
  return a.part * b.whole >= b.part * a.whole ? a : b;
}

function atMostAll(share: Share): Share {
  return share.part > share.whole ? { part: 1n, whole: 1n } : share;
}

function scale(share: Share, amount: number): number {
  return Number((BigInt(amount) * share.part) / share.whole);
}

function takeFrom(
  lots: readonly Lot[],
  credits: number,
  free: (lot: Lot) => number,
): { takings: Taking[]; rest: number } {
  const takings: Taking[] = [];
  let rest = credits;
  for (const lot of lots) {
    const taken = Math.min(rest, Math.max(free(lot), 0));
    if (taken === 0) continue;
    takings.push({ lotId: lot.id, credits: taken });
    rest -= taken;
  }
  return { takings, rest };
}
