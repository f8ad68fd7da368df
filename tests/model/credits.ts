import { hour, monthsLater } from './calendar';
import { type Invoice, type PlanName, plans, type Refund } from './happenings';

/** A period that was paid for, with everything that counts for its credits. */
export interface Paid {
  sub: number;
  invoice: Invoice;
  start: number;
  end: number;
  plan: PlanName;
  quantity: number;
  supersededAt: number | null;
  /** Upgrades that were paid within it. */
  changes: { allowance: number; paidAt: number }[];
  refunds: (Refund & { failed: boolean })[];
  dispute: 'none' | 'open' | 'won' | 'lost';
  /** The quarters that its refunds and disputes take, as far as they were told. */
  back: number;
  /** The credits that went with them. */
  taken: number;
}

/** Credits that came together and end together. */
export interface Lot {
  /** Null: a pack, which never ends. */
  paid: Paid | null;
  /** Of a yearly plan. */
  month: number | null;
  amount: number;
  remaining: number;
  endsAt: number;
}

const overlap = 72 * hour;

/** The balance of one team, and the lots that it is made of. Below zero it is a debt, and every lot is empty. */
export class Credits {
  balance = 0;
  readonly lots: Lot[] = [];
  now = 0;
  /** What it was told of. */
  readonly #paid: Paid[] = [];

  constructor(pack: number) {
    this.#add({ paid: null, month: null, amount: pack, remaining: 0, endsAt: Number.POSITIVE_INFINITY });
  }

  /** What a paid period gives at once. The credits of the periods before it are over. */
  grant(paid: Paid): void {
    const { now } = this;
    this.#paid.push(paid);
    for (const lot of this.lots)
      if (lot.paid?.sub === paid.sub && lot.paid.start < paid.start) lot.endsAt = Math.min(lot.endsAt, now);
    this.lapse();
    if (plans[paid.plan].months > 1) this.#grantMonth(paid, 0);
    else this.#grantLot(paid, null, paid);
  }

  /** The months of yearly plans that have begun, and what is over. */
  pass(now: number): void {
    this.now = now;
    for (const paid of this.#paid) {
      if (plans[paid.plan].months === 1) continue;
      for (let month = 0; month < plans[paid.plan].months; month += 1) {
        const start = monthsLater(paid.start, month);
        const isThere = this.lots.some((lot) => lot.paid === paid && lot.month === month);
        if (!isThere && start <= now && start < (paid.supersededAt ?? paid.end)) this.#grantMonth(paid, month);
      }
    }
    this.lapse();
  }

  /** A change within a period was paid for: its lots become what they would have been. */
  enlarge(paid: Paid, change: Paid['changes'][number]): void {
    const changes = [...paid.changes, change];
    for (const lot of this.lots.filter((one) => one.paid === paid)) {
      const more = allowance(paid, changes, spanOf(lot, paid)) - allowance(paid, paid.changes, spanOf(lot, paid));
      lot.amount += more;
      lot.remaining += this.#arrive(more);
    }
    paid.changes = changes;
    this.settle(paid);
  }

  /** What the refunds and disputes of a payment take together has changed. */
  reverse(paid: Paid): void {
    const refunded = paid.refunds.reduce((sum, { failed, quarters }) => sum + (failed ? 0 : quarters), 0);
    paid.back = paid.dispute === 'open' || paid.dispute === 'lost' ? 4 : refunded;
    this.settle(paid);
  }

  /** Takes the share of a payment's credits that goes back, or gives back what does not go any more. */
  settle(paid: Paid): void {
    const credits = this.lots.filter((lot) => lot.paid === paid).reduce((sum, lot) => sum + lot.amount, 0);
    const taken = Math.floor((credits * paid.back) / 4);
    if (taken > paid.taken) this.#take(taken - paid.taken, paid);
    else this.#giveBack(paid.taken - taken, paid);
    paid.taken = taken;
  }

  spend(credits: number): void {
    this.#take(credits, null);
  }

