'use client';

import { useActionState } from 'react';
import { SubmitButton } from '../../../_components/submit-button';
import { Input } from '../../../_components/ui/input';
import { type KeyState, makeKey } from '../actions';
import { NewKey } from './new-key';
import { scopeWords } from './scope-words';

const untouched: KeyState = { key: null, error: null, typed: null };

const expiries = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

export function CreateKeyForm() {
  const [{ key, error, typed }, make] = useActionState(makeKey, untouched);
  return (
    <>
      {key ? <NewKey key={key} secret={key} /> : null}
      <form action={make} className="grid gap-4 border-t px-5 py-4">
        <label htmlFor="key-name" className="grid gap-1.5 text-sm font-medium">
          Name
          <Input
            id="key-name"
            name="name"
            defaultValue={typed?.name}
            required
            maxLength={60}
            autoComplete="off"
            placeholder="Production server"
            className="font-normal"
          />
        </label>
        <fieldset className="grid gap-2.5">
          <legend className="mb-2 text-sm font-medium">What it may do</legend>
          {Object.entries(scopeWords).map(([scope, { label, description }]) => (
            <label key={scope} className="flex items-start gap-2.5 text-sm">
              <input
                type="checkbox"
                name="scope"
                value={scope}
                defaultChecked={typed?.scopes.includes(scope) ?? true}
                className="mt-0.5 size-4 shrink-0 accent-primary"
              />
              <span>
                {label}
                <span className="block text-muted-foreground">{description}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <label htmlFor="key-expires" className="grid gap-1.5 text-sm font-medium">
          Expires
          <select
            id="key-expires"
            name="expires"
            defaultValue={typed?.expires ?? 'never'}
            // A select is not put back by React when its form is emptied.
            key={typed?.expires}
            className="h-9 w-full rounded-md border border-input bg-card px-2.5 text-sm font-normal shadow-card"
          >
            {expiries.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {error ? (
          <p role="alert" className="text-sm text-danger">
            {error}
          </p>
        ) : null}
        <SubmitButton variant="primary" className="w-fit">
          Create key
        </SubmitButton>
      </form>
    </>
  );
}
