import type { ProviderName } from '../events';
import type { ChargeAnswer, ProviderCharge } from '../providers/charger';

/** What an answer to a charge means for what is done next. */
export type AnswerClass =
  | 'succeeded'
  /** Accepted, and not final yet. */
  | 'processing'
  /** The buyer has to confirm it. */
  | 'action_required'
  /** No for now: dunning tries again. */
  | 'soft_decline'
  /** No for this card, for good: another one is asked for. */
  | 'hard_decline'
  /** Certainly not charged, for a reason that passes. */
  | 'transient'
  /** Nobody knows whether it was charged. */
  | 'unknown_outcome'
  /** What we sent cannot be right: sending it again helps nobody. */
  | 'bug';

/** What an answer means. Pure. */
export function classify(provider: ProviderName, answer: ChargeAnswer): AnswerClass {
  switch (answer.kind) {
    case 'charge':
      return classifyCharge(provider, answer.charge);
    case 'lost':
      return 'unknown_outcome';
    case 'refused':
      return classifyRefusal(provider, answer);
    default:
      return answer satisfies never;
  }
}

/** What a charge means as its provider holds it. Pure. */
export function classifyCharge(
  provider: ProviderName,
  { status, code, declineCode }: Pick<ProviderCharge, 'status' | 'code' | 'declineCode'>,
): AnswerClass {
  return status === 'failed' ? classifyDecline(provider, { code, declineCode }) : status;
}

type Refusal = Extract<ChargeAnswer, { kind: 'refused' }>;

function classifyRefusal(provider: ProviderName, refusal: Refusal): AnswerClass {
  switch (refusal.type) {
    case 'card':
      return classifyDecline(provider, refusal);
    case 'rate_limit':
      return 'transient';
    case 'server':
      return 'unknown_outcome';
    case 'idempotency':
      // The same key is on its way in another request: its answer will be this one's too.
      return refusal.code === 'idempotency_key_in_use' ? 'unknown_outcome' : 'bug';
    case 'request':
      return classifyRequest(refusal);
    default:
      return refusal.type satisfies never;
  }
}

/** Our key is wrong until somebody sets it right; a card that was removed is gone; the rest is ours to mend. */
function classifyRequest({ httpStatus, code }: Refusal): AnswerClass {
  if (httpStatus === 401 || httpStatus === 403) return 'transient';
  if (httpStatus === 409) return 'unknown_outcome';
  return code !== null && goneCodes.has(code) ? 'hard_decline' : 'bug';
}

interface Codes {
  code: string | null;
  declineCode: string | null;
}

/** A reason that nobody knows is tried again: the next card network invents another one. */
function classifyDecline(provider: ProviderName, { code, declineCode }: Codes): AnswerClass {
  const { action, hard } = declines[provider] ?? cardDeclines;
  const reasons = [declineCode, code].filter((reason) => reason !== null);
  if (reasons.some((reason) => action.has(reason))) return 'action_required';
  return reasons.some((reason) => hard.has(reason) || goneCodes.has(reason)) ? 'hard_decline' : 'soft_decline';
}

/** The customer or the card that we name is not there any more. */
const goneCodes: ReadonlySet<string> = new Set([
  'resource_missing',
  'payment_method_detached',
  'payment_method_unexpected_state',
  'payment_method_not_available',
]);

interface Declines {
  action: ReadonlySet<string>;
  hard: ReadonlySet<string>;
}

/** Stripe's, by what it advises: https://docs.stripe.com/declines/codes */
const cardDeclines: Declines = {
  action: new Set(['authentication_required', 'authentication_not_handled', 'payment_intent_authentication_failure']),
  hard: new Set([
    'card_not_supported',
    'currency_not_supported',
    'do_not_try_again',
    'expired_card',
    'fraudulent',
    'highest_risk_level',
    'incorrect_number',
    'invalid_account',
    'invalid_expiry_month',
    'invalid_expiry_year',
    'invalid_number',
    'live_mode_test_card',
    'lost_card',
    'merchant_blacklist',
    'new_account_information_available',
    'not_permitted',
    'pickup_card',
    'restricted_card',
    'revocation_of_all_authorizations',
    'revocation_of_authorization',
    'security_violation',
    'service_not_allowed',
    'stolen_card',
    'stop_payment_order',
    'transaction_not_allowed',
  ]),
};

/** The others charge on their own clock alone. */
const declines: Partial<Record<ProviderName, Declines>> = { stripe: cardDeclines, sandbox: cardDeclines };
