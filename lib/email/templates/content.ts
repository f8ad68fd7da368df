import type { Money } from '../../money';

/** Whose mails these are. */
export interface Brand {
  productName: string;
  /** Our own origin, without a slash at the end. */
  appUrl: string;
}

/** What a mail says, by the type of its message. Times are UTC. */
export type MailContent =
  | {
      type: 'purchase_paid';
      teamName: string;
      lines: readonly { name: string; quantity: number }[];
      credits: number;
      paid: Money;
      /** Contained in `paid`; null: none was told. */
      tax: Money | null;
      paidAt: Date;
      reference: string;
    }
  | {
      type: 'subscription_renewed';
      teamName: string;
      /** The first payment of a subscription. */
      isFirst: boolean;
      planName: string | null;
      quantity: number;
      period: { start: Date; end: Date };
      paid: Money;
      reference: string;
    }
  | {
      type: 'payment_failed' | 'payment_retry_failed';
      teamName: string;
      payUrl: string | null;
      nextAttemptAt: Date | null;
    }
  | { type: 'card_needed'; teamName: string }
  /** `endsAt`: when the subscription ends if nothing is paid. */
  | { type: 'access_restricted'; teamName: string; endsAt: Date | null }
  | { type: 'action_needed'; teamName: string; payUrl: string | null }
  | {
      type: 'subscription_ending' | 'subscription_ended';
      teamName: string;
      planName: string | null;
      endsAt: Date | null;
    }
  | { type: 'credits_low'; teamName: string; balance: number; lowAt: number }
  | { type: 'case_opened'; caseId: string; kind: string; subject: string; provider: string | null };
