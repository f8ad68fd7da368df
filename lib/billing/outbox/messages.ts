/** Everything that a message can be about. The outgoing webhooks carry the same names. */
export const messageTypes = [
  'purchase_paid',
  'subscription_renewed',
  'payment_failed',
  'action_needed',
  'payment_retry_failed',
  'card_needed',
  'access_restricted',
  'subscription_ending',
  'subscription_ended',
  'credits_low',
  'top_up_failed',
  'case_opened',
] as const;

export type MessageType = (typeof messageTypes)[number];

/** Mails to one person with a link in them. No webhook tells of them. */
export const secretTypes = [
  'verify_email',
  'reset_password',
  'sign_in_link',
  'account_exists',
  'change_email',
  'team_invitation',
] as const;

/** What is to be told to a team, or with no team to the operators. */
export interface Message {
  eventType: MessageType;
  teamId: string | null;
  subscriptionId: string | null;
  billingPeriodId: string | null;
  /** The cause, so that telling it twice makes one message. */
  dedupKey: string;
  payload: Record<string, unknown>;
}

/**
 * What a team can switch off. The rest tells of money that was taken or is owed; the first payment of a subscription is
 * a receipt too, and is always sent.
 */
export const optionalTypes = [
  'subscription_renewed',
  'subscription_ending',
  'subscription_ended',
  'credits_low',
] as const;

export type OptionalType = (typeof optionalTypes)[number];

/** Whether a team that does not want the type is spared this one. */
export function isOptional(type: MessageType, payload: Record<string, unknown>): type is OptionalType {
  if (type === 'subscription_renewed' && payload.kind === 'first') return false;
  return optionalTypes.some((optional) => optional === type);
}

export function isSecretType(value: string): boolean {
  return secretTypes.some((type) => type === value);
}

export function isMessageType(value: string): value is MessageType {
  return messageTypes.some((type) => type === value);
}
