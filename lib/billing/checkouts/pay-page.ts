import type { BillingContext } from '../context';
import { findHostedIntent } from '../intents';

/** What our page needs to open Paddle's checkout for a transaction. */
export type PayPage =
  | { kind: 'open'; transactionId: string; clientToken: string; isSandbox: boolean; returnUrl: string }
  /** The intent behind it was paid, or another page took its place. */
  | { kind: 'closed'; checkoutId: string }
  | { kind: 'unavailable' };

/**
 * Of a transaction that no checkout of ours opened nothing is known here: Paddle links to this page from its own mails,
 * to pay an invoice or to replace a card.
 */
export async function getPayPage(context: BillingContext, transactionId: string): Promise<PayPage> {
  const clientToken = context.settings.providers.paddle?.clientToken;
  if (clientToken === undefined || !/^txn_[a-z0-9]{1,60}$/.test(transactionId)) return { kind: 'unavailable' };
  const intent = await findHostedIntent(context.database, 'paddle', transactionId);
  if (intent && intent.state !== 'open') return { kind: 'closed', checkoutId: intent.id };
  const isSandbox = clientToken.startsWith('test_');
  const { appUrl } = context.settings;
  const back = intent ? `checkout/return?${new URLSearchParams({ checkout: intent.id })}` : 'billing';
  return { kind: 'open', transactionId, clientToken, isSandbox, returnUrl: `${appUrl}/${back}` };
}
