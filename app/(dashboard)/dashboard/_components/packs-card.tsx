import type { Pack } from '@/lib/billing';
import { formatMoney } from '@/lib/money';
import { Card, CardHeader, CardTitle } from '../../../_components/ui/card';
import { BuyPackForm } from './buy-pack-form';

export function PacksCard({ packs }: { packs: Pack[] }) {
  return (
    <Card aria-labelledby="packs-title" id="packs">
      <CardHeader>
        <CardTitle id="packs-title">Buy credits</CardTitle>
      </CardHeader>
      {packs.length === 0 ? (
        <p className="px-5 pb-5 text-sm text-muted-foreground">
          Nothing is for sale right now. Please come back later.
        </p>
      ) : (
        <ul className="divide-y border-t">
          {packs.map((pack, position) => (
            <PackOffer key={pack.item} pack={pack} primary={position === 0} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function PackOffer({ pack, primary }: { pack: Pack; primary: boolean }) {
  const { item, name, credits, amountMinor, currency, expiresAfterDays } = pack;
  const perThousand = formatMoney({ amountMinor: Math.round((amountMinor * 1000) / credits), currency });
  return (
    <li className="px-5 py-4">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="font-medium">{name}</h3>
        <p className="text-right whitespace-nowrap">
          <span className="font-semibold">{formatMoney({ amountMinor, currency })}</span>{' '}
          <span className="text-xs text-muted-foreground">{currency}</span>
        </p>
      </div>
      <p className="mt-0.5 mb-3.5 flex justify-between gap-3 text-xs text-muted-foreground">
        <span>{expiresAfterDays === null ? 'Never expire' : `Expire after ${expiresAfterDays} days`}</span>
        <span>{perThousand} per 1,000</span>
      </p>
      <BuyPackForm item={item} name={name} primary={primary} />
    </li>
  );
}
