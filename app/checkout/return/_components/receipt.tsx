import type { CheckoutView, HistoryPayment } from '@/lib/billing';
import { Amount } from '../../../_components/amount';
import { CopyableId } from '../../../_components/copyable-id';

export function Receipt({ checkout, purchase }: { checkout: CheckoutView; purchase: HistoryPayment }) {
  const { currency } = purchase;
  const rows = [
    { name: 'Discount', amountMinor: -purchase.discountMinor },
    { name: 'Tax', amountMinor: purchase.taxMinor },
  ].filter(({ amountMinor }) => amountMinor !== 0);
  return (
    <dl className="mb-4 grid w-full gap-2.5 rounded-lg border bg-card p-4 text-sm shadow-card [&>div]:flex [&>div]:items-center [&>div]:justify-between [&>div]:gap-4 [&_dt]:text-muted-foreground">
      <div>
        <dt>Bought</dt>
        <dd>
          {checkout.name}
          {checkout.quantity > 1 ? ` × ${checkout.quantity}` : ''}
        </dd>
      </div>
      {rows.map(({ name, amountMinor }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Amount amountMinor={amountMinor} currency={currency} />
          </dd>
        </div>
      ))}
      <div className="font-medium">
        <dt>Paid</dt>
        <dd>
          <Amount amountMinor={purchase.amountMinor} currency={currency} />
        </dd>
      </div>
      <div className="border-t pt-2.5">
        <dt>Counts once under</dt>
        <dd className="min-w-0">
          <CopyableId id={purchase.purchaseKey} label="purchase key" />
        </dd>
      </div>
    </dl>
  );
}
