import { randomUUID } from 'node:crypto';
import { ownFixture } from '../support/bursts';
import { type Shop, tell } from './shop';

/** A subscription that began a minute ago, in what Stripe tells of it. */
export interface StripeSubscription {
  id: string;
  customer: string;
  /** Of the period that is paid first, in Stripe's seconds. */
  periodEnd: number;
  /** What Stripe sends once its page was paid, in this order. */
  paid(): Uint8Array[];
  body(name: string, changes?: Readonly<Record<string, unknown>>): Uint8Array;
}

let subscriptions = 0;

const prices = {
  pro_monthly: { price: 'price_1SProMonthly0000000001', amountMinor: 2900 },
  business_monthly: { price: 'price_1SBizMonthly0000000001', amountMinor: 7900 },
} as const;

export function stripeSubscription(of: {
  teamId: string;
  checkoutId: string;
  plan?: keyof typeof prices;
}): StripeSubscription {
  subscriptions += 1;
  const own = { scope: String(subscriptions), teamId: of.teamId, checkoutId: of.checkoutId };
  const digits = own.scope.padStart(5, '0');
  const { price, amountMinor } = prices[of.plan ?? 'pro_monthly'];
  const start = Math.floor(Date.now() / 1000) - 60;
  const end = start + 30 * 86_400;
  const body: StripeSubscription['body'] = (name, changes = {}) => {
    const told = ownFixture('stripe', name, own, { id: `evt_${randomUUID()}`, created: start + 5, ...changes });
    const text = new TextDecoder().decode(told);
    return new TextEncoder().encode(
      text.replaceAll(prices.pro_monthly.price, price).replace(/\b2900\b/g, String(amountMinor)),
    );
  };
  const item = 'data.object.items.data.0';
  return {
    id: `sub_1SAcme${digits}x00000000000000001`,
    customer: `cus_TqAcme${digits}x000000001`,
    periodEnd: end,
    body,
    paid: () => [
      body('checkout.session.completed.subscription'),
      body('customer.subscription.created', {
        [`${item}.current_period_start`]: start,
        [`${item}.current_period_end`]: end,
      }),
      body('invoice.paid.subscription_create', {
        'data.object.lines.data.0.period': { start, end },
        'data.object.status_transitions.paid_at': start + 2,
      }),
    ],
  };
}

/** Sends everything that Stripe tells of the first payment, each once. Returns the answers. */
export async function tellPaid(shop: Shop, { paid }: StripeSubscription): Promise<string[]> {
  const answers: string[] = [];
  for (const body of paid()) answers.push(await tell(shop, 'stripe', body));
  return answers;
}
