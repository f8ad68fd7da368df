'use client';

import { useActionState } from 'react';
import type { TopUpView } from '@/lib/billing/top-ups';
import { formatMoney } from '@/lib/money';
import { FormField } from '../../../../_components/form-field';
import { FormMessage } from '../../../../_components/form-message';
import { untouched } from '../../../../_components/form-state';
import { SubmitButton } from '../../../../_components/submit-button';
import { saveTopUps } from '../../top-up-actions';

interface TopUpFormProps {
  topUps: Pick<TopUpView, 'settings' | 'packs'>;
  /** Why it cannot be switched on; null where it can. */
  obstacle: string | null;
}

export function TopUpForm({ topUps: { settings, packs }, obstacle }: TopUpFormProps) {
  const [state, save] = useActionState(saveTopUps, untouched);
  const typed = { threshold: String(settings.threshold), monthlyLimit: String(settings.monthlyLimit), ...state.typed };
  const isOn = state.error ? state.typed.isEnabled === 'on' : settings.isEnabled;
  if (obstacle && !settings.isEnabled)
    return <p className="border-t px-5 py-4 text-sm text-pretty text-muted-foreground">{obstacle}</p>;
  return (
    <form action={save} className="grid gap-4 border-t px-5 py-4">
      <label className="flex items-center gap-2.5 text-sm font-medium">
        <input
          key={String(isOn)}
          type="checkbox"
          name="isEnabled"
          defaultChecked={isOn}
          className="size-4 accent-primary"
        />
        Buy a pack when credits run low
      </label>
      <div className="grid gap-4 sm:grid-cols-3">
        <FormField label="Below" name="threshold" typed={typed} inputMode="numeric" required hint="credits available" />
        <div className="grid content-start gap-1.5 text-sm">
          <label htmlFor="top-up-item" className="font-medium">
            Pack
          </label>
          <select
            id="top-up-item"
            name="item"
            key={state.typed.item ?? settings.item}
            defaultValue={state.typed.item ?? settings.item}
            className="h-9 w-full min-w-0 rounded-md border border-input bg-card px-2.5 text-sm shadow-card"
          >
            {packs.map((pack) => (
              <option key={pack.item} value={pack.item}>
                {pack.name}, {formatMoney(pack)}
              </option>
            ))}
          </select>
        </div>
        <FormField
          label="At most"
          name="monthlyLimit"
          typed={typed}
          inputMode="numeric"
          required
          hint="packs a month"
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton>Save</SubmitButton>
        <FormMessage state={state} />
      </div>
    </form>
  );
}
