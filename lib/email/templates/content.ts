import type { Money } from '../../money';

/** Whose mails these are. */
export interface Brand {
  productName: string;
  /** Our own origin, without a slash at the end. */
  appUrl: string;
}

interface Link {
  link: string;
  expiresAt: Date;
}

/** What a mail to one person says that opens something to whoever has its link. */
export type LinkContent =
  | ({ type: 'verify_email' | 'reset_password' | 'sign_in_link' | 'account_exists' } & Link)
  /** To the address that is given up. */
  | ({ type: 'change_email'; newEmail: string } & Link)
  | ({ type: 'team_invitation'; teamName: string; inviterName: string; role: 'owner' | 'billing' | 'member' } & Link);

/** What a mail says, by the type of its message. Times are UTC. */
export type MailContent =
  | LinkContent
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
  /** A pack that was to be bought by itself was not; `reason` is a code. */
  | { type: 'top_up_failed'; teamName: string; itemName: string; reason: string }
  | { type: 'case_opened'; caseId: string; kind: string; subject: string; provider: string | null };
