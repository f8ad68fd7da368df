'use client';

import { SubmitButton } from '../../../_components/submit-button';
import { useBuying } from '../../../checkout/_components/use-buying';
import { buyItem } from '../../../checkout/actions';

export function BuyPackForm({ item, name, primary }: { item: string; name: string; primary: boolean }) {
  const { error, action: buy } = useBuying(buyItem);
  return (
    <form action={buy}>
      <input type="hidden" name="item" value={item} />
      <SubmitButton variant={primary ? 'primary' : 'outline'} className="w-full">
        Buy {name}
      </SubmitButton>
      {error ? (
        <p role="alert" className="mt-2 text-[0.8125rem] text-danger">
          {error}
        </p>
      ) : null}
    </form>
  );
}
