/** What is sold in the model: credits for each month, the length of a cycle, its price before tax in minor units. */
export const plans = {
  pro_monthly: { credits: 1000, months: 1, net: 2900 },
  business_monthly: { credits: 5000, months: 1, net: 7900 },
  pro_yearly: { credits: 1000, months: 12, net: 29000 },
} as const;

export type PlanName = keyof typeof plans;

/** How a subscription stands with its provider. */
export interface Standing {
  status: 'trialing' | 'active' | 'past_due' | 'paused' | 'canceled';
  plan: PlanName;
  quantity: number;
  /** The cycle that the provider tells, paid or not. */
  start: number;
  end: number;
  startedAt: number;
  trialEnd: number | null;
  cancelAt: number | null;
  /** A pause that takes effect at the end of the cycle. */
  pausesAt: number | null;
  endedAt: number | null;
}

/** What a provider asks money for. Amounts are minor units. */
export interface Invoice {
  id: number;
  start: number;
  end: number;
  plan: PlanName;
  quantity: number;
  net: number;
  tax: number;
  /** What is left of the old plan, taken off the net amount. */
  credited: number;
  madeAt: number;
  paidAt: number;
  attempts: number;
  /** The start of its subscription. */
  isFirst: boolean;
}

/** A part of an invoice's money that went back, in quarters of it. */
export interface Refund {
  id: number;
  quarters: number;
  /** All that went back so far, this one included. */
  quartersSoFar: number;
}

interface OfSubscription {
  sub: number;
  at: number;
  standing: Standing;
  before: Standing;
}

/** One thing that happens at a provider, and that it tells in events of its own. */
export type Happening = OfSubscription &
  (
    | { kind: 'started' | 'converted' | 'renewed' | 'recovered' | 'failed' | 'failed_again'; invoice: Invoice }
    | { kind: 'trial_started' | 'voided' | 'skipped' | 'resumed' | 'replaced'; invoice: Invoice }
    /** Charged or, below zero, credited for the rest of the period. */
    | { kind: 'changed'; invoice: Invoice }
    | { kind: 'paused' | 'unpaused' | 'pause_scheduled' | 'pause_removed' }
    | { kind: 'cancel_scheduled' | 'cancel_removed' | 'ended' }
    | { kind: 'refunded' | 'refund_failed'; invoice: Invoice; refund: Refund }
    | { kind: 'disputed' | 'dispute_won' | 'dispute_lost'; invoice: Invoice }
  );

/** What the providers do differently, as far as it changes what was paid for. */
export interface Habits {
  /** Seconds from the end of a cycle until the next one is paid. */
  renewsAfter: number;
  /**
   * A pause stops collection at once while cycles go on (`skips`, told by voided invoices where `tellsSkipped`), or
   * begins with the end of the cycle, and the next cycle begins when it is resumed (`stops`).
   */
  pause: 'skips' | 'stops';
  tellsSkipped: boolean;
  /** An invoice that is never paid: the subscription goes on without that cycle, or ends. */
  voids: 'goes_on' | 'ends';
  changesInterval: boolean;
  /** Invoices say what they are for. Else they go by what the subscription was known to be, so changes are told alone. */
  namesPlans: boolean;
  failsRefunds: boolean;
  disputes: 'none' | 'won' | 'won_or_lost';
}
