import type { ProviderName } from '@/lib/billing/events';
import { changeFixture } from './fixtures';

/** What makes the ids of a payload a test's own. `scope` is 1 to 5 digits. */
export interface Own {
  scope: string;
  checkoutId: string;
  teamId: string;
}

type PlanProvider = 'stripe' | 'lemonsqueezy' | 'polar' | 'paddle';

/** What a provider sends for the first payment of a subscription and for its first renewal, in its own order. */
export const bursts: Record<PlanProvider, { first: readonly string[]; renewal: readonly string[] }> = {
  stripe: {
    first: [
      'customer.subscription.created.incomplete',
      'customer.subscription.updated.incomplete_to_active',
      'checkout.session.completed.subscription',
      'invoice.paid.subscription_create',
    ],
    renewal: [
      'customer.subscription.updated.renewed',
      'invoice.created.subscription_cycle.draft',
      'invoice.paid.subscription_cycle',
      'invoice.payment_succeeded.subscription_cycle',
      'invoice_payment.paid',
    ],
  },
  lemonsqueezy: {
    first: [
      'order_created.subscription',
      'subscription_created',
      'subscription_updated.created',
      'subscription_payment_success.initial',
    ],
    renewal: ['subscription_updated.renewed', 'subscription_payment_success.renewal'],
  },
  polar: {
    first: [
      'subscription.created',
      'subscription.updated.active',
      'subscription.active',
      'order.paid.subscription_create',
    ],
    renewal: [
      'subscription.cycled',
      'subscription.updated.cycled',
      'order.created.subscription_cycle.pending',
      'order.updated.subscription_cycle.paid',
      'order.paid.subscription_cycle',
    ],
  },
  paddle: {
    first: ['subscription.created', 'subscription.activated', 'transaction.completed.subscription_create'],
    renewal: [
      'subscription.updated.renewed',
      'transaction.billed.subscription_recurring',
      'transaction.paid.subscription_recurring',
      'transaction.completed.subscription_recurring',
    ],
  },
};

/** A payload about a subscription of this test's own: same ids in all of its payloads, and in nobody else's. */
export function ownFixture(
  provider: ProviderName,
  name: string,
  own: Own,
  changes: Readonly<Record<string, unknown>> = {},
): Uint8Array {
  const text = new TextDecoder().decode(changeFixture(provider, name, changes));
  return new TextEncoder().encode(ownIds(provider, text, own));
}

/** Price ids stay: they are the catalog's. */
export function ownIds(provider: ProviderName, text: string, { scope, checkoutId, teamId }: Own): string {
  const named = text.replaceAll('chk_01JB3KQ9PLAN', checkoutId).replaceAll('team_01JB3K8Q5W', teamId);
  const digits = scope.padStart(5, '0');
  switch (provider) {
    case 'stripe':
      return named.replace(/\b(?!price|prod)([a-z]+_\w*?)Acme/g, `$1Acme${digits}x`);
    case 'paddle':
      return named.replace(/\b(?!pri_|pro_)([a-z]+_)01k4acme/g, `$1${digits}acme`);
    case 'polar':
      return named.replace(/\b(50b5|0de4|c057|c8ec)0000-0000-4000-8000-0000000/g, `$10000-0000-4000-8000-00${digits}`);
    case 'lemonsqueezy':
      return named.replace(/\b(1652|5113|6859|5415)(\d{3})\b/g, `$1${digits}$2`);
    default:
      return named;
  }
}