  lapse(): void {
    for (const lot of this.lots) {
      if (lot.endsAt > this.now) continue;
      this.balance -= lot.remaining;
      lot.remaining = 0;
    }
  }

  #grantMonth(paid: Paid, month: number): void {
    for (const lot of this.lots)
      if (lot.paid === paid && (lot.month ?? 0) < month) lot.endsAt = Math.min(lot.endsAt, this.now);
    this.lapse();
    const end = Math.min(monthsLater(paid.start, month + 1), paid.end);
    this.#grantLot(paid, month, { start: monthsLater(paid.start, month), end });
  }

  #grantLot(paid: Paid, month: number | null, span: { start: number; end: number }): void {
    const amount = allowance(paid, paid.changes, span);
    const endsAt = Math.min(span.end + overlap, paid.supersededAt ?? Number.POSITIVE_INFINITY);
    this.#add({ paid, month, amount, remaining: 0, endsAt });
    const later = this.lots.some(
      (lot) =>
        lot.paid?.sub === paid.sub &&
        (lot.paid === paid ? (lot.month ?? 0) > (month ?? 0) : lot.paid.start > paid.start),
    );
    this.settle(paid);
    if (!later) return;
    for (const lot of this.lots)
      if (lot.paid === paid && lot.month === month) lot.endsAt = Math.min(lot.endsAt, this.now);
    this.lapse();
  }

  #add(lot: Lot): void {
    this.lots.push({ ...lot, remaining: this.#arrive(lot.amount) });
  }

  /** How much of what arrives is left once the debt is paid. */
  #arrive(credits: number): number {
    const before = Math.max(this.balance, 0);
    this.balance += credits;
    return Math.max(this.balance, 0) - before;
  }

  /** From the payment's own lots, then from what ends first, then it is a debt. */
  #take(credits: number, paid: Paid | null): void {
    let rest = credits;
    for (const lot of [...this.#inOrder((one) => paid !== null && one.paid === paid), ...this.#inOrder(() => true)]) {
      const part = Math.min(rest, lot.remaining);
      lot.remaining -= part;
      rest -= part;
    }
    this.balance -= credits;
  }

  /** Into own lots that run, then into others where there is room that is not their own refunds', then into own ones. */
  #giveBack(credits: number, paid: Paid): void {
    let rest = this.#arrive(credits);
    const isOver = (lot: Lot) => lot.endsAt <= this.now;
    const fill = (isMeant: (lot: Lot) => boolean, kept: (lot: Lot) => number) => {
      for (const lot of this.#inOrder(isMeant)) {
        const part = Math.min(rest, Math.max(lot.amount - lot.remaining - kept(lot), 0));
        lot.remaining += part;
        rest -= part;
      }
    };
    fill(
      (lot) => lot.paid === paid && !isOver(lot),
      () => 0,
    );
    fill(
      (lot) => lot.paid !== paid && !isOver(lot),
      (lot) => lot.paid?.taken ?? 0,
    );
    fill(
      (lot) => lot.paid === paid,
      () => 0,
    );
    fill(
      () => true,
      () => 0,
    );
  }

  #inOrder(isMeant: (lot: Lot) => boolean): Lot[] {
    return this.lots.filter(isMeant).sort((a, b) => (a.endsAt === b.endsAt ? 0 : a.endsAt - b.endsAt));
  }
}

/** What a month, or a period that is one, is worth: what was paid for, and every upgrade for the rest of the time. */
function allowance(paid: Paid, changes: Paid['changes'], { start, end }: { start: number; end: number }): number {
  let high = plans[paid.plan].credits * paid.quantity;
  let credits = high;
  for (const change of changes) {
    if (change.allowance <= high) continue;
    const left = Math.min(Math.max(end - change.paidAt, 0), end - start);
    credits += Math.floor(((change.allowance - high) * left) / (end - start));
    high = change.allowance;
  }
  return credits;
}

function spanOf({ month }: Lot, paid: Paid): { start: number; end: number } {
  if (month === null) return paid;
  return { start: monthsLater(paid.start, month), end: Math.min(monthsLater(paid.start, month + 1), paid.end) };
}
