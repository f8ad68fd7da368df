import { hour, minute, monthsLater, second } from './calendar';
import { Credits, type Paid } from './credits';
import { type Habits, type Happening, type Invoice, plans, type Standing } from './happenings';

export interface Subscription {
  id: number;
  standing: Standing;
  /** Its cycles end whole months after this. */
  anchor: number;
  /** The invoice that was not paid yet, and when it is tried again. */
  open: Invoice | null;
  triedAgainAt: number;
  isTaxed: boolean;
  isCurrent: boolean;
}

/** What happened, without what every happening says of its subscription. */
type News = Happening extends infer One
  ? One extends Happening
    ? Omit<One, 'sub' | 'standing' | 'before'>
    : never
  : never;

/**
 * One team's subscriptions as they should be: what happened at the provider, what was paid for, and what it gave. It
 * knows nothing of the product.
 */
export class Life {
  now: number;
  readonly endsAt: number;
  readonly subscriptions: Subscription[] = [];
  readonly paid: Paid[] = [];
  readonly credits: Credits;
  /** What happened and was not told yet. */
  untold: Happening[] = [];
  /** What was spent since the last look. */
  spent = 0;
  #ids = 0;

  constructor(
    readonly habits: Habits,
    readonly began: number,
    pack: number,
  ) {
    this.now = began;
    this.endsAt = monthsLater(began, 24);
    this.credits = new Credits(pack);
  }

  get isOver(): boolean {
    return this.now >= this.endsAt;
  }

  live(): Subscription[] {
    return this.subscriptions.filter(({ standing }) => standing.status !== 'canceled');
  }

  /** The next thing that the provider does by itself. */
  next(): { subscription: Subscription; at: number } | null {
    const due = this.live().flatMap((subscription) => {
      const { status, end } = subscription.standing;
      if (status === 'past_due') return [{ subscription, at: subscription.triedAgainAt }];
      return status === 'paused' && this.habits.pause === 'stops' ? [] : [{ subscription, at: end }];
    });
    return due.sort((a, b) => a.at - b.at)[0] ?? null;
  }

  /** A moment before the provider does something by itself, in tenths of the time until then. Null: there is none. */
  moment(tenths: number): number | null {
    const next = this.next();
    const left = next === null ? 20 * 24 * hour : next.at - this.now;
    if (left < 6 * hour) return null;
    return this.now + Math.floor((left * (tenths + 1)) / 12 / second) * second;
  }

  /** When a step would happen. */
  timeOf({ kind, when }: { kind: string; when: number }): number {
    return (kind === 'tick' ? this.next()?.at : this.moment(when)) ?? this.now;
  }

  /** The period that counts at a time. */
  paidAt(sub: number, at: number): Paid | null {
    const counts = ({ start, end, supersededAt }: Paid) =>
      start < at && at < end && (supersededAt === null || at < supersededAt);
    return this.paid.find((one) => one.sub === sub && counts(one)) ?? null;
  }

  id(): number {
    this.#ids += 1;
    return this.#ids;
  }

  /** What the provider asks for one cycle. */
  bill(subscription: Subscription, cycle: { start: number; end: number; at: number; paidAfter: number }): Invoice {
    const { plan, quantity } = subscription.standing;
    const { start, end, at } = cycle;
    const net = plans[plan].net * quantity;
    const money = { net, tax: subscription.isTaxed ? net / 5 : 0 };
    const isFirst = this.paid.every(({ sub }) => sub !== subscription.id) && subscription.standing.trialEnd === null;
    const paidAt = at + cycle.paidAfter * second;
    const made = { id: this.id(), start, end, plan, quantity, ...money, credited: 0 };
    return { ...made, madeAt: at, paidAt, attempts: 1, isFirst };
  }

  /** A cycle was paid for: a period. */
  pay(subscription: Subscription, invoice: Invoice): void {
    const { start, end, plan, quantity } = invoice;
    const nothing = { supersededAt: null, changes: [], refunds: [], dispute: 'none', back: 0, taken: 0 } as const;
    this.paid.push({ sub: subscription.id, invoice, start, end, plan, quantity, ...nothing, changes: [], refunds: [] });
    subscription.open = null;
  }

  /** Changes how a subscription stands, and keeps what happened until it is told. */
  happen(subscription: Subscription, change: Partial<Standing>, news: News): void {
    const before = { ...subscription.standing };
    Object.assign(subscription.standing, change);
    const told: Happening = { ...news, sub: subscription.id, standing: { ...subscription.standing }, before };
    this.untold.push(told);
    const until = 'invoice' in news ? Math.max(news.at, news.invoice.paidAt) : news.at;
    this.now = Math.max(this.now, until + 2 * minute);
    if (before.status !== 'canceled' && subscription.standing.status === 'canceled') this.#handOver(subscription);
  }

  /** The first live one counts; when it ends, the newest live one does. */
  begin(subscription: Subscription): void {
    const current = this.subscriptions.find(({ isCurrent }) => isCurrent);
    subscription.isCurrent = current === undefined || current.standing.status === 'canceled';
    if (subscription.isCurrent && current) current.isCurrent = false;
    this.subscriptions.push(subscription);
  }

  spend(credits: number): void {
    this.credits.spend(credits);
    this.spent += credits;
  }

  /** All that happened is told by now, and counts. */
  close(): void {
    this.credits.pass(this.now);
    for (const happening of this.untold) this.#count(happening);
    this.credits.pass(this.now);
    this.untold = [];
  }

  #handOver(subscription: Subscription): void {
    const next = this.live().at(-1);
    if (!subscription.isCurrent || next === undefined) return;
    subscription.isCurrent = false;
    next.isCurrent = true;
  }

  #count(happening: Happening): void {
    const paid = 'invoice' in happening ? this.paid.find(({ invoice }) => invoice === happening.invoice) : undefined;
    switch (happening.kind) {
      case 'started':
      case 'converted':
      case 'renewed':
      case 'recovered':
      case 'resumed':
      case 'replaced':
        if (paid) this.credits.grant(paid);
        return;
      case 'refunded':
      case 'refund_failed':
      case 'disputed':
      case 'dispute_won':
      case 'dispute_lost':
        if (paid) this.credits.reverse(paid);
        return;
      case 'changed':
        this.#countChange(happening.sub, happening.invoice);
        return;
      default:
        return;
    }
  }

  /** Only what was paid for enlarges a period's credits. */
  #countChange(sub: number, { net, plan, quantity, paidAt }: Invoice): void {
    const paid = this.paidAt(sub, paidAt);
    if (net > 0 && paid) this.credits.enlarge(paid, { allowance: plans[plan].credits * quantity, paidAt });
  }
}
