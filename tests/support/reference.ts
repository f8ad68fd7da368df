/**
 * The balance of a payment told a second time, on purpose without a line of the product's code: what the reversals of
 * a purchase take is floor(credits x min(paid, max(refunds, running total) + open and lost disputes) / paid).
 */

/** `part` of `whole`, both minor units in one basis. `at` compares as text. */
type Reversal = { part: number; whole: number; at: string } & (
  | { kind: 'refund'; id: string; status: 'pending' | 'succeeded' | 'failed' }
  | { kind: 'total' }
  | { kind: 'dispute'; id: string; status: 'open' | 'won' | 'lost' }
);

interface Expected {
  taken: number;
  status: 'paid' | 'partially_refunded' | 'refunded' | 'disputed' | 'charged_back';
}

/** Everything that was told about one payment, in whatever order and however often. */
export function expectReversed(credits: number, told: readonly Reversal[]): Expected {
  const refunds = group(told.flatMap((reversal) => (reversal.kind === 'refund' ? [reversal] : []))).map(finalRefund);
  const disputes = group(told.flatMap((reversal) => (reversal.kind === 'dispute' ? [reversal] : []))).map(finalDispute);
  const succeeded = sum(refunds.filter(({ status }) => status === 'succeeded'));
  const refunded = larger(succeeded, finalTotal(told, refunds));
  const counting = disputes.filter(({ status }) => status !== 'won');
  const all = atMostOne(plus(refunded, sum(counting)));
  return {
    taken: Number((BigInt(credits) * all.part) / all.whole),
    status: counting.some(({ status }) => status === 'lost')
      ? 'charged_back'
      : counting.length > 0
        ? 'disputed'
        : refunded.part === 0n
          ? 'paid'
          : refunded.part >= refunded.whole
            ? 'refunded'
            : 'partially_refunded',
  };
}

type Refund = Extract<Reversal, { kind: 'refund' }>;
type Dispute = Extract<Reversal, { kind: 'dispute' }>;
interface Fraction {
  part: bigint;
  whole: bigint;
}

/** A refund goes from pending to succeeded to failed and never back; of one state the last telling stands. */
function finalRefund(tellings: Refund[]): Refund {
  const furthest = (['failed', 'succeeded', 'pending'] as const).find((state) =>
    tellings.some(({ status }) => status === state),
  );
  return latest(tellings.filter(({ status }) => status === furthest));
}

/** Open until it is decided; of two decisions the later one stands, and of two at once the loss. */
function finalDispute(tellings: Dispute[]): Dispute {
  const decided = tellings.filter(({ status }) => status !== 'open');
  if (decided.length === 0) return latest(tellings);
  const last = decided.filter(({ at }) => at === latest(decided).at);
  return last.find(({ status }) => status === 'lost') ?? latest(last);
}

/** The highest running total, less what failed after it was told: that had been counted in. */
function finalTotal(told: readonly Reversal[], refunds: readonly Refund[]): Fraction {
  const totals = told.filter(({ kind }) => kind === 'total');
  const highest = Math.max(...totals.map(({ part }) => part));
  const [first] = totals;
  if (!first) return none;
  const at = latest(totals.filter(({ part }) => part === highest)).at;
  const failed = sum(refunds.filter((refund) => refund.status === 'failed' && refund.at >= at));
  const left = plus(fraction({ part: highest, whole: first.whole }), { part: -failed.part, whole: failed.whole });
  return left.part < 0n ? none : left;
}

const none: Fraction = { part: 0n, whole: 1n };

function group<T extends { id: string }>(tellings: readonly T[]): T[][] {
  const ids = [...new Set(tellings.map(({ id }) => id))];
  return ids.map((id) => tellings.filter((telling) => telling.id === id));
}

function latest<T extends { at: string }>(tellings: readonly T[]): T {
  return tellings.reduce((last, telling) => (telling.at > last.at ? telling : last));
}

function fraction({ part, whole }: { part: number; whole: number }): Fraction {
  return { part: BigInt(part), whole: BigInt(whole) };
}

function sum(reversals: readonly { part: number; whole: number }[]): Fraction {
  return reversals.map(fraction).reduce(plus, none);
}

function plus(a: Fraction, b: Fraction): Fraction {
  return { part: a.part * b.whole + b.part * a.whole, whole: a.whole * b.whole };
}

function larger(a: Fraction, b: Fraction): Fraction {
  return a.part * b.whole > b.part * a.whole ? a : b;
}

function atMostOne(value: Fraction): Fraction {
  return value.part > value.whole ? { part: 1n, whole: 1n } : value;
}
