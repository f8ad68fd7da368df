import type { Plan } from '@/lib/billing';
import { formatMoney } from '@/lib/money';

/** `$29.00`, for so many of the plan. */
export function planPrice({ amountMinor, currency }: Pick<Plan, 'amountMinor' | 'currency'>, quantity = 1): string {
  return formatMoney({ amountMinor: amountMinor * quantity, currency });
}

/** `Pro`, or `Pro × 3`. */
export function planTitle(name: string, quantity: number): string {
  return quantity === 1 ? name : `${name} × ${quantity}`;
}
