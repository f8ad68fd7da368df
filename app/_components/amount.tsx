import { formatMoney, type Money } from '@/lib/money';

/** An amount as people write it, with its currency's code behind it: `$` alone could be several. */
export function Amount({ amountMinor, currency }: Money) {
  return (
    <span className="whitespace-nowrap">
      {formatMoney({ amountMinor, currency }).replace('-', '−')}{' '}
      <span className="text-muted-foreground">{currency}</span>
    </span>
  );
}
