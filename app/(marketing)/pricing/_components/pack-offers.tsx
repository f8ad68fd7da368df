import type { Pack } from '@/lib/billing';
import { Amount } from '../../../_components/amount';
import { Card } from '../../../_components/ui/card';
import { OrderForm } from './order-form';

export function PackOffers({ packs, mayBuy }: { packs: Pack[]; mayBuy: boolean }) {
  return (
    <Card aria-labelledby="packs-title">
      <h2 id="packs-title" className="sr-only">
        Packs
      </h2>
      <ul className="divide-y">
        {packs.map(({ item, name, amountMinor, currency, expiresAfterDays }) => (
          <li key={item} className="flex flex-wrap items-center gap-x-6 gap-y-3 px-6 py-4">
            <div className="min-w-0 flex-1">
              <h3 className="font-medium">{name}</h3>
              <p className="text-[0.8125rem] text-muted-foreground">
                {expiresAfterDays === null ? 'Never expire' : `Expire after ${expiresAfterDays} days`}
              </p>
            </div>
            <p className="font-medium">
              <Amount amountMinor={amountMinor} currency={currency} />
            </p>
            {mayBuy ? (
              <div className="w-full sm:w-44">
                <OrderForm item={item} label={`Buy ${name}`} primary={false} />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
