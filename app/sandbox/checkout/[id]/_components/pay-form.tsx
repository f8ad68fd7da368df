'use client';

import { useActionState, useId, useState } from 'react';
import type { HostedCheckout } from '@/lib/billing/lab';
import { formatMoney, type Money } from '@/lib/money';
import { SubmitButton } from '../../../../_components/submit-button';
import { Input } from '../../../../_components/ui/input';
import { actOnCheckout } from '../actions';

/** The card form, filled in with a test card, and the other ways in which a payment can end. */
export function PayForm({ id, price, plan }: { id: string; price: Money; plan: HostedCheckout['plan'] }) {
  const [{ error }, act] = useActionState(actOnCheckout, { error: null });
  const [code, setCode] = useState('');
  const free = code.trim().toUpperCase() === 'FREE';
  const due = formatMoney({ ...price, amountMinor: free ? 0 : price.amountMinor });
  return (
    <form action={act} aria-labelledby="pay-title">
      <input type="hidden" name="id" value={id} />
      <h2 id="pay-title" className="text-lg font-semibold">
        Pay by card
      </h2>
      <p className="mt-1 text-[0.8125rem] text-muted-foreground">The test card is filled in.</p>
      <TestCard />
      <PromotionCode code={code} onChange={setCode} hint={hintOf(free, plan !== null)} />
      {error ? (
        <p role="alert" className="mt-4 rounded-md bg-danger-soft px-3 py-2 text-[0.8125rem] text-danger">
          {error}
        </p>
      ) : null}
      <SubmitButton name="action" value="pay" variant="primary" size="lg" className="mt-6 w-full">
        {plan ? `Pay ${due} and subscribe` : `Pay ${due}`}
      </SubmitButton>
      {plan ? (
        <SubmitButton name="action" value="start_trial" size="lg" className="mt-2 w-full">
          Start the {plan.trialDays}-day trial
        </SubmitButton>
      ) : null}
      <fieldset className="mt-8 border-t pt-5">
        <legend className="sr-only">Or let it end another way</legend>
        <p aria-hidden="true" className="mb-3 text-[0.8125rem] text-muted-foreground">
          Or let it end another way
        </p>
        <div className="grid gap-2 sm:grid-cols-2">
          <SubmitButton name="action" value="decline">
            Decline the card
          </SubmitButton>
          <SubmitButton name="action" value="pay_later">
            Pay later by transfer
          </SubmitButton>
        </div>
        <SubmitButton name="action" value="abandon" variant="ghost" className="mt-2 w-full">
          Leave without paying
        </SubmitButton>
      </fieldset>
    </form>
  );
}

function TestCard() {
  const id = useId();
  return (
    <div className="mt-5 grid grid-cols-2 gap-3">
      <div className="col-span-2">
        <Label htmlFor={`${id}-number`}>Card number</Label>
        <Input id={`${id}-number`} readOnly value="4242 4242 4242 4242" className="font-mono" />
      </div>
      <div>
        <Label htmlFor={`${id}-expiry`}>Expires</Label>
        <Input id={`${id}-expiry`} readOnly value="12 / 34" className="font-mono" />
      </div>
      <div>
        <Label htmlFor={`${id}-cvc`}>CVC</Label>
        <Input id={`${id}-cvc`} readOnly value="123" className="font-mono" />
      </div>
    </div>
  );
}

function hintOf(free: boolean, isPlan: boolean): string {
  if (!free) return isPlan ? 'FREE takes 100 % off the first period.' : 'FREE takes 100 % off.';
  return isPlan
    ? 'The first period costs nothing, and still counts as paid.'
    : 'Takes 100 % off: still a purchase, of nothing.';
}

function PromotionCode({ code, onChange, hint }: { code: string; onChange(code: string): void; hint: string }) {
  const id = useId();
  return (
    <div className="mt-3">
      <Label htmlFor={id}>Promotion code</Label>
      <Input
        id={id}
        name="code"
        value={code}
        onChange={(event) => onChange(event.target.value)}
        placeholder="FREE"
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        className="uppercase placeholder:normal-case"
      />
      <p id={`${id}-hint`} role="status" className="mt-1.5 text-xs text-muted-foreground">
        {hint}
      </p>
    </div>
  );
}

function Label({ htmlFor, children }: { htmlFor: string; children: string }) {
  return (
    <label htmlFor={htmlFor} className="mb-1.5 block text-[0.8125rem] font-medium">
      {children}
    </label>
  );
}
