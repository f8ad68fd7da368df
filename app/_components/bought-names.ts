import type { HistoryPayment } from '@/lib/billing';

/** `1,000 credits × 2, 5,000 credits` */
export function boughtNames({ items }: HistoryPayment): string {
  return items.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name)).join(', ');
}
