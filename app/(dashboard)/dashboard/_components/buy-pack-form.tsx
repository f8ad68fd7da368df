'use client';

import { useActionState } from 'react';
import { SubmitButton } from '../../../_components/submit-button';
import { buyItem } from '../../../checkout/actions';

export function BuyPackForm({ item, name, primary }: { item: string; name: string; primary: boolean }) {
  const [{ error }, buy] = useActionState(buyItem, { error: null });
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
