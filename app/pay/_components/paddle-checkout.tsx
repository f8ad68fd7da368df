'use client';

import { LoaderCircle } from 'lucide-react';
import Script from 'next/script';
import { useState } from 'react';
import { Button } from '../../_components/ui/button';

/** The part of Paddle.js that is used. https://developer.paddle.com/paddlejs/overview */
interface Paddle {
  Environment: { set(environment: 'sandbox'): void };
  Initialize(options: {
    token: string;
    checkout: { settings: { displayMode: 'overlay'; successUrl: string; theme: 'light' | 'dark' } };
    eventCallback(event: { name?: string }): void;
  }): void;
}

declare global {
  interface Window {
    Paddle?: Paddle;
  }
}

interface PaddleCheckoutProps {
  clientToken: string;
  isSandbox: boolean;
  returnUrl: string;
  nonce: string | undefined;
}

type State = 'loading' | 'open' | 'left' | 'failed';

const words: Record<State, { title: string; text: string }> = {
  loading: { title: 'Opening the payment', text: 'Paddle takes the payment, and opens in a moment.' },
  open: { title: 'Pay with Paddle', text: 'The payment is open. It comes back here when you are done.' },
  left: { title: 'Nothing was charged', text: 'You left the payment. Reload the page to go on with it.' },
  failed: {
    title: 'The payment could not be opened',
    text: 'Paddle did not answer. Nothing was charged and nothing is lost: try again in a minute.',
  },
};

/** Loads Paddle.js, which opens the checkout of the transaction in the address by itself. */
export function PaddleCheckout({ clientToken, isSandbox, returnUrl, nonce }: PaddleCheckoutProps) {
  const [state, setState] = useState<State>('loading');

  function open() {
    if (!window.Paddle) return setState('failed');
    if (isSandbox) window.Paddle.Environment.set('sandbox');
    const theme = document.documentElement.classList.contains('dark') ? 'dark' : 'light';
    window.Paddle.Initialize({
      token: clientToken,
      checkout: { settings: { displayMode: 'overlay', successUrl: returnUrl, theme } },
      eventCallback: ({ name }) => setState((before) => next(before, name)),
    });
  }

  const { title, text } = words[state];
  return (
    <div aria-live="polite" data-testid="pay" data-state={state}>
      <h1 className="flex items-center gap-3 text-2xl font-semibold tracking-tight">
        {state === 'loading' ? <LoaderCircle className="size-5 animate-spin" aria-hidden="true" /> : null}
        {title}
      </h1>
      <p className="mt-2 text-sm text-muted-foreground">{text}</p>
      {state === 'left' || state === 'failed' ? (
        <Button variant="primary" className="mt-6" onClick={() => window.location.reload()}>
          Try again
        </Button>
      ) : null}
      <Script
        src="https://cdn.paddle.com/paddle/v2/paddle.js"
        nonce={nonce}
        onReady={open}
        onError={() => setState('failed')}
      />
    </div>
  );
}

function next(before: State, event: string | undefined): State {
  if (event === 'checkout.loaded') return 'open';
  if (event === 'checkout.closed') return 'left';
  return event === 'checkout.error' ? 'failed' : before;
}
