'use client';

import { SubmitButton } from '../../../_components/submit-button';
import { useBuying } from '../../../checkout/_components/use-buying';
import { buyFromPricing } from '../../../checkout/actions';

export function OrderForm({ item, label, primary }: { item: string; label: string; primary: boolean }) {
  const { error, action: order } = useBuying(buyFromPricing);
  return (
    <form action={order}>
      <input type="hidden" name="item" value={item} />
      <SubmitButton variant={primary ? 'primary' : 'outline'} className="w-full">
        {label}
      </SubmitButton>
      {error ? (
        <p role="alert" className="mt-2 text-[0.8125rem] text-danger">
          {error}
        </p>
      ) : null}
    </form>
  );
}
