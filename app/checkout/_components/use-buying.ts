'use client';

import { useActionState, useEffect } from 'react';
import type { BuyState } from '../actions';

type Buy = (before: BuyState, form: FormData) => Promise<BuyState>;

/** A form's action that buys, and why it could not. Goes on to the page where it is paid. */
export function useBuying(buy: Buy): { error: string | null; action: (form: FormData) => void } {
  const [state, action] = useActionState(buy, { error: null });
  useEffect(() => {
    if (state.load) window.location.assign(state.load);
  }, [state]);
  return { error: state.error, action };
}
