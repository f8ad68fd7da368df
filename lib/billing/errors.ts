import type { BillingErrorCode } from './error-codes';

export type { BillingErrorCode };

/** An error that a caller can act on. Messages carry ids and numbers, never payloads, secrets or addresses. */
export class BillingError extends Error {
  override readonly name = 'BillingError';

  protected constructor(
    readonly code: BillingErrorCode,
    message: string,
    readonly details: Readonly<Record<string, string | number | null>> = {},
  ) {
    super(message);
  }

  static insufficientCredits(teamId: string, wanted: number, available: number) {
    const message = `Team ${teamId} has ${available} credits available, ${wanted} are needed.`;
    return new BillingError('insufficient_credits', message, { teamId, wanted, available });
  }

  static idempotencyKeyReused(key: string) {
    return new BillingError('idempotency_key_reused', `Idempotency key ${key} was used before with other values.`, {
      key,
    });
  }

  static invalidCredits(credits: number) {
    return new BillingError('invalid_credits', `${credits} is not a whole number of credits above zero.`, { credits });
  }

  static invalidIdempotencyKey() {
    return new BillingError('invalid_idempotency_key', 'An idempotency key has 1 to 200 characters.');
  }

  static holdNotFound(holdId: string) {
    return new BillingError('hold_not_found', `There is no hold ${holdId}.`, { holdId });
  }

  static holdNotOpen(holdId: string, state: string) {
    return new BillingError('hold_not_open', `Hold ${holdId} is ${state}.`, { holdId, state });
  }

  static captureExceedsHold(holdId: string, wanted: number, held: number) {
    const message = `Hold ${holdId} has ${held} credits, ${wanted} were to be captured.`;
    return new BillingError('capture_exceeds_hold', message, { holdId, wanted, held });
  }

  static unknownItem(item: string) {
    return new BillingError('unknown_item', `The catalog has no item ${item}.`, { item });
  }

  static itemNotForSale(item: string, provider: string) {
    return new BillingError('item_not_for_sale', `${provider} has no price for ${item}.`, { item, provider });
  }

  static invalidQuantity(quantity: number) {
    return new BillingError('invalid_quantity', `${quantity} is not a whole number from 1 to 100.`, { quantity });
  }

  static checkoutUnavailable(provider: string | null) {
    return new BillingError('checkout_unavailable', `Nothing can be sold through ${provider ?? 'any provider'} here.`, {
      provider,
    });
  }

  static checkoutNotFound(checkoutId: string) {
    return new BillingError('checkout_not_found', `There is no checkout ${checkoutId}.`, { checkoutId });
  }

  static checkoutNotPayable(checkoutId: string, state: string) {
    return new BillingError('checkout_not_payable', `Checkout ${checkoutId} is ${state}.`, { checkoutId, state });
  }

  static checkoutInProgress(checkoutId: string, item: string) {
    const message = `Checkout ${checkoutId} of ${item} is being paid: wait until it is settled.`;
    return new BillingError('checkout_in_progress', message, { checkoutId, item });
  }

  static liveSubscription(teamId: string, subscriptionId: string) {
    const message = `Team ${teamId} has subscription ${subscriptionId}: change that one.`;
    return new BillingError('live_subscription', message, { teamId, subscriptionId });
  }

  static noBillingAccount(teamId: string) {
    return new BillingError('no_billing_account', `No provider knows team ${teamId} as a customer.`, { teamId });
  }

  static sharedBillingAccount(teamId: string) {
    return new BillingError('shared_billing_account', `The customer of team ${teamId} pays for another team as well.`, {
      teamId,
    });
  }

  static invoiceNotFound(invoiceId: string) {
    return new BillingError('invoice_not_found', `There is no payment ${invoiceId}.`, { invoiceId });
  }

  static documentUnavailable(invoiceId: string) {
    return new BillingError('document_unavailable', `The provider shows no document of ${invoiceId}.`, { invoiceId });
  }

  static providerUnavailable(provider: string, reason: string) {
    return new BillingError('provider_unavailable', `${provider} does not answer.`, { provider, reason });
  }

  static providerRefused(provider: string, reason: string) {
    return new BillingError('provider_refused', `${provider} refused the request.`, { provider, reason });
  }

  static invalidCursor() {
    return new BillingError('invalid_cursor', 'That page does not exist.');
  }

