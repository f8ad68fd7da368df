import type { SandboxPayment } from '@/db/schema';
import type { Plan } from '../catalog';
import { invoicePaymentIdOf, type PaidCycle, periodPaid, type Told } from '../providers/sandbox/subscription-messages';
import { invoiceIdOf, periodOf, priceIdOf, type SandboxSubscription, sessionOf } from './sandbox-subscription';

/** The newest invoice of a subscription is paid, for the cycle that runs. */
export function payCycle(
  subscription: SandboxSubscription,
  { amountMinor, currency }: Plan,
  paying: { reason: PaidCycle['reason']; attempt?: number; discountMinor?: number },
): { told: Told; lastPayment: SandboxPayment | null } {
  const { reason, attempt = 1, discountMinor = 0 } = paying;
  const { item, quantity } = subscription;
  const invoiceId = invoiceIdOf(subscription);
  const subtotalMinor = amountMinor * quantity;
  const told = periodPaid(sessionOf(subscription), {
    ...{ invoiceId, attempt, reason, quantity, currency, subtotalMinor, discountMinor },
    period: periodOf(subscription),
    providerPriceId: priceIdOf(item),
  });
  return { told, lastPayment: paymentOf(invoiceId, subtotalMinor - discountMinor, currency) };
}

/** Null where no money moved: then there is nothing to refund. */
export function paymentOf(invoiceId: string, amountMinor: number, currency: string): SandboxPayment | null {
  return amountMinor === 0 ? null : { paymentId: invoicePaymentIdOf(invoiceId), amountMinor, currency };
}
