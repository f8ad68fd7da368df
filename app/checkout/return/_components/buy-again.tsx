'use client';

import { SubmitButton } from '../../../_components/submit-button';
import { useBuying } from '../../_components/use-buying';
import { buyItem } from '../../actions';

export function BuyAgain({ item, quantity, label }: { item: string; quantity: number; label: string }) {
  const { error, action: buy } = useBuying(buyItem);
  return (
    <form action={buy}>
      <input type="hidden" name="item" value={item} />
      <input type="hidden" name="quantity" value={quantity} />
      <SubmitButton variant="primary">{label}</SubmitButton>
      {error ? (
        <p role="alert" className="mt-2 max-w-72 text-[0.8125rem] text-danger">
          {error}
        </p>
      ) : null}
    </form>
  );
}