  static paymentNotFound(purchaseId: string) {
    return new BillingError('payment_not_found', `There is no sandbox payment ${purchaseId}.`, { purchaseId });
  }

  static deliveryNotKept(eventId: string) {
    return new BillingError('delivery_not_kept', `The bytes of event ${eventId} are not kept any more.`, { eventId });
  }

  static nothingToRefund(purchaseId: string) {
    return new BillingError('nothing_to_refund', 'Nothing is left of this payment that could go back.', { purchaseId });
  }

  static alreadyDisputed(purchaseId: string) {
    return new BillingError('already_disputed', 'This payment was disputed before.', { purchaseId });
  }

  static noOpenDispute(purchaseId: string) {
    return new BillingError('no_open_dispute', 'This payment has no open dispute to win.', { purchaseId });
  }

  static subscriptionNotFound(subscriptionId: string) {
    return new BillingError('subscription_not_found', `There is no subscription ${subscriptionId}.`, {
      subscriptionId,
    });
  }

  static subscriptionActionUnavailable(subscriptionId: string, action: string, status: string) {
    return new BillingError(
      'subscription_action_unavailable',
      `This subscription is ${status.replaceAll('_', ' ')}: ${action.replaceAll('_', ' ')} means nothing for it now.`,
      { subscriptionId, action, status },
    );
  }

  static cardDeclined(subscriptionId: string) {
    return new BillingError('card_declined', 'The card was declined, so the plan stays as it is. Fix the card first.', {
      subscriptionId,
    });
  }

  static alreadySubscribed(subscriptionId: string) {
    return new BillingError('already_subscribed', 'This team has a subscription that its provider renews.', {
      subscriptionId,
    });
  }

  static notRenewedHere(subscriptionId: string) {
    return new BillingError('not_renewed_here', `The provider of subscription ${subscriptionId} renews it.`, {
      subscriptionId,
    });
  }

  static noPaymentMethod(teamId: string) {
    return new BillingError('no_payment_method', `Team ${teamId} has saved no payment method.`, { teamId });
  }

  static setupNotFound(setupId: string) {
    return new BillingError('setup_not_found', `There is no setup ${setupId}.`, { setupId });
  }

  static cardSetupUnavailable(provider: string | null) {
    return new BillingError(
      'card_setup_unavailable',
      `No payment method can be saved with ${provider ?? 'any provider'} here.`,
      { provider },
    );
  }

  static chargeNotFound(operationId: string) {
    return new BillingError('charge_not_found', `There is no charge ${operationId}.`, { operationId });
  }

  static chargeNotUnclear(operationId: string, state: string) {
    return new BillingError('charge_not_unclear', `What became of charge ${operationId} is known: ${state}.`, {
      operationId,
      state,
    });
  }

  static noRefundDue(operationId: string) {
    return new BillingError('no_refund_due', `Nothing of charge ${operationId} is to be given back.`, { operationId });
  }

  static planRequired(teamId: string, plans: readonly string[]) {
    return new BillingError('plan_required', `Team ${teamId} needs one of these plans: ${plans.join(', ')}.`, {
      teamId,
      plans: plans.join(','),
    });
  }

  static invalidDay(day: string) {
    return new BillingError('invalid_day', `${day} is not a day as in 2026-09-20.`, { day });
  }

  static tooManyLabActions(teamId: string, resetAt: Date) {
    return new BillingError(
      'too_many_lab_actions',
      'A demo does 60 things a minute in the lab. Wait for the next one.',
      {
        teamId,
        resetAt: resetAt.toISOString(),
      },
    );
  }

  static demoIsFull(teamId: string) {
    return new BillingError('demo_is_full', `Demo ${teamId} has used up its events. Sign up, or open a fresh one.`, {
      teamId,
    });
  }

  static endpointNotFound(endpointId: string) {
    return new BillingError('endpoint_not_found', `There is no endpoint ${endpointId}.`, { endpointId });
  }

  static invalidEndpointUrl(fault: string) {
    return new BillingError(
      'invalid_endpoint_url',
      `This address cannot get webhooks (${fault.replaceAll('_', ' ')}): https and a public host are needed.`,
      { fault },
    );
  }

  static unknownTeam(teamId: string) {
    return new BillingError('unknown_team', `There is no team ${teamId}.`, { teamId });
  }
}
